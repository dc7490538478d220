import { type ReactNode, useId } from 'react';

interface CardProps {
  title?: string;
  count?: string | undefined;
  /** At the right of the head: a meta word, a small plain button. */
  aside?: ReactNode;
  /** Without padding a table or list reaches the edges. */
  padded?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ title, count, aside, padded = false, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      className={className ? `card ${className}` : 'card'}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title === undefined ? null : (
        <header>
          <h2 id={id}>{title}</h2>
          {count === undefined ? null : <span className="count">{count}</span>}
          {aside ? <span className="end row">{aside}</span> : null}
        </header>
      )}
      {padded ? <div className="pad">{children}</div> : children}
    </section>
  );
}
