import type { FeatureName, Permission } from '#contract/access.contract.ts';
import { type FeatureFacts, gateOf } from './features.ts';
import { isTryout } from './tryout.ts';

/** The permission that opens a page and every page below it, and the reason given to anyone without it. */
interface PageGate {
  readonly permission: Permission;
  readonly reason: string;
  readonly feature?: FeatureName;
}

/** What the pages of administration are about, as their headings say it. */
export type AdminGroup = 'Reference' | 'Campaigns' | 'Store and plans' | 'Connections' | 'Configuration' | 'Operations';

interface Page {
  /** Name of the tab and of the page's heading until something more exact is known; `label` by default. */
  readonly title?: string;
  /** Name in navigation, menus and search. Pages without one can't be looked up by name. */
  readonly label?: string;
  /** The letter after g that leads here. Pages with one are in the rail, in the order of the table. */
  readonly goto?: string;
  /** Begins a group of the rail. */
  readonly isFirst?: true;
  /** The group of the Admin page and of the list beside its pages, in the order of the table. */
  readonly admin?: AdminGroup;
  readonly gate?: PageGate;
  /** Open without a session; loads neither user nor account nor the live connection (core §2). */
  readonly isPublic?: true;
  /** Page where an account resolves an obligation; it and its subpages open while that is pending. */
  readonly settles?: 'payment' | 'identity';
  /** Never the target of an answer of MAX: signs in or out, redirects, or isn't for agents. */
  readonly isClosed?: true;
  /** Redirects or renders nothing. */
  readonly isEmpty?: true;
  /** Only where there is a demo world. */
  readonly isOfDemo?: true;
}

const CONTACTS: PageGate = { permission: 'contacts.read', reason: 'Your role does not include contacts.' };
const MESSAGES: PageGate = { ...CONTACTS, feature: 'messages' };
const WALLETS: PageGate = { ...CONTACTS, feature: 'wallets' };
const SUBSCRIPTIONS: PageGate = { ...CONTACTS, feature: 'subscriptions' };
const BROADCASTS: PageGate = {
  permission: 'broadcasts.send',
  reason: 'Your role does not include broadcasts.',
  feature: 'broadcasts',
};
const REPORTS: PageGate = { ...CONTACTS, feature: 'reports' };
const WORKFLOWS: PageGate = {
  permission: 'contacts.write',
  reason: 'Your role does not include changing contacts.',
  feature: 'workflows',
};
const EMAILS: PageGate = { permission: 'contacts.write', reason: 'Your role does not include changing contacts.' };
const PRINTS: PageGate = { ...CONTACTS, feature: 'printing' };
const CALLS: PageGate = { permission: 'phone.call', reason: 'Your role does not include the phone.', feature: 'phone' };
const NUMBERS: PageGate = { permission: 'phone.call', reason: 'Your role does not include phone numbers.' };
const IMPORTS: PageGate = {
  permission: 'imports.run',
  reason: 'Your role does not include imports.',
  feature: 'imports',
};
const TRANSFERS: PageGate = {
  permission: 'contacts.transfer',
  reason: 'Your role does not include transfers.',
  feature: 'transfers',
};
const EXPORTS: PageGate = {
  permission: 'contacts.export',
  reason: 'Your role does not include exports.',
  feature: 'exports',
};
const LIVE: PageGate = {
  permission: 'live.watch',
  reason: 'The live page is for managers.',
  feature: 'live',
};
const USERS: PageGate = { permission: 'users.read', reason: 'The Users page is for managers.' };

const adminOnly = (permission: Permission, feature?: FeatureName): PageGate => ({
  permission,
  reason: 'Only administrators can open this page.',
  ...(feature && { feature }),
});

const definePages = <P extends string>(pages: Readonly<Record<P, Page>>) => pages;

/**
 * Every page by its path as the router spells it. Guards, navigation, shortcuts, links of MAX and the tests that visit
 * every page read this table; its route is in `src/views/<feature>/<feature>.routes.tsx`.
 */
