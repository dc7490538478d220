import { ruleWords } from '#rules/events/recurrence-rule.ts';
import { Refusal } from '../../../errors.ts';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Caller } from '../../../resource/table.ts';
import { noteRefusal } from '../../compliance/may-be-reached.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { findSender, mailContact } from '../../timeline/emails.service.ts';
import { hostOf } from '../feed/feed.service.ts';
import { icsCalendar, type Party, type SharedRow } from '../feed/ics-calendar.ts';
import { type Told, whoIsTold } from './who-is-told.ts';

/** What an invitation says in place of the usual words. */
export interface InviteWords {
  readonly subject: string;
  readonly text: string;
  /** As those of a mail. */
  readonly secrets: readonly string[];
}

type Use = Pick<Deps, 'now' | 'seal' | 'config' | 'mailer'>;

/** Locks the contacts that events invite, before the events are locked; `more` will be invited. */
export async function lockInvited(tx: Tx, eventIds: readonly number[], more: readonly (number | null | undefined)[]) {
  const rows = await tx.raw<{ contact_id: number }>(
    `select distinct contact_id from calendar_events
     where (id = any($1) or series_id = any($1)) and invites_contact and contact_id is not null`,
    [eventIds],
  );
  const ids = new Set([...rows.map(({ contact_id: id }) => id), ...more].filter((id) => typeof id === 'number'));
  await lockContacts(tx, [...ids]);
}

/** When a series or an event is, for a person. */
function whenOf({ start_local: start, all_day: isAllDay, zone, rule }: SharedRow): string {
  const words = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    ...(!isAllDay && { timeStyle: 'short' }),
    timeZone: 'UTC',
  }).format(new Date(`${start}:00Z`));
  const place = isAllDay ? '' : ` (${zone.replaceAll('_', ' ')})`;
  return `${words}${place}${rule === '' ? '' : `, ${ruleWords(rule).toLowerCase()}`}`;
}

/** What a guest reads above the calendar file. */
export function wordsOf(
  { method, rows }: Pick<Told, 'method' | 'rows'>,
  sender: Party,
): { readonly subject: string; readonly text: string } {
  const [first] = rows;
  const title = first?.title ?? '';
  const lines = [
    method === 'CANCEL' ? `${sender.name} canceled: ${title}` : `${sender.name} invites you: ${title}`,
    ...(first === undefined ? [] : [whenOf(first), first.place]),
  ];
  return {
    subject: method === 'CANCEL' ? `Canceled: ${title}` : `Invitation: ${title}`,
    text: `${lines.filter((line) => line !== '').join('\n')}\n`,
  };
}

/** Parties of an invitation that a contact gets: their address is filled in with the e-mail. */
const addressOf = async (tx: Tx, contactId: number): Promise<Party> =>
  (
    await tx.raw<Party>(
      `select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email, '') as name, coalesce(email, '') as address
       from contacts where id = $1`,
      [contactId],
    )
  )[0] ?? { name: '', address: '' };

/**
 * E-mails what guests have to know of a change, in its transaction: invitations, new times, cancellations. A contact who
 * may not be e-mailed is left out; returns the reason, or `null`.
 */
export async function tellGuests(
  deps: Use,
  tx: Tx,
  caller: Caller,
  before: readonly SharedRow[],
  after: readonly SharedRow[],
  words?: InviteWords,
): Promise<string | null> {
  const now = deps.now();
  const told = whoIsTold(before, after, now);
  const [{ user_id: userId } = { user_id: 0 }] = [...after, ...before];
  if (told.length === 0) return null;
  const organizer = await findSender(tx, userId);
  let reason: string | null = null;
  for (const one of told) {
    const { guest, method, rows } = one;
    const party = typeof guest === 'string' ? { name: guest, address: guest } : await addressOf(tx, guest);
    const content = icsCalendar({ rows, host: hostOf(deps), now, method, parties: { organizer, guest: party } });
    const mail = { ...(words ?? wordsOf(one, organizer)), calendar: { method, content } };
    if (typeof guest === 'number') reason = (await mailInvited(deps, tx, caller, guest, mail)) ?? reason;
    else await deps.mailer.send(tx, caller.identity.accountId, { ...mail, to: guest, ...replyTo(organizer) });
  }
  return reason;
}

const replyTo = (party: Party) => (party.address === '' ? {} : { replyTo: party });

/** An appointment that both agreed to is service, not marketing. */
async function mailInvited(
  deps: Use,
  tx: Tx,
  caller: Caller,
  contactId: number,
  mail: Omit<Parameters<typeof mailContact>[4], 'purpose'>,
): Promise<string | null> {
  try {
    await mailContact(deps, tx, caller, contactId, { ...mail, purpose: 'service' });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await noteRefusal(tx, caller.identity, error);
    return error.message;
  }
}
