import { randomUUID } from 'node:crypto';
import { type BookingForm, HOLD_MINUTES } from '#contract/bookings.contract.ts';
import type { CalendarBroadcast } from '#contract/events/calendar.contract.ts';
import { afterStep, statusAt } from '#rules/bookings/booking.machine.ts';
import { freeOn, spanWith } from '#rules/bookings/free-slots.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';
import { dayIn } from '#rules/time/days.ts';
import { inOneTransaction, outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { emitEvents, userStream } from '../../events.ts';
import { identityOf } from '../bulk/caller.ts';
import { readPhone } from '../contacts/contact-phone.ts';
import { type Caller, createContact } from '../contacts/contacts.service.ts';
import { createEvent, removeEvent, updateEvent } from '../events/change-events.service.ts';
import { lockEvents } from '../events/event-rows.ts';
import { lockInvited } from '../events/invitations/tell-guests.ts';
import { localAt } from '../events/recurrence.ts';
import { notify } from '../notifications/notify.ts';
import { createSoaRequest, sendSoaRequest } from '../soa/change-soa.service.ts';
import { soaLink } from '../soa/soa-link.ts';
import { aroundOf, freeTimes, withRule } from './agent-time.ts';
import { type BookingLink, bookingToken, readBookingToken } from './booking-link.ts';
import { agentMail, agentNotice, visitorWords } from './booking-words.ts';
import * as sql from './bookings.sql.ts';

const MINUTE_MS = 60_000;

/** Free times on a page. Ours: about a week of an agent. */
const SHOWN_TIMES = 60;

const unknown = () => new Refusal('not_found', "This page doesn't exist, or it takes no bookings anymore.");
const gone = () => new Refusal('conflict', 'This time was just taken. Choose another one.');
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23P01';

/** Someone else was quicker: the database says so. */
const orGone = (error: unknown): never => {
  throw isTaken(error) ? gone() : error;
};

/** Free times of a page, and what they are for. */
export interface Offered {
  readonly offer: sql.OfferRow;
  /** Starts, in ms. */
  readonly times: readonly number[];
}

/** @throws {Refusal} `not_found`. */
async function pageOf(deps: Pick<Deps, 'pool'>, slug: string): Promise<{ accountId: number; id: number }> {
  const [page] = await outsideAccounts<{ account_id: number; id: number }>(
    deps.pool,
    'select account_id, id from find_booking_page($1)',
    [slug],
  );
  if (page === undefined) throw unknown();
  return { accountId: page.account_id, id: page.id };
}

async function requireOffer(tx: Tx, id: number | null, now: Date): Promise<sql.OfferRow> {
  const offer = id === null ? null : await sql.findOffer(tx, id);
  if (offer === null) throw unknown();
  return withRule(tx, offer, now);
}

/** What a page offers from a day on; `day` null: from today. @throws {Refusal} `not_found`. */
export async function readPage(deps: Pick<Deps, 'pool' | 'now'>, slug: string, day: string | null): Promise<Offered> {
  const { accountId, id } = await pageOf(deps, slug);
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const now = deps.now();
    const offer = await requireOffer(tx, id, now);
    return { offer, times: await freeTimes(tx, offer, { day, most: SHOWN_TIMES, now, moved: null }) };
  });
}

/** @throws {Refusal} `conflict` unless a start is free for a type. */
async function requireFree(tx: Tx, offer: sql.OfferRow, start: number, now: Date, moved: sql.BookingRow | null) {
  const around = await aroundOf(tx, offer, now, moved);
  if (!freeOn(offer, dayIn(offer.zone, start), around).includes(start)) throw gone();
}

interface Chosen {
  /** Milliseconds. */
  readonly start: number;
  readonly zone: string;
  readonly language: PageLanguage;
  readonly submission: string;
}

const blank = { first_name: '', last_name: '', email: '', phone: '' };

