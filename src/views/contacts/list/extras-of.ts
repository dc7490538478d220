import { ROW_EXTRAS, type RowExtra } from '#contract/contacts/contact-list.contract.ts';
import type { ContactColumn } from '../../../store/contacts.store.ts';

/** What these columns ask the server for besides the rows themselves. */
export const extrasOf = (columns: readonly ContactColumn[]): RowExtra[] =>
  ROW_EXTRAS.filter((extra) => columns.some((column) => EXTRA_OF[column] === extra));

const EXTRA_OF: Readonly<Partial<Record<ContactColumn, RowExtra>>> = {
  follow_up_on: 'next_step',
  plan: 'plan',
  carrier: 'plan',
  consent: 'consent',
};
