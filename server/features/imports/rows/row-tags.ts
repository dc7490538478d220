import type { Tx } from '../../../db/tx.ts';
import type { RunFrame } from './chunk-plan.ts';
import type { RowValues } from './row-values.ts';

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

/** The frame with the ids of all tags that these rows name; missing ones are created. */
export async function withTagsOf(
  tx: Tx,
  frame: RunFrame,
  rows: readonly { readonly values: Pick<RowValues, 'tags'> }[],
): Promise<RunFrame> {
  const { makeTag } = frame;
  const names = [...new Set(rows.flatMap(({ values }) => namesIn(values)))];
  if (names.length === 0 || makeTag === null) return frame;
  const found = await tx.raw<{ name: string; id: number }>(
    `select meant.name, t.id from unnest($1::text[]) meant(name) join tags t on lower(t.name) = lower(meant.name)`,
    [names],
  );
  const tagIdOf = new Map(found.map(({ name, id }) => [name, id]));
  for (const name of names) if (!tagIdOf.has(name)) tagIdOf.set(name, await makeTag(tx, name));
  return { ...frame, tagIdOf };
}
