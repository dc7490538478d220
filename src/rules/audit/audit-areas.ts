import type { AuditArea } from '#contract/audit-log.contract.ts';

/** Areas of the audit log, by the first parts of their actions; what is in none is administration. */
const PARTS = {
  access: ['access', 'apiKey', 'apiToken', 'password', 'session', 'twoFactor'],
  users: ['license', 'profile', 'users'],
  contacts: [
    'activity',
    'aftercare',
    'consent',
    'contact',
    'contacts',
    'data_capture',
    'duplicates',
    'erasure',
    'file',
    'attachments',
    'note',
    'policy',
    'prescriptions',
    'quotes',
    'recording',
    'revocation',
    'rx_details',
    'sealed_fields',
    'security',
    'soa_request',
  ],
  bulk: ['bulk_job', 'export', 'import', 'import_setting', 'mailer', 'print', 'transfer'],
  messages: ['broadcast', 'call', 'conversation', 'email', 'phone', 'sends', 'sequence', 'text', 'workflow'],
  money: [
    'billing',
    'maxPlus',
    'minutes',
    'money',
    'number',
    'order',
    'phone_verification',
    'plan_order',
    'subscription',
    'wallet',
  ],
} as const;

export const AREA_WORDS: Readonly<Record<AuditArea, string>> = {
  access: 'Sign-ins and access',
  users: 'Users',
  contacts: 'Contacts',
  bulk: 'Imports, exports and bulk changes',
  messages: 'Calls and messages',
  money: 'Money',
  administration: 'Administration',
};

/** First parts of the actions of an area; `without`: all but these. */
export const partsOf = (area: AuditArea): { readonly parts: readonly string[]; readonly without: boolean } =>
  area === 'administration'
    ? { parts: Object.values(PARTS).flat(), without: true }
    : { parts: PARTS[area], without: false };
