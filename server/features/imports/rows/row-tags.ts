import type { Tx } from '../../../db/tx.ts';
import { CONTACT_TAGS_MAX } from '#contract/contacts/tag.contract.ts';
import type { Good, Other, RunFrame, Update } from './chunk-plan.ts';
import type { RowValues } from '../cells/row-values.ts';

/** Tags that a row names. */
export const namesIn = ({ tags }: Pick<RowValues, 'tags'>): readonly string[] => tags?.split('\n') ?? [];

/** Tags that a row names, and those of `others`, that a contact lacks. */
export function newTags(
  values: Pick<RowValues, 'tags'>,
  { tagIdOf }: Pick<RunFrame, 'tagIdOf'>,
  has: readonly number[],
  others: readonly number[] = [],
): number[] {
  const named = namesIn(values).flatMap((name) => tagIdOf.get(name) ?? []);
  return [...new Set([...others, ...named])].filter((tag) => !has.includes(tag));
}

/** The row as a problem when its contact has no room for its tags and `others`; `null`: it has. */
export function tagFault(
  { row, values, cells }: Good,
  frame: Pick<RunFrame, 'tagIdOf'>,
  has: readonly number[],
  others: readonly number[] = [],
): Other | null {
  const added = newTags(values, frame, has, others).length;
  if (added === 0 || has.length + added <= CONTACT_TAGS_MAX) return null;
  const most = `A contact can have ${CONTACT_TAGS_MAX} tags.`;
  const message =
    has.length === 0 ? `${most} This one gets ${added}.` : `${most} This one has ${has.length} and gets ${added} more.`;
  return { kind: 'problem', row, reason: 'tags_full', field: values.tags === null ? null : 'tags', message, cells };
}

/** Ids of tags as they are, and negative ones for those to be created. `known`: ids by name in lower case. */
export function plannedTags(known: ReadonlyMap<string, number> = new Map()): RunFrame['tagIdOf'] {
  const planned = new Map<string, number>();
  return {
    get: (name) => {
      const key = name.toLowerCase();
      const id = known.get(key) ?? planned.get(key) ?? -1 - planned.size;
      if (id < 0) planned.set(key, id);
      return id;
    },
  };
}

/** Tags that the rows of a chunk name. Those that the account lacks have negative ids until a contact takes them. */
class ChunkTags {
  readonly #ids: Map<string, number>;
  readonly #names = new Map<number, string>();
  readonly #made = new Map<number, number>();

  constructor(known: ReadonlyMap<string, number>) {
    this.#ids = new Map(known);
  }

  get(name: string): number {
    const key = name.toLowerCase();
    const known = this.#ids.get(key);
    if (known !== undefined) return this.#made.get(known) ?? known;
    const id = -1 - this.#names.size;
    this.#ids.set(key, id);
    this.#names.set(id, name);
    return id;
  }

  /** Creates those of these tags that do not exist, in the order of their names as all imports do. */
  async make(ids: readonly number[], makeTag: (name: string) => Promise<number>): Promise<void> {
    const missing = [...new Set(ids)].flatMap((id) => {
      const name = this.#made.has(id) ? undefined : this.#names.get(id);
      return name === undefined ? [] : [{ id, name, key: name.toLowerCase() }];
    });
    missing.sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { id, name } of missing) this.#made.set(id, await makeTag(name));
  }

  readonly madeOf = (id: number): number => this.#made.get(id) ?? id;
}

/** A frame whose tags are created by `makeTags`, which answers the ids that contacts get. */
export interface TaggedFrame extends RunFrame {
  /** Ids as they are once the tags among `taken` exist. */
  readonly makeTags: (taken: readonly number[]) => Promise<(ids: readonly number[]) => number[]>;
}

/** The frame with the ids of all tags that these rows name; a missing one is created when a contact takes it. */
export async function withTagsOf(
  tx: Tx,
  frame: RunFrame,
  rows: readonly { readonly values: Pick<RowValues, 'tags'> }[],
): Promise<TaggedFrame> {
  const { makeTag } = frame;
  const names = [...new Set(rows.flatMap(({ values }) => namesIn(values).map((name) => name.toLowerCase())))];
  if (names.length === 0 || makeTag === null) return { ...frame, makeTags: async () => (ids) => [...ids] };
  const found = await tx.raw<{ name: string; id: number }>(
    'select lower(t.name) as name, t.id from tags t where lower(t.name) = any($1::text[])',
    [names],
  );
  const tags = new ChunkTags(new Map(found.map(({ name, id }) => [name, id])));
  return {
    ...frame,
    tagIdOf: tags,
    makeTags: async (taken) => {
      await tags.make(taken, (name) => makeTag(tx, name));
      return (ids) => [...new Set(ids.map(tags.madeOf))];
    },
  };
}

/** Updates with the ids of tags that exist. */
export async function withMadeTags(
  { makeTags }: Pick<TaggedFrame, 'makeTags'>,
  updates: readonly Update[],
): Promise<Update[]> {
  const made = await makeTags(updates.flatMap(({ tagIds }) => tagIds));
  return updates.map((update) => ({
    ...update,
    known: { ...update.known, tag_ids: made(update.known.tag_ids) },
    tagIds: made(update.tagIds),
  }));
}