/** Holds a time while the visitor fills in the form; a repetition holds it once. @throws {Refusal} `not_found`, `conflict`. */
export async function holdTime(
  deps: Deps,
  slug: string,
  { start, zone, language, submission }: Chosen,
): Promise<string> {
  const { accountId, id } = await pageOf(deps, slug);
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const now = deps.now();
    const offer = await requireOffer(tx, id, now);
    await sql.lockAgent(tx, offer.user_id);
    const before = await sql.findBySubmission(tx, submission);
    if (before?.starts_at.getTime() === start) return bookingToken(deps, { accountId, id: before.id });
    await sql.expireHolds(tx, offer.user_id, now);
    await requireFree(tx, offer, start, now, null);
    const held = await sql.insertBooking(tx, {
      ...blank,
      user_id: offer.user_id,
      type_id: offer.id,
      event_id: null,
      soa_id: null,
      status: afterStep('free', 'hold') ?? 'held',
      ...timesOf(offer, start),
      held_until: new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS),
      zone,
      language,
      // A form that chose another time before holds the new one, too.
      submission: before === null ? submission : randomUUID(),
      at: now,
    });
    return bookingToken(deps, { accountId, id: held });
  }).catch(orGone);
}

const timesOf = (offer: sql.OfferRow, start: number) => ({
  starts_at: new Date(start),
  ends_at: new Date(start + offer.minutes * MINUTE_MS),
  during: spanWith(offer, start),
});

/** A booking as its page shows it. */
export interface ShownBooking {
  readonly booking: sql.BookingRow;
  /** `null`: the type was removed. */
  readonly offer: sql.OfferRow | null;
  /** Where the scope of appointment is signed; `null`: it needs none, or it is signed. */
  readonly soaUrl: string | null;
  /** The booking that took its place; `null`: none. */
  readonly nextToken: string | null;
}

/** @throws {Refusal} `not_found`. */
function linkOf(deps: Pick<Deps, 'seal'>, token: string): BookingLink {
  const link = readBookingToken(deps, token);
  if (link === null) throw new Refusal('not_found', "This link doesn't work. Open it again from your e-mail.");
  return link;
}

/** @throws {Refusal} `not_found`. */
export function viewBooking(
  deps: Pick<Deps, 'pool' | 'seal' | 'config' | 'now'>,
  token: string,
): Promise<ShownBooking> {
  const link = linkOf(deps, token);
  return withAccount(deps.pool, link, (tx) => shownOf(deps, tx, link));
}

async function shownOf(deps: Pick<Deps, 'seal' | 'config' | 'now'>, tx: Tx, link: BookingLink): Promise<ShownBooking> {
  const now = deps.now();
  const row = await sql.findBooking(tx, link.id);
  if (row === null) throw new Refusal('not_found', "This link doesn't work anymore.");
  const offer = row.type_id === null ? null : await sql.findOffer(tx, row.type_id);
  const isDue = row.soa_id !== null && !(await sql.isSoaSigned(tx, row.soa_id));
  return {
    booking: { ...row, status: statusAt(row, now) },
    offer: offer === null ? null : await withRule(tx, offer, now),
    soaUrl: isDue && row.soa_id !== null ? soaLink(deps, { accountId: link.accountId, id: row.soa_id }) : null,
    nextToken: row.moved_to_id === null ? null : bookingToken(deps, { ...link, id: row.moved_to_id }),
  };
}

/** Free times for a booking that is to be moved. @throws {Refusal} `not_found`, `conflict`. */
export function timesToMove(deps: Deps, token: string, day: string | null): Promise<Offered> {
  const link = linkOf(deps, token);
  return withAccount(deps.pool, link, async (tx) => {
    const now = deps.now();
    const { booking } = await shownOf(deps, tx, link);
    if (afterStep(booking.status, 'move') === null)
      throw new Refusal('conflict', "This booking can't be moved anymore.");
    const offer = await requireOffer(tx, booking.type_id, now);
    return { offer, times: await freeTimes(tx, offer, { day, most: SHOWN_TIMES, now, moved: booking }) };
  });
}

/** What a visitor entered, cleaned. @throws {Refusal} `refused` by field. */
function readVisitor(form: BookingForm): BookingForm {
  const email = form.email.trim().toLowerCase();
  const phone = readPhone(form.phone);
  if (!isEmailAddress(email)) throw refuseField('email', 'Enter an e-mail address like ana@example.com.');
  if (phone === null) throw refuseField('phone', 'Enter a phone number like 512-555-0142.');
  return { first_name: cleanLine(form.first_name), last_name: cleanLine(form.last_name), email, phone };
}

