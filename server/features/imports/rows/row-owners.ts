import type { RowValues } from '../cells/row-values.ts';
import { reachKeys } from './seen-people.ts';

type Owned = Pick<RowValues, 'owner_id'>;

/** The user whose contact a row is: its own owner, otherwise that of the import. */
export const ownerOf = ({ owner_id }: Owned, { ownerId }: { readonly ownerId: number }): number =>
  owner_id === null ? ownerId : Number(owner_id);

/** Everyone whose contacts these rows may be, the owner of the import first. */
export const ownersOf = (
  rows: readonly { readonly values: Owned }[],
  frame: { readonly ownerId: number },
): number[] => [...new Set([frame.ownerId, ...rows.map(({ values }) => ownerOf(values, frame))])];

/** Keys of a row's person. The same person of two owners is two contacts. */
export const personKeys = (values: RowValues): string[] => ownedKeys(reachKeys(values), values.owner_id);

export const ownedKeys = (keys: readonly string[], owner: string | null): string[] =>
  owner === null ? [...keys] : keys.map((key) => `o${owner}|${key}`);

/** The owner of a contact as its row would name them; `null`: that of the import. */
export const namedOwner = (owner: number, { ownerId }: { readonly ownerId: number }): string | null =>
  owner === ownerId ? null : String(owner);

/** Rows by the owner that they name. */
export function byOwner<Row extends { readonly values: Owned }>(rows: readonly Row[]): Map<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.values.owner_id);
    if (group === undefined) groups.set(row.values.owner_id, [row]);
    else group.push(row);
  }
  return groups;
}
