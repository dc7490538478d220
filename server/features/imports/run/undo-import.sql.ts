import { sql } from 'kysely';
import type { KeptRow, UndoPreview } from '#contract/imports/rows.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { noteUndone, type Undone } from '../../contacts/undone-versions.sql.ts';
import { POLICY_COLUMNS, type PolicyColumn } from '../cells/policy-values.ts';
import { policyType } from '../rows/import-policies.sql.ts';
import { CONTACT_COLUMNS, type ContactColumn, typeOf } from '../rows/import-chunk.sql.ts';

/** Rows of an import, from (exclusive) and to (inclusive). */
export interface RowRange {
  readonly accountId: number;
  readonly importId: number;
  readonly ownerId: number;
  /** Tag that its leads got, or `null`. */
  readonly newTagId: number | null;
  readonly from: number;
  readonly to: number;
  readonly now: Date;
}

/** Contacts that rows of a range created or changed. */
export const contactsOfRange = ({ importId, from, to }: RowRange) => sql`array(
  select id from contacts where import_id = ${importId} and import_row > ${from}::int and import_row <= ${to}::int
  union select contact_id from import_rows where import_id = ${importId} and row_number > ${from}::int
    and row_number <= ${to}::int and before is not null)`;

/** Owners of the contacts of a range. */
export async function ownersOfRange(tx: Tx, range: RowRange): Promise<number[]> {
  const found = await tx.all(
    sql<{ owner_id: number }>`select distinct owner_id from contacts where id = any(${contactsOfRange(range)})`,
  );
  return found.map(({ owner_id }) => owner_id);
}

/** Why an undo keeps a contact. `null`: it is as the import left it. */
const REASON = `case when mine.deleted_at is not null then 'deleted_since' when mine.held_at is not null then 'held'
    when mine.owner_id <> mine.owner_left then 'owner_changed'
    when mine.version <> mine.version_left or mine.touched then 'changed_since' end`;

const keep = (reason: string) => `insert into import_kept_rows (account_id, import_id, row_number, contact_id, reason)
  select $1, $2, row_number, id, ${reason} from mine where id not in (select id from done)
  on conflict do nothing returning 1`;

const CHOICES = Object.entries({ group_id: 'groups', status_id: 'statuses' });

/** Earlier values of contacts that still exist. */
const held = (lock: 'for key share' | '') =>
  CHOICES.map(
    ([column, table]) => `held_${table} as materialized (
       select id from ${table} where id in (select (before ->> '${column}')::bigint from mine) ${lock}
     )`,
  ).join(', ');
const IS_CHOICE_GONE = CHOICES.map(
  ([column, table]) => `(mine.before ->> '${column}' is not null
           and not exists (select from held_${table} held where held.id = (mine.before ->> '${column}')::bigint))`,
).join(' or ');

const UPDATED_REASON = `coalesce(${REASON}, case when ${IS_CHOICE_GONE} then 'choice_gone' end)`;

const base = (range: Omit<RowRange, 'now'>) => [range.accountId, range.importId, range.ownerId, range.from, range.to];

/**
 * Values that later rows of the file filled in for a contact `c`, and the versions that they and corrections of them left
 * it at. If several rows added to one, the first knows the original.
 */
const FILLED = `left join lateral (
         select coalesce(array_agg(distinct step.version) filter (where step.version is not null), '{}') as versions,
           max((f.before ->> 'captures_version')::int) as captures_version,
           coalesce(jsonb_object_agg(field.key, field.value order by f.row_number desc)
             filter (where field.key is not null), '{}') as before
         from import_rows f left join lateral jsonb_each(f.before) field on true
           left join lateral unnest(f.version_after || f.corrected_versions) step(version) on true
         where f.import_id = $2 and f.contact_id = c.id and f.reason = 'fields_filled'
       ) filled on true`;

/**
 * Someone added something to the contact after the import, other than a note deleted since, or edited its note. An undo of
 * a later change has moved `updated_at`: after one, everything since the start of the import counts.
 */
const TOUCHED_SINCE = `(coalesce(c.last_touch_at > case when undone_since(c.id, r.version_after) > 0
             then (select started_at from imports where id = $2) else c.updated_at end, false)
           and not exists (select from notes n where n.contact_id = c.id and n.deleted_at = c.last_touch_at)
           or exists (select from notes n where n.contact_id = c.id and n.import_id = $2 and n.deleted_at is null
             and n.updated_at > n.created_at))`;