export const PAGES = definePages({
  '/dashboard': { label: 'Today', goto: 't', gate: CONTACTS },
  '/contacts': { label: 'Contacts', goto: 'c', gate: CONTACTS },
  '/contacts/$number': { title: 'Contact' },
  '/contacts/bulk': { label: 'Bulk changes' },
  '/contacts/bulk/$id': { title: 'Bulk change' },
  '/contacts/duplicates': { label: 'Possible duplicates' },
  '/contacts/merge': { title: 'Merge contacts' },
  '/contacts/merges': { label: 'Merge history' },
  '/messages': { label: 'Messages', goto: 'm', gate: MESSAGES },
  '/verifications': { label: 'Phone verifications', gate: MESSAGES },
  '/verifications/$id': { title: 'Phone verification' },
  '/calls': { label: 'Calls', goto: 'a', gate: CALLS },
  '/calls/$id': { title: 'Call' },
  '/calendar': { label: 'Calendar', goto: 'd', gate: { ...CONTACTS, feature: 'events' } },
  '/integrations': { label: 'Integrations', gate: { ...CONTACTS, feature: 'integrations' } },
  '/soa-requests': { label: 'Scopes of appointment', gate: { ...CONTACTS, feature: 'soa' } },
  '/admin/email-management/new': { isFirst: true, label: 'New e-mail', goto: 'n', gate: EMAILS },
  '/broadcasts': { label: 'Broadcasts', goto: 'k', gate: BROADCASTS },
  '/broadcasts/$id': { title: 'Broadcast' },
  '/broadcasts/$id/$step': {},
  '/reports': { label: 'Reports', goto: 'o', gate: REPORTS },
  '/reports/$id': { title: 'Report' },
  '/workflows': { label: 'Workflows', goto: 'w', gate: WORKFLOWS },
  '/workflows/templates': { label: 'Workflow templates' },
  '/workflows/dry-runs/$id': { title: 'Dry run' },
  '/workflows/$id': { title: 'Workflow' },
  '/wallets': { label: 'Wallet', goto: 'j', gate: WALLETS },
  '/wallets/receipt': { title: 'Receipt', isClosed: true },
  '/trainings': { label: 'Trainings', gate: { ...CONTACTS, feature: 'trainings' } },
  '/licenses': { label: 'Licenses', gate: CONTACTS },
  '/max-plus': { label: 'Max Plus' },
  '/store': { label: 'Store', goto: 'h', gate: CONTACTS },
  '/store/orders': { label: 'My orders' },
  '/numbers': { label: 'Phone numbers', gate: NUMBERS },
  '/subscriptions/sms': { label: 'Texting plan', gate: SUBSCRIPTIONS },
  '/subscriptions/dialer': { label: 'Phone plan', gate: SUBSCRIPTIONS },
  '/imports': { isFirst: true, label: 'Imports', goto: 'i', gate: IMPORTS },
  '/imports/new': { label: 'Import a file' },
  '/imports/attachments': { label: 'Files for contacts' },
  '/imports/$id': { title: 'Import' },
  '/transfers': { label: 'Transfers', goto: 'r', gate: TRANSFERS },
  '/transfers/$id': { title: 'Transfer' },
  '/exports': { label: 'Exports', goto: 'e', gate: EXPORTS },
  '/prints': { label: 'Print jobs', gate: PRINTS },
  '/prints/$jid': { title: 'Print' },
  '/notifications': { label: 'Notifications' },
  '/live': { isFirst: true, label: 'Live', goto: 'l', gate: LIVE },
  '/admin/users': { label: 'Users', goto: 'p', gate: USERS },
  '/admin/users/$id': { title: 'User' },
  '/admin': { label: 'Admin', goto: 's', gate: adminOnly('reference.manage') },
  '/admin/lists': { label: 'Lists', admin: 'Reference', gate: adminOnly('reference.manage') },
  '/admin/business-units': { label: 'Business units', admin: 'Reference', gate: adminOnly('settings.manage') },
  '/admin/account-access': { label: 'Account access', admin: 'Configuration', gate: adminOnly('settings.manage') },
  '/admin/office-locations': { label: 'Office locations', admin: 'Reference', gate: adminOnly('reference.manage') },
  '/admin/corporations': {
    label: 'Corporations',
    admin: 'Reference',
    gate: adminOnly('reference.manage', 'corporations'),
  },
  '/admin/trainings': {
    label: 'Manage trainings',
    title: 'Trainings',
    admin: 'Reference',
    gate: adminOnly('reference.manage', 'trainings'),
  },
  '/admin/signups': { label: 'Signups', admin: 'Reference', gate: adminOnly('users.manage') },
  '/admin/emails': { label: 'E-mail templates', admin: 'Campaigns', gate: adminOnly('reference.manage') },
  '/admin/campaign-triggers': { label: 'Campaign triggers', admin: 'Campaigns', gate: adminOnly('reference.manage') },
  '/admin/mailer-kits': {
    label: 'Mailer kits',
    admin: 'Campaigns',
    gate: adminOnly('reference.manage', 'mailer-assignment'),
  },
  '/admin/products': { label: 'Products', admin: 'Store and plans', gate: adminOnly('reference.manage') },
  '/admin/orders': { label: 'Orders', admin: 'Store and plans', gate: adminOnly('reference.manage') },
  '/admin/plans': {
    label: 'Plans',
    admin: 'Store and plans',
    gate: adminOnly('subscriptions.manage', 'subscriptions'),
  },
  '/admin/reconciliation': {
    label: 'Reconciliation',
    admin: 'Store and plans',
    gate: adminOnly('subscriptions.manage'),
  },
  '/admin/text-registration': {
    label: 'Text registration',
    admin: 'Connections',
    gate: adminOnly('integrations.manage'),
  },
  '/admin/sending-domain': { label: 'Sending domain', admin: 'Connections', gate: adminOnly('integrations.manage') },
  '/admin/custom-domains': {
    label: 'Custom domains',
    admin: 'Connections',
    gate: adminOnly('reference.manage', 'domains'),
  },
  '/admin/api-requests': { label: 'API requests', admin: 'Connections', gate: adminOnly('integrations.manage') },
  '/admin/comra-leads-reports': {
    label: 'COMRA leads reports',
    admin: 'Connections',
    gate: adminOnly('integrations.manage'),
  },
  '/admin/rules': { label: 'Rules', admin: 'Configuration', gate: adminOnly('compliance.manage', 'compliance') },
  '/admin/settings': { label: 'Settings', admin: 'Configuration', gate: adminOnly('settings.manage') },
  '/admin/features': { label: 'Features', admin: 'Configuration', gate: adminOnly('flags.manage') },
  '/outbox': { label: 'Outbox', admin: 'Operations', gate: adminOnly('mail.readOutbox') },
  '/admin/audit-log': { label: 'Audit log', admin: 'Operations', gate: adminOnly('compliance.manage') },
  '/admin/failed-jobs': { label: 'Failed jobs', admin: 'Operations', gate: adminOnly('jobs.retry') },
  '/admin/demo': { label: 'Demo world', admin: 'Operations', gate: adminOnly('flags.manage'), isOfDemo: true },
  '/account': { isClosed: true, isEmpty: true },
  '/account/profile': { label: 'Profile', title: 'Your account', settles: 'identity' },
  '/billing': { label: 'Billing', settles: 'payment' },
  '/billing/plan': {},
  '/billing/review': {},
  '/billing/update': {},
  '/help': { label: 'Help' },
  '/help/$page': { title: 'Help page' },
  '/_machines': { label: 'Machines', gate: adminOnly('machines.inspect'), isClosed: true },
  '/_kit': { title: 'Design kit', isClosed: true },
  '/': { isClosed: true, isEmpty: true },
  '/_app': { isClosed: true, isEmpty: true },
  '/login': { isPublic: true, isClosed: true },
  '/login-app': { isPublic: true, isClosed: true },
  '/reset-password': { isPublic: true, isClosed: true },
  '/api/auth/callback': { isPublic: true, isClosed: true },
  '/sso-logout': { isPublic: true, isClosed: true },
  '/contact-us': { label: 'Contact us', isPublic: true },
  '/privacy-policy': { label: 'Privacy policy', isPublic: true },
  '/terms-of-use': { label: 'Terms of use', isPublic: true },
});

