import {
  Activity,
  ArrowLeftRight,
  CalendarCheck,
  Contact,
  FileDown,
  FileOutput,
  FlaskConical,
  ListTree,
  Mail,
  MailPlus,
  Phone,
  Scale,
  SlidersHorizontal,
  UsersRound,
} from 'lucide-react';
import type { FeatureName, Permission } from '#contract/access.contract.ts';
import { type FeatureFacts, type Gate, gateOf } from '#rules/access/features.ts';
import { isTryout } from '#rules/access/tryout.ts';
import type { NavItem } from '../_frame/Rail.tsx';

type Place = Pick<NavItem, 'key' | 'label' | 'href' | 'icon'> & {
  readonly permission: Permission;
  readonly feature?: FeatureName;
  /** Only where there is a demo world. */
  readonly ofDemo?: true;
};

const PLACES: readonly Place[] = [
  { key: 'dashboard', label: 'Today', href: '/dashboard', icon: CalendarCheck, permission: 'contacts.read' },
  { key: 'contacts', label: 'Contacts', href: '/contacts', icon: UsersRound, permission: 'contacts.read' },
  { key: 'calls', label: 'Calls', href: '/calls', icon: Phone, permission: 'phone.call', feature: 'phone' },
  {
    key: 'email',
    label: 'New e-mail',
    href: '/admin/email-management/new',
    icon: MailPlus,
    permission: 'contacts.write',
  },
  {
    key: 'imports',
    label: 'Imports',
    href: '/imports',
    icon: FileDown,
    permission: 'imports.run',
    feature: 'imports',
  },
  {
    key: 'transfers',
    label: 'Transfers',
    href: '/transfers',
    icon: ArrowLeftRight,
    permission: 'contacts.transfer',
    feature: 'transfers',
  },
  {
    key: 'exports',
    label: 'Exports',
    href: '/exports',
    icon: FileOutput,
    permission: 'contacts.export',
    feature: 'exports',
  },
  { key: 'live', label: 'Live', href: '/live', icon: Activity, permission: 'live.watch', feature: 'live' },
  { key: 'users', label: 'Users', href: '/admin/users', icon: Contact, permission: 'users.read' },
  { key: 'lists', label: 'Lists', href: '/admin/lists', icon: ListTree, permission: 'reference.manage' },
  {
    key: 'rules',
    label: 'Rules',
    href: '/admin/rules',
    icon: Scale,
    permission: 'compliance.manage',
    feature: 'compliance',
  },
  { key: 'features', label: 'Features', href: '/admin/features', icon: SlidersHorizontal, permission: 'flags.manage' },
  { key: 'mail', label: 'Outbox', href: '/outbox', icon: Mail, permission: 'mail.readOutbox' },
  {
    key: 'demo',
    label: 'Demo world',
    href: '/admin/demo',
    icon: FlaskConical,
    permission: 'flags.manage',
    ofDemo: true,
  },
];

interface Viewer {
  /** What they may do now. */
  readonly permissions: readonly Permission[];
  readonly features: FeatureFacts;
}

/**
 * The rail of one person. What their role does not include is absent, what their plan does not include is locked, with
 * the reason. `counts` are words by the item's key.
 */
export const navItems = (
  { permissions, features }: Viewer,
  path: string,
  counts: Readonly<Record<string, string | undefined>>,
): readonly NavItem[] =>
  PLACES.filter(({ permission }) => permissions.includes(permission))
    .filter(({ ofDemo }) => ofDemo !== true || isTryout(features.environment))
    .map((place) => ({ place, gate: gateFor(place, features) }))
    .filter(({ gate }) => gate.allowed || gate.obstacle === 'plan')
    .map(({ place: { key, label, href, icon }, gate }) => ({
      key,
      label,
      href,
      icon,
      count: counts[key],
      locked: gate.allowed ? undefined : gate.reason,
      current: path === href || path.startsWith(`${href}/`),
    }));

const gateFor = ({ feature }: Place, facts: FeatureFacts): Gate =>
  feature === undefined ? { allowed: true } : gateOf(feature, facts);
