/** React keys of rows, by the id of the contact in them. */
export type RowKeys = ReadonlyMap<number, number>;

/**
 * Returns keys for these ids. A new page overwrites the cells and takes over the keys by position. When contacts stay,
 * all of them keep their keys and new ones get new keys, so that the focus never moves to another person.
 */
export function rowKeys(ids: readonly number[], before: RowKeys): RowKeys {
  const free = ids.some((id) => before.has(id)) ? [] : [...before.values()];
  let next = Math.max(-1, ...before.values());
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? (next += 1)]));
}
