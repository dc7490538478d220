import type { Tx } from '../../../db/tx.ts';
import type { Schedule } from '../recurrence.ts';

/** An event with its owner. */
export interface RemindedRow extends Schedule {
  readonly id: number;
  readonly user_id: number;
  readonly contact_id: number | null;
  readonly title: string;
  readonly place: string;
  readonly reminders: readonly number[] | null;
  readonly remind_after: Date | null;
  /** Of the owner; empty: none. */
  readonly email: string;
  readonly active: boolean;
  /** A visitor booked it to talk about Medicare products, and has not signed the scope of appointment. */
  readonly needs_soa: boolean;
}

/** `null`: another process has it, or it is due no more. */
export const lockDue = async (tx: Tx, id: number, now: Date): Promise<RemindedRow | null> =>
  (
    await tx.raw<RemindedRow>(
      `select e.id, e.user_id, e.contact_id, e.title, e.place, e.reminders, e.remind_after, e.all_day, e.start_local, e.end_local,
         e.zone, e.rule, e.repeat_until, e.excluded, u.email, u.active,
         exists (select from bookings b join soa_requests r on r.id = b.soa_id where b.event_id = e.id and b.status = 'booked'
           and not exists (select from soa_requests s where s.contact_id = r.contact_id and s.created_at >= r.created_at
             and s.status in ('signed', 'completed'))) as needs_soa
       from calendar_events e join users u on u.id = e.user_id
       where e.id = $1 and e.remind_at <= $2 for update of e skip locked`,
      [id, now],
    )
  )[0] ?? null;

export const saveLooked = (tx: Tx, id: number, { after, next }: { after: Date; next: Date | null }) =>
  tx.raw('update calendar_events set remind_after = $2, remind_at = $3 where id = $1', [id, after, next]);
