import { type RawBuilder, sql } from 'kysely';
import type { PickedRow } from '#contract/bulk.contract.ts';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { isNamedField, type NamedField } from '#rules/contacts/scope-sentence.ts';
import type { Tx } from '../../db/tx.ts';
import { type Chooser, unitChosen } from '../contacts/change/contact-choices.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** Source of contact ids, in order. Of a scope: all, the first or the last ones, minus exclusions. */
export type Picked =
  | { readonly ids: readonly number[] }
  | {
      /** The argument of `select_contact_ids`. */
      readonly scope: string;
      /** True: no number bounds it. */
      readonly isWhole: boolean;
      readonly first: number | null;
      readonly last: number | null;
      readonly without: readonly number[];
    };

/** Ids with their position. The last ones of a scope come in reverse order. */
export const pickedIds = (picked: Picked): RawBuilder<unknown> =>
  'ids' in picked
    ? sql`select id, place from unnest(${picked.ids}::bigint[]) with ordinality as chosen(id, place)`
    : sql`select id, place
          from select_contact_ids(${picked.scope}::jsonb, ${picked.first}::bigint, ${picked.last}::bigint)
            with ordinality as chosen(id, place)
          where id <> all(${picked.without}::bigint[])`;

/** The same ids without their order, which costs the most of many. */
export const unorderedIds = (picked: Picked): RawBuilder<unknown> =>
  'ids' in picked || !picked.isWhole
    ? pickedIds(picked)
    : sql`select id from find_contact_ids(${picked.scope}::jsonb, ${picked.without}::bigint[]) chosen(id)`;

export async function countPicked(tx: Tx, picked: Picked): Promise<number> {
  if ('ids' in picked) return picked.ids.length;
  const row = await tx.one<{ total: number }>(
    picked.isWhole
      ? sql<{ total: number }>`select count_contact_ids(${picked.scope}::jsonb, ${picked.without}::bigint[]) as total`
      : sql<{ total: number }>`select count(*) as total from (${pickedIds(picked)}) picked`,
  );
  return row?.total ?? 0;
}

const NAMED = sql`c.id, c.number, trim(c.first_name || ' ' || c.last_name) as name`;

/** Candidates among which the first visible ones are searched. Our choice: some of the named ones may be deleted. */
const LOOKED_AT = 50;

const bounded = (picked: Picked): Picked => {
  if ('ids' in picked) return { ids: picked.ids.slice(0, LOOKED_AT) };
  const { first, last } = picked;
  const most = LOOKED_AT + picked.without.length;
  return last === null
    ? { ...picked, first: Math.min(first ?? most, most) }
    : { ...picked, last: Math.min(last, most) };
};

/** The first of them that are seen. */
export const findFirst = (tx: Tx, picked: Picked, seen: Seen, most: number) =>
  tx.all<PickedRow>(
    sql<PickedRow>`select ${NAMED} from (${pickedIds(bounded(picked))}) picked
      cross join lateral (select * from contacts c where c.id = picked.id and ${seenIn(seen)} offset 0) c
      order by picked.place limit ${most}`,
  );

/** Their count, with the first and the last in the order of the scope. */
export async function findEnds(tx: Tx, picked: Picked) {
  const rows = await tx.all<PickedRow & { place: number; total: number }>(
    sql<PickedRow & { place: number; total: number }>`
      with picked as materialized (${pickedIds(picked)}),
        ends as (select max(place) as place, count(*) as total from picked)
      select ${NAMED}, picked.place, ends.total from ends
      join picked on picked.place in (1, ends.place) join contacts c on c.id = picked.id order by picked.place`,
  );
  const inOrder = 'ids' in picked || picked.last === null ? rows : rows.toReversed();
  return { total: rows[0]?.total ?? 0, first: inOrder[0] ?? null, last: inOrder.at(-1) ?? null };
}

/** Imports keep their number: the name of a file is visible only to users who see its import. */
const TABLES: Readonly<Record<Exclude<NamedField, 'import_id'>, { readonly table: string; readonly name: string }>> = {
  tag: { table: 'tags', name: 'name' },
  status: { table: 'statuses', name: 'name' },
  agentflow_status: { table: 'agentflow_statuses', name: 'name' },
  group: { table: 'groups', name: 'name' },
  pool: { table: 'pools', name: 'name' },
  api_vendor: { table: 'api_vendors', name: 'vendor_name' },
  owner: { table: 'users', name: `trim(first_name || ' ' || last_name)` },
};

/** Names of the objects in a scope's filters that the user may choose, by `<field> <id>`. */
export async function findScopeNames(
  tx: Tx,
  chooser: Chooser,
  filters: readonly ContactFilter[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { field, value } of filters) {
    if (!isNamedField(field) || field === 'import_id') continue;
    const { table, name } = TABLES[field];
    const ids = [value].flat().map(Number).filter(Number.isSafeInteger);
    const unit = unitChosen(chooser, table);
    const rows = await tx.all<{ id: number; name: string }>(
      sql<{ id: number; name: string }>`select id, ${sql.raw(name)} as name from ${sql.table(table)}
        where id = any(${ids}::bigint[]) and ${unit === null ? sql`true` : sql`coalesce(business_unit_id, ${unit}) = ${unit}`}`,
    );
    for (const row of rows) names.set(`${field} ${row.id}`, row.name);
  }
  return names;
}
