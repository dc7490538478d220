import { sql } from 'kysely';
import type { DuplicateReason } from '#contract/duplicates.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** Two contacts, the lower id first. */
export interface Pair {
  readonly low_id: number;
  readonly high_id: number;
}

export interface FoundPair extends Pair {
  readonly verdict: 'same' | 'likely';
  readonly reasons: readonly DuplicateReason[];
}

/** Takes the next contacts out of the queue, the longest waiting first; none while an import goes first. */
export const takeChecks = (tx: Tx, most: number) =>
  tx.raw<{ contact_id: number }>(
    `delete from duplicate_checks where account_id = app_account_id() and not import_goes_first(app_account_id()) and id in (
       select id from duplicate_checks where account_id = app_account_id() order by id limit $1 for update skip locked
     ) returning contact_id`,
    [most],
  );

/** Replaces the pairs of the contacts. */
export async function keepPairs(tx: Tx, ids: readonly number[], pairs: readonly FoundPair[], at: Date): Promise<void> {
  const lows = pairs.map(({ low_id }) => low_id);
  const highs = pairs.map(({ high_id }) => high_id);
  await tx.raw(
    `delete from duplicate_pairs p where p.account_id = app_account_id()
       and (p.low_id = any($1::bigint[]) or p.high_id = any($1::bigint[]))
       and (p.low_id, p.high_id) not in (select * from unnest($2::bigint[], $3::bigint[]))`,
    [ids, lows, highs],
  );
  if (pairs.length === 0) return;
  await tx.raw(
    `insert into duplicate_pairs (account_id, low_id, high_id, verdict, reasons, found_at)
     select app_account_id(), low, high, verdict, string_to_array(reasons, ' '), $5
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as found(low, high, verdict, reasons)
     on conflict (account_id, low_id, high_id) do update set verdict = excluded.verdict, reasons = excluded.reasons
     where (duplicate_pairs.verdict, duplicate_pairs.reasons) is distinct from (excluded.verdict, excluded.reasons)`,
    [lows, highs, pairs.map(({ verdict }) => verdict), pairs.map(({ reasons }) => reasons.join(' ')), at],
  );
}

/** Contacts among these that are paired with another one of them by this value; `null` ignores contact info. */
export const findPairedAmong = (tx: Tx, ids: readonly number[], by: DuplicateReason | null) =>
  tx.raw<{ id: number }>(
    `select distinct unnest(array[low_id, high_id]) as id from duplicate_pairs
     where account_id = app_account_id() and low_id = any($1::bigint[]) and high_id = any($1::bigint[])
       and case when $2::text is null then not reasons && array['same_phone', 'same_email', 'same_address']
         else reasons @> array[$2::text] end`,
    [ids, by],
  );

const PAIRS = sql`select p.low_id, p.high_id, p.verdict, p.reasons`;
const OPEN = sql`p.account_id = app_account_id()
  and not exists (select from duplicate_dismissals d
    where d.account_id = p.account_id and d.low_id = p.low_id and d.high_id = p.high_id)`;
const isSeen = (seen: Seen, id: 'p.low_id' | 'p.high_id') =>
  sql`exists (select from contacts c where c.id = ${sql.ref(id)} and c.deleted_at is null and ${seenIn(seen)})`;

const OPEN_PAIRS = (seen: Seen) => sql`${PAIRS} from duplicate_pairs p
  where ${OPEN} and ${isSeen(seen, 'p.low_id')} and ${isSeen(seen, 'p.high_id')}`;

/** The same, from the contacts on that are seen: who sees few of many does not wait for the pairs of all. */
const PAIRS_OF_SEEN = (seen: Seen) => sql`with seen as materialized (
    select c.id from contacts c where c.account_id = app_account_id() and c.deleted_at is null and ${seenIn(seen)}
  ) ${PAIRS} from seen low join duplicate_pairs p on p.low_id = low.id join seen high on high.id = p.high_id where ${OPEN}`;

/** Pairs of live contacts that are both visible and not marked as different people, newest first. */
export const findOpenPairs = (tx: Tx, seen: Seen, most: number) =>
  tx.all<FoundPair>(
    sql<FoundPair>`${seen.owners === null ? OPEN_PAIRS(seen) : PAIRS_OF_SEEN(seen)}
      order by p.high_id desc, p.low_id desc limit ${most}`,
  );

/** Pairs that include one of these contacts. */
export const findOpenPairsOf = (tx: Tx, seen: Seen, ids: readonly number[]) =>
  tx.all<FoundPair>(
    sql<FoundPair>`${OPEN_PAIRS(seen)} and p.low_id = any(${[...ids]}::bigint[])
      union ${OPEN_PAIRS(seen)} and p.high_id = any(${[...ids]}::bigint[])`,
  );

/** Pairs among these that are marked as different people. */
export const findDismissed = (tx: Tx, pairs: readonly Pair[]) =>
  tx.raw<Pair>(
    `select d.low_id, d.high_id from unnest($1::bigint[], $2::bigint[]) as pair(low_id, high_id)
     join duplicate_dismissals d on d.account_id = app_account_id() and d.low_id = pair.low_id and d.high_id = pair.high_id`,
    [pairs.map(({ low_id }) => low_id), pairs.map(({ high_id }) => high_id)],
  );

export interface Teller {
  readonly userId: number;
  readonly actorId: number;
}

/** Marks pairs as different people. Returns how many weren't yet. */
export const insertDismissals = (tx: Tx, pairs: readonly Pair[], { userId, actorId }: Teller, at: Date) =>
  tx.change(sql`insert into duplicate_dismissals (account_id, low_id, high_id, user_id, actor_id, at)
    select app_account_id(), low, high, ${userId}::bigint, ${actorId}::bigint, ${at}::timestamptz
    from unnest(${pairs.map(({ low_id }) => low_id)}::bigint[], ${pairs.map(({ high_id }) => high_id)}::bigint[]) as p(low, high)
    on conflict do nothing`);

/** People marked as different from one of these are marked as different from `to` too; returns the new pairs. */
export const copyDismissals = (tx: Tx, from: readonly number[], to: number, at: Date) =>
  tx.raw<{ low_id: number; high_id: number }>(
    `insert into duplicate_dismissals (account_id, low_id, high_id, user_id, actor_id, at)
     select account_id, least(other, $2), greatest(other, $2), user_id, actor_id, $3 from (
       select d.*, case when d.low_id = any($1::bigint[]) then d.high_id else d.low_id end as other
       from duplicate_dismissals d
       where d.account_id = app_account_id() and (d.low_id = any($1::bigint[]) or d.high_id = any($1::bigint[]))
     ) told where other <> $2 and other <> all($1::bigint[])
     on conflict do nothing returning low_id, high_id`,
    [from, to, at],
  );

/** Removes the marks that a merge at this time made. */
export const dropCopiedDismissal = (tx: Tx, low: number, high: number, at: Date) =>
  tx.raw(
    'delete from duplicate_dismissals where account_id = app_account_id() and low_id = $1 and high_id = $2 and at = $3',
    [low, high, at],
  );

/** Takes that back. Answers how many were. */
export const deleteDismissals = (tx: Tx, pairs: readonly Pair[]) =>
  tx.change(sql`delete from duplicate_dismissals where account_id = app_account_id() and (low_id, high_id) in (
    select * from unnest(${pairs.map(({ low_id }) => low_id)}::bigint[], ${pairs.map(({ high_id }) => high_id)}::bigint[]))`);
