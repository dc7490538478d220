import { sql } from 'kysely';
import { type AuditArea, MOST_ENTRIES } from '#contract/audit-log.contract.ts';
import { actionsCalled } from '#rules/audit/action-words.ts';
import { partsOf } from '#rules/audit/audit-areas.ts';
import type { Tx } from '../../db/tx.ts';

export interface EntryRow {
  readonly id: number;
  readonly at: Date;
  readonly actor_id: number;
  readonly acting_as_id: number;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: number | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly contact_name: string | null;
  readonly contact_number: number | null;
}

export interface EntryFilter {
  /** Days of the zone. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly area: AuditArea | null;
  /** Empty: all. */
  readonly q: string;
}

/** As `actionWords`. */
const ACTION_WORDS = sql`regexp_replace(replace(replace(a.action, '.', ': '), '_', ' '), '([A-Z])', ' \\1', 'g')`;
const NAME = sql`trim(u.first_name || ' ' || u.last_name)`;
const CONTACT = sql`trim(c.first_name || ' ' || c.last_name)`;

function whereOf({ from, to, zone, area, q }: EntryFilter) {
  const { parts, without } = area === null ? { parts: [], without: true } : partsOf(area);
  const isIn = sql`split_part(a.action, '.', 1) = any(${parts})`;
  const has = (text: ReturnType<typeof sql>) => sql`strpos(lower(${text}), lower(${q})) > 0`;
  const found = sql`(a.request_id = ${q} or a.action = any(${actionsCalled(q)}) or ${has(ACTION_WORDS)} or (a.subject_type = 'contact' and ${has(CONTACT)})
    or exists (select from users u where u.id in (a.actor_id, a.acting_as_id, case when a.subject_type = 'user' then a.subject_id end)
      and ${has(NAME)}))`;
  return sql`from audit_log a left join contacts c on a.subject_type = 'contact' and c.id = a.subject_id
    where a.account_id = app_account_id() and a.at >= (${from}::date)::timestamp at time zone ${zone}
      and a.at < (${to}::date + 1)::timestamp at time zone ${zone}
      and ${without ? sql`not ${isIn}` : isIn} and ${q === '' ? sql`true` : found}`;
}

/** Newest first. */
export const findEntries = (tx: Tx, filter: EntryFilter, { limit, offset }: { limit: number; offset: number }) =>
  tx.all<EntryRow>(
    sql<EntryRow>`select a.id, a.at, a.actor_id, a.acting_as_id, a.action, a.subject_type, a.subject_id, a.detail, a.request_id,
      ${CONTACT} as contact_name, c.number as contact_number ${whereOf(filter)} order by a.at desc, a.id desc limit ${limit} offset ${offset}`,
  );

export async function countEntries(tx: Tx, filter: EntryFilter): Promise<number> {
  const row = await tx.one(
    sql<{ total: number }>`select count(*)::int as total from (select ${whereOf(filter)} limit ${MOST_ENTRIES}) found`,
  );
  return row?.total ?? 0;
}

/** Names of users by id, of other accounts, too. */
export async function findNames(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.raw<{ id: number; name: string }>('select id, name from names_of_people($1)', [
    [...new Set(ids)],
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
