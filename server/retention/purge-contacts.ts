import { sql } from 'kysely';
import { CONTACT_RESTORE_DAYS } from '#contract/contacts.contract.ts';
import { evidenceKeptUntil } from '#rules/compliance/recording-rule.ts';
import { dayStillRunning } from '#rules/time/days.ts';
import { outsideAccounts, type Tx, withAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { findRules } from '../features/compliance/compliance-rules.sql.ts';
import { lockContacts } from '../features/contacts/lock-contacts.sql.ts';
import { retention } from '../telemetry/instruments.ts';

const DAY_MS = 24 * 3_600_000;

/** Interval between two runs, in ms. Ours. */
export const PURGE_EVERY_MS = 6 * 3_600_000;

/** Contacts looked up at a time. Ours. */
const PAGE = 500;

type Ground = Pick<Deps, 'pool' | 'now' | 'log'>;
interface Purgeable {
  readonly account_id: number;
  readonly contact_id: number;
}

/** `held`: a record of it has to be kept. `waiting`: its files still have bytes. `gone`: restored, or purged elsewhere. */
type Outcome = 'purged' | 'held' | 'waiting' | 'gone';

/**
 * Purges contacts that were deleted longer ago than they can be restored, one transaction each. A contact stays while it
 * is under legal hold, and for as long as a rule asks to keep a recording, a consent, a decision about it, a scope of appointment or a policy. Its files go first
 * (`removeDeletedFiles`), so that no bytes are left behind.
 */
export async function purgeContacts(
  { pool, now, log }: Ground,
  signal: AbortSignal = new AbortController().signal,
): Promise<Record<Outcome, number>> {
  const before = new Date(now().getTime() - CONTACT_RESTORE_DAYS * DAY_MS);
  const today = dayStillRunning(now());
  const counts: Record<Outcome, number> = { purged: 0, held: 0, waiting: 0, gone: 0 };
  for (let after = 0; ; ) {
    const page = await outsideAccounts<Purgeable>(
      pool,
      'select account_id, contact_id from find_purgeable_contacts($1, $2, $3)',
      [before, after, PAGE],
    );
    for (const { account_id: accountId, contact_id: id } of page) {
      if (signal.aborted) break;
      const outcome = await withAccount(pool, { accountId }, (tx) => purge(tx, { id, before, today })).catch(
        (error: unknown) => log.warn({ err: error, contact: id }, 'a deleted contact stays'),
      );
      if (outcome) counts[outcome] += 1;
      after = id;
    }
    if (page.length < PAGE || signal.aborted) break;
  }
  retention.removed.inc({ kind: 'contacts' }, counts.purged);
  if (counts.purged > 0) log.info(counts, 'deleted contacts purged');
  return counts;
}

interface Due {
  readonly id: number;
  readonly before: Date;
  readonly today: string;
}

async function purge(tx: Tx, { id, before, today }: Due): Promise<Outcome> {
  // With the contacts that were merged into it, and those that link to any of them.
  const whole = `with recursive whole as (
    select id from contacts where id = $1 union select c.id from contacts c join whole on c.merged_into_id = whole.id)`;
  const rows = await tx.raw<{ id: number }>(`${whole} select id from whole order by id`, [id]);
  const ids = rows.map((row) => row.id);
  await lockContacts(
    tx,
    sql`(select array_agg(id) from contacts where id = any(${ids}::bigint[]) or linked_contact_id = any(${ids}::bigint[]))`,
  );
  const due = await tx.raw('select from contacts where id = $1 and deleted_at < $2 and merged_into_id is null', [
    id,
    before,
  ]);
  const still = await tx.raw<{ id: number }>(`${whole} select id from whole order by id`, [id]);
  if (due.length === 0 || still.map((row) => row.id).join() !== ids.join()) return 'gone';
  if (await isHeld(tx, ids, today)) return 'held';
  const files = await tx.raw(
    `update files f set deleted_at = least(f.deleted_at, c.deleted_at) from contacts c
     where c.id = $2 and f.contact_id = any($1) and f.removed_at is null returning 1`,
    [ids, id],
  );
  if (files.length > 0) return 'waiting';
  await tx.raw('select purge_contacts($1)', [ids]);
  return 'purged';
}

/** Days from which records of contacts count, and the last day of their recordings. */
const RECORDS = `
  select greatest(given_at, created_at)::date as day from contact_consents where contact_id = any($1)
  union select at::date from contact_decisions where contact_id = any($1)
  union select at::date from contact_activities where contact_id = any($1) and type = 'do_not_call'
  union select coalesce(completed_at, signed_at)::date from soa_requests where contact_id = any($1) and signed_at is not null
  union select greatest(created_at::date, effective_on, expires_on) from policies where contact_id = any($1)`;

const RECORDINGS = `
  select 1 from call_recordings r join calls k on k.id = r.call_id
    where k.contact_id = any($1) and r.keep_until >= $2::date
  union all select 1 from call_recordings r join files f on f.id = r.file_id
    where f.contact_id = any($1) and r.keep_until >= $2::date`;

async function isHeld(tx: Tx, ids: readonly number[], today: string): Promise<boolean> {
  const holds = await tx.raw('select from contacts where id = any($1) and held_at is not null limit 1', [ids]);
  if (holds.length > 0) return true;
  if ((await tx.raw(RECORDINGS, [ids, today])).length > 0) return true;
  const days = await tx.raw<{ day: string }>(RECORDS, [ids]);
  if (days.length === 0) return false;
  const rules = await findRules(tx);
  return days.some(({ day }) => today <= (evidenceKeptUntil(rules, day) ?? ''));
}
