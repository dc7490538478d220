import type { BookingStatus, BookingType } from '#contract/bookings.contract.ts';
import type { Span } from '#rules/bookings/free-slots.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';
import type { Tx } from '../../db/tx.ts';
import type { CallerRow } from '../bulk/caller.ts';

/** A type of appointment with its agent. */
export interface OfferRow extends BookingType {
  readonly account_id: number;
  readonly user_id: number;
  readonly agent: string;
  readonly agent_email: string;
  readonly agent_phone: string;
  readonly agency: string;
}

export interface BookingRow {
  readonly id: number;
  readonly user_id: number;
  readonly type_id: number | null;
  readonly event_id: number | null;
  readonly soa_id: number | null;
  readonly moved_to_id: number | null;
  readonly status: BookingStatus;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly held_until: Date;
  readonly zone: string;
  readonly language: PageLanguage;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly submission: string;
}

const COLUMNS = `id, user_id, type_id, event_id, soa_id, moved_to_id, status, starts_at, ends_at, held_until, zone, first_name, last_name,
  email, phone, submission, language`;

export const findOffer = async (tx: Tx, id: number): Promise<OfferRow | null> =>
  (
    await tx.raw<OfferRow>(
      `select t.id, t.account_id, t.user_id, t.slug, t.name, t.minutes, t.buffer_before, t.buffer_after, t.notice_hours, t.per_day,
         t.days_ahead, t.hours, t.zone, t.place, t.soa_products, t.active, btrim(u.first_name || ' ' || u.last_name) as agent,
         u.email as agent_email, u.phone as agent_phone, (select name from accounts where id = t.account_id) as agency
       from booking_types t join users u on u.id = t.user_id and u.active where t.id = $1`,
      [id],
    )
  )[0] ?? null;

export const findAgent = (tx: Tx, userId: number): Promise<CallerRow[]> =>
  tx.raw('select id as user_id, business_unit_id, roles, active from users where id = $1 and active', [userId]);

/** Bookings of one agent are made one after another, until the transaction ends. */
export const lockAgent = (tx: Tx, userId: number) =>
  tx.raw(`select pg_advisory_xact_lock(hashtextextended('bookings', $1))`, [userId]);

/** Holds whose time is over keep no one from their time anymore. */
export const expireHolds = (tx: Tx, userId: number, now: Date) =>
  tx.raw(`update bookings set status = 'expired' where user_id = $1 and status = 'held' and held_until <= $2`, [
    userId,
    now,
  ]);

/** A booking that keeps others from its time at a moment, `$2`. */
const TAKES_TIME = `(status = 'booked' or (status = 'held' and held_until > $2))`;

/** Times that bookings of an agent take, besides one. */
export const findTaken = async (tx: Tx, userId: number, now: Date, besides: number | null): Promise<Span[]> =>
  (
    await tx.raw<{ from: Date; to: Date }>(
      `select lower(during) as "from", upper(during) as "to" from bookings
       where user_id = $1 and ${TAKES_TIME} and not isempty(during) and id is distinct from $3`,
      [userId, now, besides],
    )
  ).map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));

/** Starts of appointments of a type since the day before, in ms, besides one. */
export const findStarts = async (tx: Tx, typeId: number, now: Date, besides: number | null): Promise<number[]> =>
  (
    await tx.raw<{ starts_at: Date }>(
      `select starts_at from bookings where type_id = $1 and starts_at >= $2::timestamptz - interval '1 day' and ${TAKES_TIME}
         and id is distinct from $3`,
      [typeId, now, besides],
    )
  ).map(({ starts_at: start }) => start.getTime());

export const findBySubmission = async (tx: Tx, submission: string): Promise<BookingRow | null> =>
  (await tx.raw<BookingRow>(`select ${COLUMNS} from bookings where submission = $1`, [submission]))[0] ?? null;

export const findBooking = async (tx: Tx, id: number): Promise<BookingRow | null> =>
  (await tx.raw<BookingRow>(`select ${COLUMNS} from bookings where id = $1`, [id]))[0] ?? null;

export const lockBooking = async (tx: Tx, id: number): Promise<BookingRow | null> =>
  (await tx.raw<BookingRow>(`select ${COLUMNS} from bookings where id = $1 for update`, [id]))[0] ?? null;

export interface NewBooking extends Omit<BookingRow, 'id' | 'moved_to_id'> {
  readonly during: Span;
  readonly at: Date;
}

/** @throws a violation of `bookings_one_at_a_time` when someone else has the time. */
export async function insertBooking(tx: Tx, row: NewBooking): Promise<number> {
  const [inserted] = await tx.raw<{ id: number }>(
    `insert into bookings (account_id, user_id, type_id, event_id, soa_id, status, starts_at, ends_at, during, held_until, zone,
       first_name, last_name, email, phone, submission, created_at, language)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, tstzrange($8, $9), $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`,
    [
      row.user_id,
      row.type_id,
      row.event_id,
      row.soa_id,
      row.status,
      row.starts_at,
      row.ends_at,
      new Date(row.during.from),
      new Date(row.during.to),
      row.held_until,
      row.zone,
      row.first_name,
      row.last_name,
      row.email,
      row.phone,
      row.submission,
      row.at,
      row.language,
    ],
  );
  return inserted?.id ?? 0;
}

/** @throws a violation of `bookings_one_at_a_time` when someone else has the time. */
export const confirmBooking = (
  tx: Tx,
  id: number,
  row: Pick<BookingRow, 'event_id' | 'soa_id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'language'>,
) =>
  tx.raw(
    `update bookings set status = 'booked', event_id = $2, soa_id = $3, first_name = $4, last_name = $5, email = $6, phone = $7,
       language = $8
     where id = $1`,
    [id, row.event_id, row.soa_id, row.first_name, row.last_name, row.email, row.phone, row.language],
  );

/** Ends a booking; it is no longer that of its event. */
export const endBooking = (tx: Tx, id: number, status: 'moved' | 'cancelled') =>
  tx.raw('update bookings set status = $2, event_id = null where id = $1', [id, status]);

export const noteMove = (tx: Tx, id: number, to: number) =>
  tx.raw('update bookings set moved_to_id = $2 where id = $1', [id, to]);

/** The agent's own contact with an address or a number, the address first. `null`: none. */
export const findOwnContact = async (
  tx: Tx,
  ownerId: number,
  { email, phone }: { readonly email: string; readonly phone: string },
): Promise<{ readonly id: number; readonly email: string | null } | null> =>
  (
    await tx.raw<{ id: number; email: string | null }>(
      `select id, email from contacts
       where owner_id = $1 and deleted_at is null and merged_into_id is null and (lower(email) = $2 or phone = $3)
       order by (lower(email) = $2) desc nulls last, id limit 1`,
      [ownerId, email, phone],
    )
  )[0] ?? null;

/** Returns whether the person has signed what their booking asked for, or anything since. */
export const isSoaSigned = async (tx: Tx, soaId: number): Promise<boolean> =>
  (
    await tx.raw(
      `select from soa_requests r join soa_requests s on s.contact_id = r.contact_id and s.created_at >= r.created_at
       where r.id = $1 and s.status in ('signed', 'completed')`,
      [soaId],
    )
  ).length > 0;
