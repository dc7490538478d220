import type { Body } from '#contract/endpoint.ts';
import type { createTag as CreateTag, Tag, updateTag as UpdateTag } from '#contract/tags.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { findTagIds, findTagNamed, findTags, insertTag, lockTag, updateTagRow } from './tags.sql.ts';

interface Asker {
  readonly identity: Identity;
  readonly requestId: string;
}

const UNIQUE_VIOLATION = '23505';

export const listTags = (deps: Deps, identity: Identity): Promise<Tag[]> => withAccount(deps.pool, identity, findTags);

/** Each of the ids once. @throws {Refusal} `refused` when one is no tag of this account. */
export async function requireTags(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const asked = [...new Set(ids)].toSorted((a, b) => a - b);
  if (asked.length === 0) return asked;
  const known = await findTagIds(tx, asked);
  if (known.length < asked.length) throw refuseField('tag_ids', 'One of these tags does not exist any more.');
  return asked;
}

/** Creates a tag, or answers the one of that name, whatever its capitals. */
export function createTag(deps: Deps, asker: Asker, body: Body<typeof CreateTag>): Promise<Tag> {
  const name = readName(body.name);
  return withAccount(deps.pool, asker.identity, (tx) => tagNamed(tx, asker, name, body.color ?? 'grey'));
}

/** The tag of a name, which is created when there is none. */
export async function tagNamed(
  tx: Tx,
  { identity, requestId }: Asker,
  name: string,
  color: Tag['color'],
): Promise<Tag> {
  const created = await insertTag(tx, name, color);
  const tag = created ?? (await findTagNamed(tx, name));
  if (tag === null) throw new Error('a tag is neither new nor known');
  if (created !== null) {
    await writeAudit(tx, identity, requestId, {
      action: 'tag.created',
      subjectType: 'tag',
      subjectId: tag.id,
      detail: { name },
    });
  }
  return tag;
}

/** @throws {Refusal} `not_found`, `refused` when another tag has the name. */
export async function updateTag(
  deps: Deps,
  { identity, requestId }: Asker,
  body: Body<typeof UpdateTag>,
): Promise<Tag> {
  const name = body.name === undefined ? null : readName(body.name);
  try {
    return await withAccount(deps.pool, identity, async (tx) => {
      const stored = await lockTag(tx, body.id);
      if (stored === null) throw new Refusal('not_found', 'There is no such tag.');
      const tag: Tag = { id: stored.id, name: name ?? stored.name, color: body.color ?? stored.color };
      if (tag.name === stored.name && tag.color === stored.color) return stored;

      await updateTagRow(tx, tag);
      const detail = { before: stored, after: tag };
      await writeAudit(tx, identity, requestId, {
        action: 'tag.updated',
        subjectType: 'tag',
        subjectId: tag.id,
        detail,
      });
      return tag;
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    throw refuseField('name', 'Another tag has this name.');
  }
}

function readName(written: string): string {
  const name = cleanLine(written);
  if (name === '') throw refuseField('name', 'Give the tag a name.');
  return name;
}
