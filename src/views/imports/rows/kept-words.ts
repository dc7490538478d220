import type { KeptRow } from '#contract/imports/rows.contract.ts';

/** Why an undo keeps a contact. */
export const KEPT_WORDS: Readonly<Record<KeptRow['reason'], string>> = {
  changed_since: 'Changed since',
  deleted_since: 'Deleted since',
  owner_changed: 'Owner changed',
  held: 'Under legal hold',
  choice_gone: 'Its group or status no longer exists',
};
