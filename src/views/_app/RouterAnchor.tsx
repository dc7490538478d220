import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { AnchorProps } from '../_kit/display/Link.tsx';

/** Links of the kit go through the router; other origins, downloads and new tabs stay the browser's. */
export function RouterAnchor({ href, onClick, children, ...anchor }: AnchorProps) {
  const router = useRouter();
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const ours = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/v1/');
    if (event.defaultPrevented || !plain || !ours || anchor.target || anchor.download !== undefined) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a href={href} onClick={press} {...anchor}>
      {children}
    </a>
  );
}
