import { sql } from 'kysely';
import type { Capability } from '#contract/numbers.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface OwnedRow {
  readonly id: number;
  readonly number: string;
  readonly label: string;
  readonly user_id: number;
  readonly user_name: string;
  readonly capabilities: Capability[];
  readonly carrier: string | null;
  readonly release_due_at: Date | null;
  readonly registration: 'registered' | 'failed' | null;
  readonly reason: string;
}

const OWNED = sql`select p.id, p.number, p.label, p.user_id, btrim(u.first_name || ' ' || u.last_name) as user_name,
    p.capabilities, p.carrier, p.release_due_at, r.state as registration, coalesce(r.reason, '') as reason
  from phone_numbers p join users u on u.id = p.user_id
  left join number_registrations r on r.account_id = p.account_id and r.number = p.number`;

/** Of a user or their downline. */
const below = (userId: number, whose = sql`p.user_id`) =>
  sql`exists (select from user_tree t where t.ancestor_id = ${userId} and t.descendant_id = ${whose})`;

/** Numbers of a user, then those of their downline. */
export const findOwned = (tx: Tx, userId: number) =>
  tx.all<OwnedRow>(
    sql<OwnedRow>`${OWNED} where p.kind = 'agent' and ${below(userId)}
      order by p.user_id <> ${userId}, lower(u.last_name), lower(u.first_name), u.id, p.id limit 500`,
  );

/** `null`: there is none, or it belongs to someone else. The number is locked. */
export const lockOwned = (tx: Tx, userId: number, id: number) =>
  tx.one<OwnedRow>(
    sql<OwnedRow>`${OWNED} where p.kind = 'agent' and p.id = ${id} and ${below(userId)} for update of p`,
  );

/** An active user who is the user themselves or in their downline. */
export const isBelow = async (tx: Tx, userId: number, id: number): Promise<boolean> =>
  (await tx.one(sql`select u.id from users u where u.id = ${id} and u.active and ${below(userId, sql`u.id`)}`)) !==
  null;

export const setUser = (tx: Tx, id: number, userId: number) =>
  tx.change(sql`update phone_numbers set user_id = ${userId} where id = ${id}`);

/** `null`: it isn't released. */
export const setReleased = (tx: Tx, id: number, dueAt: Date | null) =>
  tx.change(sql`update phone_numbers set release_due_at = ${dueAt} where id = ${id}`);

/**
 * Keeps the number that a user's dialer is known by: the first one that calls, where they have none or have lost it. One
 * that is confirmed as theirs otherwise stays.
 */
export const keepVerified = (tx: Tx, userId: number, lost = '') =>
  tx.change(sql`update users u set dialer_verified_phone_number =
      (select p.number from phone_numbers p where p.user_id = u.id and 'voice' = any (p.capabilities) order by p.id limit 1)
    where u.id = ${userId} and coalesce(u.dialer_verified_phone_number, ${lost}) = ${lost}`);

/** Which of these numbers someone has, in any account. */
export const findTaken = async (tx: Tx, numbers: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await tx.all<{ number: string }>(
        sql<{
          number: string;
        }>`select n.number from unnest(${numbers}::text[]) n (number), find_phone_number(n.number)`,
      )
    ).map(({ number }) => number),
  );

interface NewNumber {
  readonly number: string;
  readonly label: string;
  readonly userId: number;
  readonly capabilities: readonly Capability[];
  readonly carrier: string;
  readonly sid: string;
  readonly at: Date;
}

/** Returns its id; `null` when someone has it, in any account. */
export const insertNumber = async (tx: Tx, fresh: NewNumber): Promise<number | null> =>
  (
    await tx.one<{ id: number }>(
      sql<{ id: number }>`insert into phone_numbers
          (account_id, number, label, kind, user_id, capabilities, carrier, carrier_sid, created_at)
        values (app_account_id(), ${fresh.number}, ${fresh.label}, 'agent', ${fresh.userId}, ${fresh.capabilities},
          ${fresh.carrier}, ${fresh.sid}, ${fresh.at}) on conflict (number) do nothing returning id`,
    )
  )?.id ?? null;

interface EndedRow {
  readonly id: number;
  readonly number: string;
  readonly user_id: number;
  readonly carrier: string;
  readonly carrier_sid: string;
}

/** A number whose grace period is over, locked; `null`: it was restored. */
export const lockEnded = (tx: Tx, id: number, at: Date) =>
  tx.one<EndedRow>(
    sql<EndedRow>`select id, number, user_id, carrier, carrier_sid from phone_numbers
      where id = ${id} and release_due_at <= ${at} for update`,
  );

export async function removeNumber(tx: Tx, { id, number }: { readonly id: number; readonly number: string }) {
  await tx.change(sql`delete from number_registrations where number = ${number}`);
  await tx.change(sql`delete from phone_numbers where id = ${id}`);
}
