import type { Permission } from '#contract/access.contract.ts';

/** What a permission lets somebody do, for people who give or lack it. */
export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  'contacts.read': 'Read contacts',
  'contacts.write': 'Change contacts',
  'contacts.delete': 'Delete contacts',
  'contacts.reveal': 'Show hidden numbers of contacts',
  'contacts.transfer': 'Give contacts to somebody else',
  'contacts.export': 'Export contacts',
  'phone.call': 'Use the phone',
  'chat.use': 'Ask MAX',
  'quotes.ask': 'Ask for quotes',
  'imports.run': 'Run imports',
  'reference.manage': 'Change statuses, groups and other lists',
  'compliance.manage': 'Change the rules on consent and calling hours',
  'live.watch': 'Watch the live page',
  'mail.readOutbox': 'Read the outbox',
  'users.read': 'See people below',
  'users.manage': 'Add and change people',
  'users.actAs': 'Act for people below',
  'flags.manage': 'Switch features',
  'integrations.manage': 'Connect the agency with other services',
  'machines.inspect': 'Look into the state machines',
};
