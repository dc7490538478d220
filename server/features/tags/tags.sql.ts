import type { Tag } from '#contract/tags.contract.ts';
import type { Tx } from '../../db/tx.ts';

export const findTags = (tx: Tx): Promise<Tag[]> => tx.raw('select id, name, color from tags order by lower(name), id');

/** Adds a tag; `null` when there is one of that name. */
export async function insertTag(tx: Tx, name: string, color: string): Promise<Tag | null> {
  const rows = await tx.raw<Tag>(
    `insert into tags (account_id, name, color) values (app_account_id(), $1, $2)
     on conflict (account_id, lower(name)) do nothing returning id, name, color`,
    [name, color],
  );
  return rows[0] ?? null;
}

export async function findTagNamed(tx: Tx, name: string): Promise<Tag | null> {
  const rows = await tx.raw<Tag>('select id, name, color from tags where lower(name) = lower($1)', [name]);
  return rows[0] ?? null;
}

export async function lockTag(tx: Tx, id: number): Promise<Tag | null> {
  const rows = await tx.raw<Tag>('select id, name, color from tags where id = $1 for update', [id]);
  return rows[0] ?? null;
}

export const updateTagRow = (tx: Tx, { id, name, color }: Tag) =>
  tx.raw('update tags set name = $2, color = $3 where id = $1', [id, name, color]);

/** Those of `ids` that are tags of this account. */
export async function findTagIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>('select id from tags where id = any($1::bigint[])', [ids]);
  return rows.map((row) => row.id);
}
