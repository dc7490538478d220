import type { Permission } from '#contract/access.contract.ts';

/** Labels of permissions. */
export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  'contacts.read': 'View contacts',
  'contacts.write': 'Edit contacts',
  'contacts.delete': 'Delete contacts',
  'contacts.reveal': 'Reveal sensitive information',
  'contacts.transfer': 'Transfer contacts',
  'contacts.export': 'Export contacts',
  'phone.call': 'Use the phone',
  'chat.use': 'Ask MAX',
  'quotes.ask': 'Get quotes',
  'imports.run': 'Run imports',
  'broadcasts.send': 'Send broadcasts',
  'reference.manage': 'Edit statuses, groups and other lists',
  'compliance.manage': 'Edit consent and calling-hour rules, place legal holds, and erase people',
  'live.watch': 'View the live page',
  'mail.readOutbox': 'View the outbox',
  'jobs.retry': 'Retry failed jobs',
  'users.read': 'View downline users',
  'users.manage': 'Add and edit users',
  'users.actAs': 'Log in as downline users',
  'wallets.manage': 'Allocate and reclaim wallet money, and give licenses to people',
  'subscriptions.manage': 'Manage plans and subscriptions of the account',
  'flags.manage': 'Turn features on and off',
  'integrations.manage': 'Manage integrations',
  'machines.inspect': 'View state machines',
};
