/** Parts of a contact's page as they stand in the address; the first is the one that opens. */
export const CONTACT_TAB_KEYS = [
  'timeline',
  'policies',
  'securities',
  'rx',
  'notes',
  'files',
  'email_log',
  'workflow_log',
  'transfer_history',
  'call_files',
  'consent',
  'data',
] as const;
export type ContactTabKey = (typeof CONTACT_TAB_KEYS)[number];
