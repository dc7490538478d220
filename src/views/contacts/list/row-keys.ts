/** React keys of rows, by the id of who stands there. */
export type RowKeys = ReadonlyMap<number, number>;

/**
 * Keys for these ids. Another page is written over this one, cell by cell: it takes the keys place by place. Where
 * somebody stays, everybody keeps their key and who comes gets a new one, so that focus never moves to somebody else.
 */
export function rowKeys(ids: readonly number[], before: RowKeys): RowKeys {
  const free = ids.some((id) => before.has(id)) ? [] : [...before.values()];
  let next = Math.max(-1, ...before.values());
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? (next += 1)]));
}
