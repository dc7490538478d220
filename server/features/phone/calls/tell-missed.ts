import { MISSED_OUTCOMES } from '#contract/phone/call.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { Tx } from '../../../db/tx.ts';
import { visibilityValues } from '../../contacts/contact-visibility.ts';
import { notify } from '../../notifications/notify.ts';
import { findViewer } from '../phone-people.sql.ts';
import { type CallRow, findCall, findMissing } from './calls.sql.ts';

/** Notifies the users whom a call rang in vain, but not those who declined it. Each learns the contact if they can see it. */
export async function tellMissed(tx: Tx, call: CallRow, at: Date): Promise<void> {
  const { id, account_id: accountId, direction, outcome, user_id: taker } = call;
  if (direction !== 'inbound' || taker !== null || outcome === null || !MISSED_OUTCOMES.includes(outcome)) return;
  for (const userId of await findMissing(tx, id)) {
    const viewer = await findViewer(tx, userId);
    const seen = viewer === null ? null : await findCall(tx, visibilityValues(viewer), id);
    if (seen === null) continue;
    const number = formatPhone(call.from_number);
    const name = seen.contact?.name ?? '';
    const place = [call.caller_city, call.caller_state].filter((part) => part !== '').join(', ');
    await notify(tx, {
      accountId,
      userId,
      kind: 'missed_call',
      aboutId: id,
      occurrence: 'missed',
      title: `Missed call from ${name === '' ? number : name}`,
      body: name === '' ? place : number,
      href: `/calls/${id}`,
      at,
    });
  }
}
