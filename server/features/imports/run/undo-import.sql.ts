import type { Tx } from '../../../db/tx.ts';
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

const KEEP = `insert into import_kept_rows (account_id, import_id, row_number, contact_id, reason)
  select $1, $2, row_number, id, case when deleted_at is not null then 'deleted_since'
    when owner_id <> owner_left then 'owner_changed' when version <> version_left or touched then 'changed_since'
    else 'choice_gone' end
  from mine where id not in (select id from done)
  on conflict do nothing returning 1`;

const CHOICES = Object.entries({ group_id: 'groups', status_id: 'statuses' });

/** Earlier values of contacts that still exist; locked until the transaction ends. */
const HELD = CHOICES.map(
  ([column, table]) => `held_${table} as materialized (
       select id from ${table} where id in (select (before ->> '${column}')::bigint from mine) for key share
     )`,
).join(', ');
const IS_CHOICE_GONE = CHOICES.map(
  ([column, table]) => `(mine.before ->> '${column}' is not null
           and not exists (select from held_${table} held where held.id = (mine.before ->> '${column}')::bigint))`,
).join(' or ');

const values = (range: RowRange) => [range.accountId, range.importId, range.ownerId, range.from, range.to, range.now];

/**
 * Values that later rows of the file filled in for a contact `c`; its version increased each time. If several rows
 * added to one, the first knows the original.
 */
const FILLED = `left join lateral (
         select count(distinct f.version_after)::int as times, max((f.before ->> 'captures_version')::int) as captures_version,
           coalesce(jsonb_object_agg(field.key, field.value order by f.row_number desc)
             filter (where field.key is not null), '{}') as before
         from import_rows f left join lateral jsonb_each(f.before) field on true
         where f.import_id = $2 and f.contact_id = c.id and f.reason = 'fields_filled'
       ) filled on true`;

/** Someone added something to the contact after the import, other than a note deleted since. */
const TOUCHED_SINCE = `coalesce(c.last_touch_at > c.updated_at, false)
           and not exists (select from notes n where n.contact_id = c.id and n.deleted_at = c.last_touch_at)`;

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
             and a.detail -> 'removed' = to_jsonb(array[$7::bigint]))) look)`;

/** Deletes created contacts without later activity; the others are kept and listed. */
export async function removeCreated(tx: Tx, range: RowRange): Promise<{ removed: number; kept: number }> {
  const [row] = await tx.raw<{ removed: number; kept: number }>(
    `with mine as materialized (
       select c.id, c.import_row as row_number, c.version, 1 + filled.times + ${LOOKS} as version_left, c.deleted_at, c.owner_id,
         $3::bigint as owner_left, ${TOUCHED_EVER}
           or exists (select from data_captures d
                      where d.contact_id = c.id and (d.import_id is distinct from $2
                        or d.version > greatest(filled.captures_version, 1))) as touched
       from contacts c ${FILLED}
       where c.import_id = $2 and c.import_row > $4 and c.import_row <= $5 order by c.id for update of c
     ), done as (
       update contacts c set deleted_at = $6, updated_at = $6, version = c.version + 1 from mine
       where c.id = mine.id and mine.version = mine.version_left and mine.deleted_at is null and mine.owner_id = mine.owner_left and not mine.touched
       returning c.id
     ), unnoted as (
       delete from notes n using done where n.contact_id = done.id and n.import_id = $2
     ), uncaptured as (
       delete from data_captures d using done where d.contact_id = done.id
     ), kept as (${KEEP})
     select (select count(*) from done) as removed, (select count(*) from kept) as kept`,
    [...values(range), range.newTagId],
  );
  return row ?? { removed: 0, kept: 0 };
}

const putBack = (column: ContactColumn) =>
  `${column} = case when mine.before ? '${column}' then (mine.before ->> '${column}')::${typeOf(column)} else c.${column} end`;

/** Gives updated contacts their old values back where they are still as the import left them. */
export async function putBackUpdated(tx: Tx, range: RowRange): Promise<{ put_back: number; kept: number }> {
  const [row] = await tx.raw<{ put_back: number; kept: number }>(
    `with mine as materialized (
       select r.row_number, filled.before || r.before as before, r.version_after + filled.times as version_left, c.id, c.version, c.deleted_at, c.owner_id,
         coalesce((r.before ->> 'owner_id')::bigint, $3) as owner_left,
         ${TOUCHED_SINCE} or (filled.before || r.before) ? 'captures' and not exists (select from data_captures d
           where d.contact_id = c.id
             and d.version = greatest(filled.captures_version, (r.before ->> 'captures_version')::int)) as touched
       from import_rows r join contacts c on c.id = r.contact_id ${FILLED}
       where r.import_id = $2 and (r.outcome = 'updated' and r.reason <> 'fields_filled' or r.reason = 'scrubbed' and r.before is not null) and r.row_number > $4 and r.row_number <= $5
       order by c.id for update of c
     ), ${HELD}, done as (
       update contacts c set ${CONTACT_COLUMNS.map(putBack).join(', ')},
         tag_ids = case when mine.before ? 'tag_ids'
           then array(select jsonb_array_elements_text(mine.before -> 'tag_ids')::bigint) else c.tag_ids end,
         updated_at = $6, version = c.version + 1
       from mine
       where c.id = mine.id and mine.version = mine.version_left and mine.deleted_at is null and mine.owner_id = mine.owner_left
         and not mine.touched and not (${IS_CHOICE_GONE})
       returning c.id, mine.before
     ), unnoted as (
       delete from notes n using done where n.contact_id = done.id and n.import_id = $2
     ), uncaptured as (
       delete from data_captures d using done
       where d.contact_id = done.id and done.before -> 'captures' = 'null'::jsonb
     ), recaptured as (
       update data_captures d set captures = done.before -> 'captures', version = d.version + 1, updated_at = $6
       from done where d.contact_id = done.id and jsonb_typeof(done.before -> 'captures') = 'array'
     ), kept as (${KEEP})
     select (select count(*) from done) as put_back, (select count(*) from kept) as kept`,
    values(range),
  );
  return row ?? { put_back: 0, kept: 0 };
}
