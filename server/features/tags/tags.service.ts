import { tags } from '#contract/tags.contract.ts';
import type { Tag } from '#contract/contacts/tag.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import { createIn } from '../../resource/resource.service.ts';
import type { Caller } from '../../resource/table.ts';
import { findTagIds } from './tags.sql.ts';
import { TAGS } from './tags.table.ts';

/** Each of the ids once. @throws {Refusal} `refused` when one is no tag of this account. */
export async function requireTags(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const requested = [...new Set(ids)].toSorted((a, b) => a - b);
  if (requested.length === 0) return requested;
  const known = await findTagIds(tx, requested);
  if (known.length < requested.length) throw refuseField('tag_ids', 'One of these tags does not exist any more.');
  return requested;
}

/** The id of the tag of a name, which is created when there is none. */
export async function tagNamed(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { name, color }: Pick<Tag, 'name' | 'color'>,
): Promise<number> {
  const { identity, requestId } = caller;
  const write = { deps, tx, identity, requestId, about: tags.about, table: TAGS, body: { name, color } };
  return (await createIn(write, tags)).id;
}
