import * as z from 'zod/mini';

/** Fields of consent to marketing that a column can fill. */
export const CONSENT_FIELDS = [
  /** Yes or no as the header means it, `opted in` or `opted out`, or the day of either; like the next two. */
  'consent_call',
  'consent_text',
  'consent_mail',
  /** Yes, or the day since when. */
  'do_not_call',
] as const;
export type ConsentField = (typeof CONSENT_FIELDS)[number];

/** Entries of an import in the consent ledgers of contacts. */
export const ConsentCounts = z.object({ opt_outs: z.int(), opt_ins: z.int() });
export type ConsentCounts = z.output<typeof ConsentCounts>;

/** What the consent cells of a file come to. */
export const ImportedConsents = z.extend(ConsentCounts, {
  /** Opt-ins not added, since the person, or someone with the same number or address, has opted out. */
  kept_out: z.int(),
});
export type ImportedConsents = z.output<typeof ImportedConsents>;
