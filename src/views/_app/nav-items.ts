import type { LucideIcon } from 'lucide-react';
import { adminGroupOf, type PagePath, pagesFor, type Viewer } from '#rules/access/pages.ts';
import type { NavItem } from '../_frame/Rail.tsx';

/** An item of the rail and the letter after g that opens it. */
export interface GotoItem extends NavItem {
  readonly goto: string;
}

interface Shown {
  /** The path that is open. */
  readonly path: string;
  readonly counts: Readonly<Partial<Record<PagePath, string | undefined>>>;
  readonly iconOf: (path: PagePath) => LucideIcon | undefined;
}

/** Returns the pages in the rail of one user. */
export const navItems = (viewer: Viewer, { path, counts, iconOf }: Shown): readonly GotoItem[] =>
  pagesFor(viewer).flatMap(({ path: href, label, goto, isFirst, locked }) => {
    const icon = iconOf(href);
    if (goto === undefined || icon === undefined) return [];
    // Pages of administration aren't all below it, and not all below it belong to it.
    const current =
      path === href || (href === '/admin' ? adminGroupOf(path) !== undefined : path.startsWith(`${href}/`));
    return [{ key: href, goto, label, href, icon, isFirst, count: counts[href], locked, current }];
  });
