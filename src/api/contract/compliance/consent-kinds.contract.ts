/** What an entry of the ledger of a contact is about; `any` is each of the others. */
export const CONSENT_CHANNELS = ['call', 'text', 'mail', 'share', 'any'] as const;
export const CONSENT_KINDS = ['given', 'withdrawn', 'do_not_call'] as const;
export const CONSENT_PURPOSES = ['service', 'marketing', 'automated', 'any'] as const;
/** Source of the consent; `scrub`: checked against a do-not-call list. */
export const CONSENT_SOURCES = ['asked', 'form', 'letter', 'mail', 'text', 'import', 'scrub', 'other'] as const;