const AUDITED = `audit_log a where a.account_id = $1 and a.subject_type = 'contact' and a.subject_id = c.id`;

/** A new contact has no touches at first; later ones still exist, or the audit log has them. */
const TOUCHED_EVER = `exists (select from notes n where n.contact_id = c.id and n.deleted_at is null
             and (n.import_id is distinct from $2 or n.updated_at > n.created_at))
           or c.last_touch_at is not null and exists (select from ${AUDITED}
             and a.action not like 'note.%' and a.action not in ('contact.tagged', 'contact.revealed'))`;

/** Versions of a created contact that only took the tag of a fresh lead off: its owner has looked at it. */
const LOOKS = `(select count(*)::int from (
           select from ${AUDITED} and a.detail ? 'version' group by a.detail ->> 'version'
           having bool_and(a.action = 'contact.tagged' and a.detail -> 'added' = '[]'
             and a.detail -> 'removed' = to_jsonb(array[$6::bigint]))) look)`;

/** Contacts that the rows of a range created. */
const CREATED = `
       select c.id, c.import_row as row_number, c.version, 1 + cardinality(filled.versions) + ${LOOKS} + undone_since(c.id, 1) as version_left,
         c.deleted_at, c.held_at, c.owner_id, coalesce((select (own.before ->> 'owner_id')::bigint from import_rows own
           where own.import_id = $2 and own.row_number = c.import_row), $3::bigint) as owner_left, ${TOUCHED_EVER}
           or exists (select from data_captures d
                      where d.contact_id = c.id and (d.import_id is distinct from $2
                        or d.version > greatest(filled.captures_version, 1))) as touched
       from contacts c ${FILLED}
       where c.import_id = $2 and c.import_row > $4 and c.import_row <= $5`;

/** Deletes created contacts without later activity; the others are kept and listed. */
export async function removeCreated(tx: Tx, range: RowRange): Promise<{ removed: number; kept: number }> {
  const [row] = await tx.raw<{ removed: number; kept: number }>(
    `with mine as materialized (${CREATED} order by c.id for no key update of c
     ), done as (
       update contacts c set deleted_at = $7, undone_at = $7, updated_at = $7, version = c.version + 1 from mine
       where c.id = mine.id and ${REASON} is null
       returning c.id
     ), unnoted as (
       delete from notes n using done where n.contact_id = done.id and n.import_id = $2
     ), uncaptured as (
       delete from data_captures d using done where d.contact_id = done.id
     ), unsealed as (
       delete from sealed_fields s using done where s.contact_id = done.id and s.field = 'medicare_number'
     ), uncovered as (
       delete from medicare_facts m using done where m.contact_id = done.id
     ), uninsured as (
       delete from policies p using done where p.contact_id = done.id and p.import_id = $2
     ), kept as (${keep(REASON)})
     select (select count(*) from done) as removed, (select count(*) from kept) as kept`,
    [...base(range), range.newTagId, range.now],
  );
  return row ?? { removed: 0, kept: 0 };
}

const putBack = (column: ContactColumn) =>
  `${column} = case when mine.before ? '${column}' then (mine.before ->> '${column}')::${typeOf(column)} else c.${column} end`;

const PART_DATES = ['part_a_on', 'part_b_on'];

/** Nothing is left of a Medicare record without the dates that the import brought. */
const isLast = `(done.before ?| array['part_a_on', 'part_b_on'] and m.plan_from is null
         and m.plan_name || m.plan_id || m.plan_type = ''
         and ${PART_DATES.map((day) => `(m.${day} is null or done.before ? '${day}')`).join(' and ')})`;

const filledKey = (column: PolicyColumn) => `('policy:' || p.id || ':${column}')`;

/** Empties what the import filled in policies that it didn't create. */
const PUT_POLICIES_BACK = `
       update policies p set version = p.version + 1, updated_at = $6, ${POLICY_COLUMNS.map((column) => {
         const before = `(done.before ->> ${filledKey(column)})::${policyType(column)}`;
         const old = policyType(column) === 'text' ? `coalesce(${before}, '')` : before;
         return `${column} = case when done.before ? ${filledKey(column)} then ${old} else p.${column} end`;
       }).join(', ')}
       from done where p.contact_id = done.id and p.import_id is distinct from $2
         and done.before ?| array[${POLICY_COLUMNS.map(filledKey).join(', ')}]`;

