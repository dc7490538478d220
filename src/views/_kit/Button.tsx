import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { classes } from './class-names.ts';
import { Icon } from './Icon.tsx';
import { Anchor, type AnchorProps } from './Link.tsx';

interface Look {
  /** One primary a page. `danger-fill` confirms a deletion. */
  look?: 'default' | 'primary' | 'plain' | 'danger' | 'danger-fill';
  size?: 'small' | 'normal' | 'tall';
  wide?: boolean;
  icon?: LucideIcon;
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Under way: keeps focus and width, takes no second click. */
  busy?: boolean;
  disabled?: boolean;
  /** Why it is not available now. Keeps the button reachable, so that the reason can be read. */
  refusal?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

const look = (props: Look, className?: string) =>
  classes(
    'btn',
    props.look === 'default' ? null : props.look,
    props.size === 'normal' ? null : props.size,
    props.wide && 'wide',
    className,
  );

const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

export function Button(props: ButtonProps) {
  const { look: kind, size, wide, icon, busy = false, refusal, className, children, onClick, ...button } = props;
  const held = busy || refusal !== undefined;
  return (
    <button
      type="button"
      title={refusal}
      {...button}
      className={classes(look(props, className), busy && 'is-busy')}
      aria-disabled={held || undefined}
      aria-busy={busy || undefined}
      onClick={held ? refuse : onClick}
    >
      {icon && !busy ? <Icon of={icon} /> : null}
      {children}
      {refusal === undefined ? null : <span className="sr">, {refusal}</span>}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere, it does not do something. */
export function ButtonLink(props: Look & AnchorProps) {
  const { look: kind, size, wide, icon, className, children, ...anchor } = props;
  return (
    <Anchor {...anchor} className={look(props, className)}>
      {icon ? <Icon of={icon} /> : null}
      {children}
    </Anchor>
  );
}