export type PagePath = keyof typeof PAGES;

const entries = Object.entries(PAGES) as readonly (readonly [PagePath, Page])[];

/** Returns the paths of the pages that this holds for, in the order of the table. */
export const pathsOf = (holds: (page: Page) => boolean): readonly PagePath[] =>
  entries.filter(([, page]) => holds(page)).map(([path]) => path);

/** Returns the name of a page; empty where the page alone knows it. */
export const titleOf = (path: PagePath): string => PAGES[path].title ?? PAGES[path].label ?? '';

/** Returns the name of a page in navigation and menus. */
export const labelOf = (path: PagePath): string => PAGES[path].label ?? titleOf(path);

/** Returns a column's value for the page at a path, or for the nearest page above it. */
const nearest = <K extends 'gate' | 'settles' | 'admin'>(column: K) => {
  const told = entries
    .flatMap(([path, { [column]: value }]) => (value === undefined ? [] : [{ path, value }]))
    .toSorted((a, b) => b.path.length - a.path.length);
  return (at: string) => told.find(({ path }) => at === path || at.startsWith(`${path}/`))?.value;
};

export const pageGateOf = nearest('gate');
export const settledAt = nearest('settles');
export const adminGroupOf = nearest('admin');

export const isPublicPath = (path: string): boolean =>
  entries.some(([known, { isPublic }]) => isPublic === true && known === path);

export interface Viewer {
  readonly permissions: readonly Permission[];
  readonly features: FeatureFacts;
}

/** A page that can be opened by its name. */
export interface NamedPage {
  readonly path: PagePath;
  readonly label: string;
  readonly goto: string | undefined;
  readonly isFirst: boolean;
  readonly admin: AdminGroup | undefined;
  /** The reason why the plan doesn't include it. */
  readonly locked: string | undefined;
}

/**
 * Returns the pages that a user can find by name, in the order of the table. Pages outside their role are absent; pages
 * outside their plan are locked.
 */
export const pagesFor = ({ permissions, features }: Viewer): readonly NamedPage[] =>
  entries.flatMap(([path, { label, goto, isFirst = false, admin, isPublic, isOfDemo }]) => {
    if (label === undefined || isPublic === true) return [];
    if (isOfDemo === true && !isTryout(features.environment)) return [];
    const gate = pageGateOf(path);
    if (gate !== undefined && !permissions.includes(gate.permission)) return [];
    const feature = gate?.feature === undefined ? ({ allowed: true } as const) : gateOf(gate.feature, features);
    if (!feature.allowed && feature.obstacle !== 'plan') return [];
    return [{ path, label, goto, isFirst, admin, locked: feature.allowed ? undefined : feature.reason }];
  });
