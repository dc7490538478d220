import {
  Activity,
  ArrowLeftRight,
  Bell,
  Calendar,
  CalendarCheck,
  ChartColumn,
  Contact,
  FileDown,
  FileOutput,
  Mail,
  Megaphone,
  MessageSquare,
  Phone,
  Settings,
  ShoppingBag,
  UsersRound,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { adminGroupOf, type PagePath, pagesFor, type Viewer } from '#rules/access/pages.ts';
import type { NavItem } from '../_frame/Rail.tsx';

/** An item of the rail and the letter after g that opens it. */
export interface GotoItem extends NavItem {
  readonly goto: string;
}

/** The signs of the pages in the rail. The first script has them: it draws the rail before it knows the other routes. */
export const PAGE_ICONS: Readonly<Partial<Record<PagePath, LucideIcon>>> = {
  '/dashboard': CalendarCheck,
  '/contacts': UsersRound,
  '/messages': MessageSquare,
  '/calls': Phone,
  '/calendar': Calendar,
  '/admin/email-management/new': Mail,
  '/broadcasts': Megaphone,
  '/reports': ChartColumn,
  '/workflows': Workflow,
  '/store': ShoppingBag,
  '/imports': FileDown,
  '/transfers': ArrowLeftRight,
  '/wallets': ArrowLeftRight,
  '/exports': FileOutput,
  '/notifications': Bell,
  '/live': Activity,
  '/admin/users': Contact,
  '/admin': Settings,
};

interface Shown {
  /** The path that is open. */
  readonly path: string;
  readonly counts: Readonly<Partial<Record<PagePath, string | undefined>>>;
}

/** Returns the pages in the rail of one user. */
export const navItems = (viewer: Viewer, { path, counts }: Shown): readonly GotoItem[] =>
  pagesFor(viewer).flatMap(({ path: href, label, goto, isFirst, locked }) => {
    const icon = PAGE_ICONS[href];
    if (goto === undefined || icon === undefined) return [];
    // Pages of administration aren't all below it, and not all below it belong to it.
    const current =
      path === href || (href === '/admin' ? adminGroupOf(path) !== undefined : path.startsWith(`${href}/`));
    return [{ key: href, goto, label, href, icon, isFirst, count: counts[href], locked, current }];
  });
