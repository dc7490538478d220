import { Activity, FileDown, Mail, UsersRound } from 'lucide-react';
import type { Permission } from '#contract/access.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { mayDo } from '#rules/permissions.ts';
import type { NavItem } from '../_frame/Rail.tsx';

const PLACES: readonly (Pick<NavItem, 'key' | 'label' | 'href' | 'icon'> & { permission: Permission })[] = [
  { key: 'contacts', label: 'Contacts', href: '/contacts', icon: UsersRound, permission: 'contacts.read' },
  { key: 'imports', label: 'Imports', href: '/imports', icon: FileDown, permission: 'imports.run' },
  { key: 'live', label: 'Live', href: '/live', icon: Activity, permission: 'live.watch' },
  { key: 'mail', label: 'Outbox', href: '/outbox', icon: Mail, permission: 'mail.readOutbox' },
];

/** The rail of one person: what their role includes. `counts` are words by the item's key. */
export const navItems = (
  user: CurrentUser,
  path: string,
  counts: Readonly<Record<string, string | undefined>>,
): readonly NavItem[] =>
  PLACES.filter(({ permission }) => mayDo(user.roles, permission)).map(({ key, label, href, icon }) => ({
    key,
    label,
    href,
    icon,
    count: counts[key],
    current: path === href || path.startsWith(`${href}/`),
  }));
