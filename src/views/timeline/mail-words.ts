import type { Contact } from '#contract/contacts.contract.ts';

export const addressesIn = (cc: string): string[] => cc.split(/[,;\s]+/).filter(Boolean);

/** A field's message is more specific than the general one. */
export const refusalWords = (
  error: { message: string; fields: Readonly<Record<string, readonly string[]>> } | null,
): string => Object.values(error?.fields ?? {})[0]?.[0] ?? error?.message ?? '';

/** Why no mail can be sent to this contact at all. */
export function addressRefusal({ email, email_status }: Pick<Contact, 'email' | 'email_status'>): string | undefined {
  if (!email) return 'This contact has no e-mail address.';
  return email_status === 'invalid' ? 'E-mail to this address would bounce.' : undefined;
}

/** Missing parts of an e-mail. */
export function lackIn({ subject, body }: { subject: string; body: string }): string | undefined {
  if (!subject.trim()) return 'Write a subject first.';
  return body.trim() ? undefined : 'Write something first.';
}
