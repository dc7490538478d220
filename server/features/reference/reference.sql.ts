import type { Tx } from '../../db/tx.ts';

export async function isGroupOfUnit(tx: Tx, id: number, unit: number | null): Promise<boolean> {
  const rows = await tx.raw(
    `select from agentflow_status_groups where id = $1 and (business_unit_id is null or business_unit_id = $2) for key share`,
    [id, unit],
  );
  return rows.length > 0;
}

export interface Rename {
  readonly word: 'source' | 'category' | 'carrier';
  readonly before: string;
  readonly after: string;
  /** Contacts up to this number are done; of a carrier, policies up to this id. */
  readonly cursor: number;
}

/** Notes that contacts have to follow a word; what earlier renames still have to do leads to the new one. */
export async function insertRename(tx: Tx, { word, before, after }: Omit<Rename, 'cursor'>): Promise<number> {
  await tx.raw('update reference_renames set after = $3 where word = $1 and after = $2', [word, before, after]);
  const rows = await tx.raw<{ id: number }>(
    `insert into reference_renames (account_id, word, before, after) values (app_account_id(), $1, $2, $3) returning id`,
    [word, before, after],
  );
  if (rows[0] === undefined) throw new Error('the rename has no row');
  return rows[0].id;
}

/** `null`: it is done. */
export async function lockRename(tx: Tx, id: number): Promise<Rename | null> {
  const rows = await tx.raw<Rename>(
    'select word, before, after, cursor from reference_renames where id = $1 for update',
    [id],
  );
  return rows[0] ?? null;
}

const contactsBy = (word: string) => `with near as materialized (
       select id, number from contacts where account_id = app_account_id() and number > $3 order by number limit $4
     ), held as materialized (
       select c.id from contacts c where c.id in (select id from near) and c.${word} = $1 order by c.id for no key update
     ), changed as (
       update contacts c set ${word} = $2, version = c.version + 1, updated_at = $5 from held
       where c.id = held.id and c.${word} = $1 returning c.owner_id
     )
     select (select max(number) from near) as last, (select array_agg(distinct owner_id) from changed) as owners`;

/** Spellings that differ by capitals and accents become one. */
const POLICIES = `with near as materialized (
       select id from policies where account_id = app_account_id() and carrier <> '' and fold(carrier) = fold($1)
         and carrier <> $2 and id > $3 order by id limit $4
     ), held as materialized (
       select p.id from policies p where p.id in (select id from near) order by p.id for no key update
     ), changed as (
       update policies p set carrier = $2, version = p.version + 1, updated_at = $5 from held
       where p.id = held.id and fold(p.carrier) = fold($1) returning p.contact_id
     )
     select (select max(id) from near) as last, (select array_agg(distinct c.owner_id) from contacts c
       where c.id in (select contact_id from changed)) as owners`;

/** Gives one stretch of contacts or policies the new word. Answers the last one and whose contacts changed. */
export async function renameWords(
  tx: Tx,
  { word, before, after, cursor }: Rename,
  { most, at }: { most: number; at: Date },
): Promise<{ last: number | null; owners: number[] }> {
  const [row] = await tx.raw<{ last: number | null; owners: number[] | null }>(
    word === 'carrier' ? POLICIES : contactsBy(word),
    [before, after, cursor, most, at],
  );
  return { last: row?.last ?? null, owners: row?.owners ?? [] };
}

/** Moves a rename on, or takes it away at the end. */
export const moveRename = (tx: Tx, id: number, cursor: number | null) =>
  cursor === null
    ? tx.raw('delete from reference_renames where id = $1', [id])
    : tx.raw('update reference_renames set cursor = $2 where id = $1', [id, cursor]);