/** The agent whose calendar a visitor books. @throws {Refusal} `not_found` when they are deactivated. */
async function agentCaller(tx: Tx, { accountId }: BookingLink, userId: number, requestId: string): Promise<Caller> {
  const callers = await sql.findAgent(tx, userId);
  if (callers.length === 0) throw unknown();
  return { identity: identityOf({ account_id: accountId }, callers), requestId };
}

const onClock = (at: Date, zone: string) => {
  const local = localAt(at, zone);
  return { date: local.slice(0, 10), time: local.slice(11) };
};

/** Fields of the event of a booking. */
const eventTimes = (offer: sql.OfferRow, start: Date, end: Date) => {
  const [from, to] = [onClock(start, offer.zone), onClock(end, offer.zone)];
  return { start_date: from.date, start_time: from.time, end_date: to.date, end_time: to.time, zone: offer.zone };
};

/** Asks for the scope of appointment of a meeting about Medicare products; `null`: it needs none. */
async function askForSoa(deps: Deps, caller: Caller, offer: sql.OfferRow, contactId: number, row: sql.BookingRow) {
  if (offer.soa_products.length === 0) return null;
  const soa = await createSoaRequest(deps, caller, {
    contact_id: contactId,
    method: 'link',
    language: row.language,
    products: [...offer.soa_products],
    appointment_at: row.starts_at.toISOString(),
    supersedes_id: null,
  });
  await sendSoaRequest(deps, caller, soa.id, 'copy');
  return soa.id;
}

/** Books a held time: the contact, the event, its invitation and the notice of the agent. */
async function bookHeld(
  deps: Deps,
  tx: Tx,
  link: BookingLink,
  row: sql.BookingRow,
  form: BookingForm,
  requestId: string,
) {
  const now = deps.now();
  const offer = await requireOffer(tx, row.type_id, now);
  if (statusAt(row, now) === 'expired') await requireFree(tx, offer, row.starts_at.getTime(), now, row);
  const caller = await agentCaller(tx, link, row.user_id, requestId);
  const found = await sql.findOwnContact(tx, row.user_id, form);
  const contact =
    found ??
    (await createContact(deps, caller, {
      contact: { ...form, ...(row.language === 'es' && { language: 'spanish' }) },
    }));
  const soaId = await askForSoa(deps, caller, offer, contact.id, row);
  const soaUrl = soaId === null ? null : soaLink(deps, { accountId: link.accountId, id: soaId });
  const isTheirs = contact.email?.toLowerCase() === form.email;
  const event = await createEvent(
    deps,
    caller,
    {
      title: `${offer.name}: ${form.first_name} ${form.last_name}`,
      type: 'appointment',
      ...eventTimes(offer, row.starts_at, row.ends_at),
      place: offer.place,
      contact_id: contact.id,
      invites_contact: isTheirs,
      guests: isTheirs ? [] : [form.email],
      downline_user_id: 1,
    },
    visitorWords(deps, link, 'booked', { offer, row, form, soaUrl }),
  );
  await sql.confirmBooking(tx, row.id, { event_id: event.data.id, soa_id: soaId, language: row.language, ...form });
  await tellAgent(deps, tx, link, { ...row, ...form, event_id: event.data.id }, offer, 'booked');
}

/** Tells the agent on every page, among their notifications, and by e-mail. */
async function tellAgent(
  deps: Deps,
  tx: Tx,
  { accountId }: BookingLink,
  row: sql.BookingRow,
  offer: sql.OfferRow,
  what: 'booked' | 'moved' | 'cancelled',
): Promise<void> {
  const body: CalendarBroadcast = {
    type: 'booking.changed',
    booking_id: row.id,
    what,
    event_id: row.event_id,
    title: offer.name,
    name: `${row.first_name} ${row.last_name}`,
    starts_at: row.starts_at.toISOString(),
  };
  await emitEvents(tx, accountId, [{ stream: userStream(row.user_id), body }]);
  await notify(tx, {
    ...agentNotice(row, offer, what),
    accountId,
    userId: row.user_id,
    kind: 'booking',
    aboutId: row.id,
    occurrence: what,
    at: deps.now(),
  });
  if (offer.agent_email !== '') await deps.mailer.send(tx, accountId, agentMail(deps, row, offer, what));
}

