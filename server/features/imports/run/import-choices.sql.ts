import type { Tx } from '../../../db/tx.ts';
import type { AttemptRow } from '../attempt.ts';
import type { RowChoices } from '../cells/row-values.ts';

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
  return { status: byName(statuses), group: byName(groups), tags: byName(tags) };
}

const byName = (rows: readonly { name: string; id: number }[]) => new Map(rows.map(({ name, id }) => [name, id]));
