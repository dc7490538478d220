import type { FavoriteList } from '#contract/favorites.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { seenAs, type VisibilityValues } from '../contacts/contact-visibility.sql.ts';

/**
 * Condition on a user `u`: the caller, their downline, and their business unit or account as far as their role reaches.
 */
const REACHED = `($1 = 'account'
  or exists (select from user_tree t where t.ancestor_id = $2 and t.descendant_id = u.id)
  or ($1 = 'businessUnit' and u.business_unit_id = $3))`;

/** The lists of one person, or one of them, with the items that they may see; the newest items first. */
export const findLists = (tx: Tx, visibility: VisibilityValues, id: number | null = null): Promise<FavoriteList[]> =>
  tx.raw(
    `select l.id, l.kind, l.name, coalesce(case l.kind
       when 'contacts' then (
         select jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number,
             'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.phone, c.email, ''))
           order by i.added_at desc, c.id desc)
         from favorite_items i join contacts c on c.id = i.item_id
         where i.list_id = l.id and c.deleted_at is null and ${seenAs('c')})
       else (
         select jsonb_agg(jsonb_build_object('id', u.id, 'number', null, 'name', trim(u.first_name || ' ' || u.last_name))
           order by i.added_at desc, u.id desc)
         from favorite_items i join users u on u.id = i.item_id where i.list_id = l.id and u.active and ${REACHED})
       end, '[]') as items
     from favorite_lists l where l.user_id = $2 and ($4::bigint is null or l.id = $4) order by l.kind, lower(l.name), l.id`,
    [...visibility, id],
  );

export const lockLists = (tx: Tx, userId: number) =>
  tx.raw(`select pg_advisory_xact_lock(hashtextextended('favorites', $1))`, [userId]);

export async function findNamed(tx: Tx, userId: number, kind: string, name: string): Promise<number | null> {
  const rows = await tx.raw<{ id: number }>(
    'select id from favorite_lists where user_id = $1 and kind = $2 and lower(name) = lower($3)',
    [userId, kind, name],
  );
  return rows[0]?.id ?? null;
}

export async function countLists(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.raw<{ count: number }>('select count(*) from favorite_lists where user_id = $1', [userId]);
  return row?.count ?? 0;
}

export async function insertList(tx: Tx, userId: number, kind: string, name: string): Promise<number> {
  const rows = await tx.raw<{ id: number }>(
    `insert into favorite_lists (account_id, user_id, kind, name) values (app_account_id(), $1, $2, $3) returning id`,
    [userId, kind, name],
  );
  if (rows[0] === undefined) throw new Error('the new favourite list has no row');
  return rows[0].id;
}

export const addItems = (tx: Tx, id: number, items: readonly number[]) =>
  tx.raw(
    `insert into favorite_items (account_id, list_id, item_id)
     select app_account_id(), $1, item from unnest($2::bigint[]) item on conflict do nothing`,
    [id, items],
  );

export async function countItems(tx: Tx, id: number): Promise<number> {
  const [row] = await tx.raw<{ count: number }>('select count(*) from favorite_items where list_id = $1', [id]);
  return row?.count ?? 0;
}

export async function countSeenContacts(tx: Tx, visibility: VisibilityValues, ids: readonly number[]): Promise<number> {
  const [row] = await tx.raw<{ count: number }>(
    `select count(*) from contacts c where c.id = any($4::bigint[]) and ${seenAs('c')}`,
    [...visibility, ids],
  );
  return row?.count ?? 0;
}

export async function countSeenPeople(tx: Tx, visibility: VisibilityValues, ids: readonly number[]): Promise<number> {
  const [row] = await tx.raw<{ count: number }>(
    `select count(*) from users u where u.id = any($4::bigint[]) and u.active and ${REACHED}`,
    [...visibility, ids],
  );
  return row?.count ?? 0;
}

export async function isListOf(tx: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await tx.raw('select from favorite_lists where id = $1 and user_id = $2 for update', [id, userId]);
  return rows.length > 0;
}

export const deleteList = (tx: Tx, id: number) => tx.raw('delete from favorite_lists where id = $1', [id]);

export const deleteItems = (tx: Tx, id: number, items: readonly number[]) =>
  tx.raw('delete from favorite_items where list_id = $1 and item_id = any($2::bigint[])', [id, items]);
