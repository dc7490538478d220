/** Reason why a contact was skipped; labels are in `src/views/bulk/bulk-words.ts`. */
export const BULK_REASONS = [
  /** Unknown, or not theirs to see (any more). */
  'not_seen',
  'deleted',
  /** A part of another contact now. */
  'merged',
  /** Deleted longer ago than it can be restored. */
  'expired',
  'too_many_tags',
  /** Under legal hold. */
  'held',
  /** Of a campaign: no number or address, an opt-out of its channel, no consent to automated messages. */
  'no_address',
  'opted_out',
  'no_consent',
  /** Of a workflow: it is for the contacts of other agents. */
  'not_for_owner',
  /** Of a move between versions of a workflow. */
  'step_gone',
  /** Contacts that an undo skipped. */
  'changed_since',
  'deleted_since',
  'choice_gone',
] as const;
export type BulkReason = (typeof BULK_REASONS)[number];
