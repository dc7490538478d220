import type { ContactRow, RowExtra } from '#contract/contacts/contact-list.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { consentsOfEach } from '../../compliance/consent-marks.ts';
import { newestPlans } from '../../records/newest-plans.ts';
import type { ListedContact } from './list-contacts.sql.ts';

/** What was asked for besides. */
type Extras = Partial<Pick<ContactRow, RowExtra>>;

/** What each row of a page has besides, in their order: read for the page as a whole, and only what is asked. */
export async function rowExtras(
  { seal, now }: Pick<Deps, 'seal' | 'now'>,
  tx: Tx,
  rows: readonly ListedContact[],
  asked: readonly RowExtra[],
): Promise<Extras[]> {
  if (rows.length === 0 || asked.length === 0) return rows.map(() => ({}));
  const ids = rows.map(({ id }) => id);
  const plans = asked.includes('plan') ? await newestPlans(tx, ids) : null;
  const consents = asked.includes('consent') ? await consentsOfEach(tx, seal, rows, now()) : null;
  return rows.map((row, place) => ({
    ...(asked.includes('next_step') && { next_step: nextStepOf(row) }),
    ...(plans && { plan: plans.get(row.id) ?? null }),
    ...(consents && { consent: consents[place] }),
  }));
}

const nextStepOf = ({ follow_up_on: on, follow_up_time: time, follow_up_note: note }: ListedContact) =>
  on === null ? null : { on, time, note };
