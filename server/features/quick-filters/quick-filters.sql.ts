import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface FilterRow {
  id: number;
  user_id: number;
  owner_name: string;
  name: string;
  scope: unknown;
  shared: boolean;
}

/** Views of a person, and shared ones of those above them. */
const FIND = `
  select f.id, f.user_id, f.name, f.scope, f.shared, trim(u.first_name || ' ' || u.last_name) as owner_name
  from quick_filters f join users u on u.id = f.user_id
  where (f.user_id = $1 or (f.shared and exists (
    select from user_tree t where t.ancestor_id = f.user_id and t.descendant_id = $1)))`;

/** Shared views that are shown at most, beside the own ones. Ours. */
const SHARED_ROWS = 100;

export const findFilters = (tx: Tx, userId: number): Promise<FilterRow[]> =>
  tx.raw(`${FIND} order by f.user_id <> $1, f.position, lower(f.name), f.id limit ${SHARED_ROWS}`, [userId]);

export async function findFilter(tx: Tx, userId: number, id: number): Promise<FilterRow | null> {
  const rows = await tx.raw<FilterRow>(`${FIND} and f.id = $2`, [userId, id]);
  return rows[0] ?? null;
}

export const lockFilters = (tx: Tx, userId: number) =>
  tx.raw(`select pg_advisory_xact_lock(hashtextextended('quick_filters', $1))`, [userId]);

export async function countFilters(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.raw<{ count: number }>('select count(*) from quick_filters where user_id = $1', [userId]);
  return row?.count ?? 0;
}

export async function isNamed(tx: Tx, userId: number, name: string, besides: number): Promise<boolean> {
  const rows = await tx.raw('select from quick_filters where user_id = $1 and lower(name) = lower($2) and id <> $3', [
    userId,
    name,
    besides,
  ]);
  return rows.length > 0;
}

interface Written {
  readonly name: string;
  readonly scope: ContactsScope;
  readonly shared: boolean;
}

export async function insertFilter(
  tx: Tx,
  { userId, name, scope, shared, position }: Written & { userId: number; position: number },
): Promise<number> {
  const rows = await tx.raw<{ id: number }>(
    `insert into quick_filters (account_id, user_id, name, scope, shared, position)
     values (app_account_id(), $1, $2, $3, $4, $5) returning id`,
    [userId, name, JSON.stringify(scope), shared, position],
  );
  if (rows[0] === undefined) throw new Error('the new view has no row');
  return rows[0].id;
}

export const updateFilter = (
  tx: Tx,
  id: number,
  { name, scope, shared, position }: Written & { position: number | null },
) =>
  tx.raw(
    'update quick_filters set name = $2, scope = $3, shared = $4, position = coalesce($5, position) where id = $1',
    [id, name, JSON.stringify(scope), shared, position],
  );

export const deleteFilter = (tx: Tx, id: number) => tx.raw('delete from quick_filters where id = $1', [id]);