/** Contacts that the rows of a range changed, with what they had before. */
const UPDATED = `
       select r.row_number, filled.before || r.before as before, r.version_after - 1 as since,
         r.version_after + undone_since(c.id, r.version_after) + (select count(distinct version)::int
           from unnest(filled.versions || r.corrected_versions) version where version > r.version_after) as version_left,
         c.id, c.version, c.deleted_at, c.held_at, c.owner_id, coalesce((r.before ->> 'owner_id')::bigint, $3) as owner_left,
         ${TOUCHED_SINCE} or (filled.before || r.before) ? 'captures' and not exists (select from data_captures d
           where d.contact_id = c.id
             and d.version = greatest(filled.captures_version, (r.before ->> 'captures_version')::int)) as touched
       from import_rows r join contacts c on c.id = r.contact_id ${FILLED}
       where r.account_id = $1 and r.import_id = $2 and r.row_number > $4 and r.row_number <= $5
         and (r.outcome = 'updated' and r.reason <> 'fields_filled' or r.reason = 'scrubbed' and r.before is not null)`;

/** Gives updated contacts their old values back where they are still as the import left them. */
export async function putBackUpdated(tx: Tx, range: RowRange): Promise<{ put_back: number; kept: number }> {
  const [row] = await tx.raw<{ undone: Undone[]; kept: number }>(
    `with mine as materialized (${UPDATED} order by c.id for no key update of c
     ), ${held('for key share')}, done as (
       update contacts c set ${CONTACT_COLUMNS.map(putBack).join(', ')},
         tag_ids = case when mine.before ? 'tag_ids'
           then array(select jsonb_array_elements_text(mine.before -> 'tag_ids')::bigint) else c.tag_ids end,
         updated_at = $6, version = c.version + 1
       from mine
       where c.id = mine.id and ${UPDATED_REASON} is null
       returning c.id, mine.since, mine.before
     ), unnoted as (
       delete from notes n using done where n.contact_id = done.id and n.import_id = $2
     ), uncaptured as (
       delete from data_captures d using done
       where d.contact_id = done.id and done.before -> 'captures' = 'null'::jsonb
     ), unsealed as (
       delete from sealed_fields s using done
       where s.contact_id = done.id and s.field = 'medicare_number' and done.before ? 'medicare_number'
     ), uncovered as (
       delete from medicare_facts m using done where m.contact_id = done.id and ${isLast}
     ), covered as (
       update medicare_facts m set ${PART_DATES.map((day) => `${day} = case when done.before ? '${day}' then null else m.${day} end`).join(', ')}
       from done where m.contact_id = done.id and done.before ?| array['part_a_on', 'part_b_on'] and not ${isLast}
     ), uninsured as (
       delete from policies p using done where p.contact_id = done.id and p.import_id = $2
     ), unfilled as (${PUT_POLICIES_BACK}
     ), recaptured as (
       update data_captures d set captures = done.before -> 'captures', version = d.version + 1, updated_at = $6
       from done where d.contact_id = done.id and jsonb_typeof(done.before -> 'captures') = 'array'
     ), kept as (${keep(UPDATED_REASON)})
     select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'since', since)), '[]') from done) as undone,
       (select count(*) from kept) as kept`,
    [...base(range), range.now],
  );
  if (row === undefined) throw new Error('An undo answered nothing.');
  await noteUndone(tx, row.undone, range.now);
  return { put_back: row.undone.length, kept: row.kept };
}

/** What an undo of a range would do, judged as the undo judges. */
export async function previewUndoOf(tx: Tx, range: Omit<RowRange, 'now'>): Promise<Omit<UndoPreview, 'consents'>> {
  type Sum = { reason: KeptRow['reason'] | null; contacts: number };
  const counted = (reason: string) => `select ${reason} as reason, count(*)::int as contacts from mine group by 1`;
  const values = base(range);
  const created = await tx.raw<Sum>(`with mine as (${CREATED}) ${counted(REASON)}`, [...values, range.newTagId]);
  const updated = await tx.raw<Sum>(
    `with mine as materialized (${UPDATED}), ${held('')} ${counted(UPDATED_REASON)}`,
    values,
  );
  const free = (sums: readonly Sum[]) => sums.find(({ reason }) => reason === null)?.contacts ?? 0;
  const kept: UndoPreview['kept'] = { changed_since: 0, deleted_since: 0, owner_changed: 0, choice_gone: 0, held: 0 };
  for (const { reason, contacts } of [...created, ...updated]) if (reason !== null) kept[reason] += contacts;
  return { removed: free(created), put_back: free(updated), kept };
}
