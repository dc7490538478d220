import { reachOf } from '#rules/access/permissions.ts';
import type { Tx } from '../../../db/tx.ts';
import type { AttemptRow } from '../attempt.ts';
import { type Assignable, ownersByName, type RowOwners } from '../cells/read-owner.ts';
import type { RowChoices } from '../cells/row-values.ts';
import type { Viewer } from '../imports.sql.ts';
import { readRunner } from './runner.ts';

/** Statuses, groups and tags that rows may name, when a column does; those of the owner's business unit come first. */
export async function readRowChoices(tx: Tx, row: AttemptRow): Promise<RowChoices> {
  const fields = Object.values(row.fields);
  const read = (field: 'status' | 'group' | 'tags', text: string, values: readonly unknown[]) =>
    fields.includes(field) ? tx.raw<{ name: string; id: number }>(text, values) : [];
  const statuses = await read(
    'status',
    `select lower(name) as name, id from statuses where business_unit_id is null or business_unit_id = $1
     order by business_unit_id nulls first`,
    [row.owner_business_unit_id],
  );
  const groups = await read('group', 'select lower(name) as name, id from groups', []);
  const tags = await read('tags', 'select lower(name) as name, id from tags', []);
  const owners = fields.includes('owner') ? { owners: await readOwners(tx, row) } : {};
  return { status: byName(statuses), group: byName(groups), tags: byName(tags), ...owners };
}

const byName = (rows: readonly { name: string; id: number }[]) => new Map(rows.map(({ name, id }) => [name, id]));

/** Active users to whom a user may assign contacts, as `findChoices` has it for the owner of an import. */
export const readAssignable = (tx: Tx, { userId, reach }: Viewer) =>
  tx.raw<Assignable>(
    `select id, business_unit_id as unit, username, email, first_name, last_name from users
     where active and ($2 or id in (select descendant_id from user_tree where ancestor_id = $1)) order by id`,
    [userId, reach === 'account'],
  );

async function readOwners(tx: Tx, row: AttemptRow): Promise<RowOwners> {
  const { identity } = await readRunner(tx, row);
  return ownersByName(
    row.owner_id,
    await readAssignable(tx, { userId: identity.userId, reach: reachOf(identity.roles) }),
  );
}