/** Locks a booking after its agent, contact and event: in the order of an agent who changes the event. */
async function lockOwn(tx: Tx, link: BookingLink): Promise<sql.BookingRow> {
  const seen = await sql.findBooking(tx, link.id);
  if (seen !== null) await sql.lockAgent(tx, seen.user_id);
  if (typeof seen?.event_id === 'number') {
    await lockInvited(tx, [seen.event_id], []);
    await lockEvents(tx, seen.event_id, null);
  }
  const row = await sql.lockBooking(tx, link.id);
  if (row === null) throw new Refusal('not_found', "This link doesn't work anymore.");
  return row;
}

/** Books the held time once, however often it is asked; `language`: of its page, absent as it was held. @throws {Refusal} `refused` by field, `not_found`, `conflict`. */
export async function bookTime(
  deps: Deps,
  token: string,
  written: BookingForm,
  requestId: string,
  language?: PageLanguage,
): Promise<void> {
  const link = linkOf(deps, token);
  const form = readVisitor(written);
  await inOneTransaction(deps.pool, link, async (tx) => {
    const row = await lockOwn(tx, link);
    if (row.status === 'booked') return;
    if (afterStep(statusAt(row, deps.now()), 'book') === null)
      throw new Refusal('conflict', 'This booking was changed. Open its page again.');
    await bookHeld(deps, tx, link, { ...row, language: language ?? row.language }, form, requestId);
  }).catch(orGone);
}

/** Cancels a booking, or gives back a held time; once. @throws {Refusal} `not_found`, `conflict`. */
export function cancelBooking(deps: Deps, token: string, requestId: string): Promise<void> {
  const link = linkOf(deps, token);
  return inOneTransaction(deps.pool, link, async (tx) => {
    const row = await lockOwn(tx, link);
    if (row.status === 'cancelled') return;
    if (afterStep(statusAt(row, deps.now()), 'cancel') === null)
      throw new Refusal('conflict', "This booking can't be canceled anymore.");
    await sql.endBooking(tx, row.id, 'cancelled');
    if (row.event_id === null) return;
    const caller = await agentCaller(tx, link, row.user_id, requestId);
    const offer = row.type_id === null ? null : await sql.findOffer(tx, row.type_id);
    const words = offer === null ? undefined : visitorWords(deps, link, 'cancelled', { offer, row });
    await removeEvent(deps, caller, row.event_id, { scope: 'one' }, words);
    if (offer !== null) await tellAgent(deps, tx, link, { ...row, event_id: null }, offer, 'cancelled');
  });
}

/** Moves a booking to another time; returns its new token. @throws {Refusal} `not_found`, `conflict`. */
export function moveBooking(deps: Deps, token: string, start: number, requestId: string): Promise<string> {
  const link = linkOf(deps, token);
  return inOneTransaction(deps.pool, link, async (tx) => {
    const now = deps.now();
    const row = await lockOwn(tx, link);
    const next = row.moved_to_id === null ? null : await sql.findBooking(tx, row.moved_to_id);
    if (next?.starts_at.getTime() === start) return bookingToken(deps, { ...link, id: next.id });
    if (afterStep(row.status, 'move') === null || row.event_id === null)
      throw new Refusal('conflict', "This booking can't be moved anymore.");
    const offer = await requireOffer(tx, row.type_id, now);
    await sql.expireHolds(tx, row.user_id, now);
    await requireFree(tx, offer, start, now, row);
    await sql.endBooking(tx, row.id, 'moved');
    const times = timesOf(offer, start);
    const caller = await agentCaller(tx, link, row.user_id, requestId);
    const moved = { ...row, ...times, status: 'booked' as const, submission: randomUUID() };
    const id = await sql.insertBooking(tx, { ...moved, event_id: null, at: now });
    await sql.noteMove(tx, row.id, id);
    const place = { scope: 'one' as const, ...eventTimes(offer, times.starts_at, times.ends_at) };
    await updateEvent(
      deps,
      caller,
      row.event_id,
      place,
      visitorWords(deps, { ...link, id }, 'moved', { offer, row: moved }),
    );
    await sql.confirmBooking(tx, id, moved);
    await tellAgent(deps, tx, link, { ...moved, id }, offer, 'moved');
    return bookingToken(deps, { ...link, id });
  }).catch(orGone);
}
