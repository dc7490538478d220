import type { MouseEvent, ReactNode } from 'react';
import { isAppPath } from '#rules/access/app-path.ts';
import { Link } from '../../_kit/display/Link.tsx';
import type { ShownChat } from '../shown-chat.ts';

interface AppLinkProps extends Pick<ShownChat, 'send'> {
  /** `null` when there is nothing to open. */
  href: string | null;
  children: ReactNode;
}

/** A link in an answer: to a page of the app, else only its text (promise P15). */
export function AppLink({ href, send, children }: AppLinkProps) {
  if (href === null || !isAppPath(href)) return <span>{children}</span>;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    send({ type: 'page.open', href });
  };
  return (
    <Link href={href} onClick={open}>
      {children}
    </Link>
  );
}
