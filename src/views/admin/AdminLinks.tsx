import { Lock } from 'lucide-react';
import type { NamedPage } from '#rules/access/pages.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';

interface AdminLinksProps {
  pages: readonly NamedPage[];
  /** The path that is open. */
  path: string;
}

/** Links to pages of administration; those outside the plan say so. */
export function AdminLinks({ pages, path }: AdminLinksProps) {
  return (
    <ul className="admin-links">
      {pages.map(({ path: href, label, locked }) => (
        <li key={href}>
          <Anchor
            href={href}
            title={locked ?? label}
            aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}
          >
            {label}
            {locked === undefined ? null : (
              <>
                <span className="sr">, locked: {locked}</span>
                <Icon of={Lock} />
              </>
            )}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
