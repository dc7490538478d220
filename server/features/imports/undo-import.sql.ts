import type { Tx } from '../../db/tx.ts';
import { CONTACT_COLUMNS } from './import-chunk.sql.ts';

/** Rows of an import, from (exclusive) and to (inclusive). */
export interface RowRange {
  readonly accountId: number;
  readonly importId: number;
  readonly ownerId: number;
  readonly from: number;
  readonly to: number;
  readonly now: Date;
}

const KEEP = `insert into import_kept_rows (account_id, import_id, row_number, contact_id, reason)
  select $1, $2, row_number, id, case when deleted_at is not null then 'deleted_since'
    when owner_id <> $3 then 'owner_changed' else 'changed_since' end
  from mine where id not in (select id from done)
  on conflict do nothing returning 1`;

const values = (range: RowRange) => [range.accountId, range.importId, range.ownerId, range.from, range.to, range.now];

/** What later rows of the file have filled in a contact `c`; each time its version has counted up. */
const FILLED = `left join lateral (
         select count(distinct f.version_after)::int as times,
           coalesce(jsonb_object_agg(field.key, field.value) filter (where field.key is not null), '{}') as before
         from import_rows f left join lateral jsonb_each(f.before) field on true
         where f.import_id = $2 and f.contact_id = c.id and f.reason = 'fields_filled'
       ) filled on true`;

/** Moves created contacts that nobody has touched to the deleted ones; the others are kept and listed. */
export async function removeCreated(tx: Tx, range: RowRange): Promise<{ removed: number; kept: number }> {
  const [row] = await tx.raw<{ removed: number; kept: number }>(
    `with mine as materialized (
       select c.id, c.import_row as row_number, c.version, 1 + filled.times as version_left, c.deleted_at, c.owner_id,
         exists (select from notes n where n.contact_id = c.id and n.import_id is distinct from $2) as noted
       from contacts c ${FILLED}
       where c.import_id = $2 and c.import_row > $4 and c.import_row <= $5 order by c.id for update of c
     ), done as (
       update contacts c set deleted_at = $6, updated_at = $6, version = c.version + 1 from mine
       where c.id = mine.id and mine.version = mine.version_left and mine.deleted_at is null and mine.owner_id = $3 and not mine.noted
       returning c.id
     ), unnoted as (
       delete from notes n using done where n.contact_id = done.id and n.import_id = $2
     ), kept as (${KEEP})
     select (select count(*) from done) as removed, (select count(*) from kept) as kept`,
    values(range),
  );
  return row ?? { removed: 0, kept: 0 };
}

const putBack = (column: string) =>
  `${column} = case when mine.before ? '${column}' then (mine.before ->> '${column}')${column === 'dob' ? '::date' : ''} else c.${column} end`;

/** Gives updated contacts their old values back where they are still as the import left them. */
export async function putBackUpdated(tx: Tx, range: RowRange): Promise<{ put_back: number; kept: number }> {
  const [row] = await tx.raw<{ put_back: number; kept: number }>(
    `with mine as materialized (
       select r.row_number, r.before || filled.before as before, r.version_after + filled.times as version_left, c.id, c.version, c.deleted_at, c.owner_id
       from import_rows r join contacts c on c.id = r.contact_id ${FILLED}
       where r.import_id = $2 and r.outcome = 'updated' and r.reason <> 'fields_filled' and r.row_number > $4 and r.row_number <= $5
       order by c.id for update of c
     ), done as (
       update contacts c set ${CONTACT_COLUMNS.map(putBack).join(', ')},
         tag_ids = case when mine.before ? 'tag_ids'
           then array(select jsonb_array_elements_text(mine.before -> 'tag_ids')::bigint) else c.tag_ids end,
         updated_at = $6, version = c.version + 1
       from mine
       where c.id = mine.id and mine.version = mine.version_left and mine.deleted_at is null and mine.owner_id = $3
       returning c.id
     ), unnoted as (
       delete from notes n using done where n.contact_id = done.id and n.import_id = $2
     ), kept as (${KEEP})
     select (select count(*) from done) as put_back, (select count(*) from kept) as kept`,
    values(range),
  );
  return row ?? { put_back: 0, kept: 0 };
}
