import type { FieldChoice, Merge, MergedField, MergePreview } from '#contract/duplicates.contract.ts';
import type { Refusal } from '../imports/refusal.ts';

/** The contacts to merge, the survivor, and the source of each field's value. */
export interface MergeWish {
  readonly ids: readonly number[];
  /** `null`: the server's proposal. */
  readonly survivorId: number | null;
  /** Contact whose value the user chose, by field. */
  readonly fields: Readonly<Partial<Record<MergedField, number>>>;
}

/** The request as previewed. The same key never merges twice. */
export interface MergeOrder extends MergeWish {
  readonly versions: MergePreview['versions'];
  readonly key: string;
}

export interface MergeContext {
  readonly newKey: () => string;
  readonly wish: MergeWish;
  /** `null` until it has arrived. */
  readonly preview: MergePreview | null;
  /** Fields that someone else changed during the preview. `null`: none. */
  readonly changed: readonly MergedField[] | null;
  /** Key of the last write. Empty before one. */
  readonly key: string;
  /** Key of a merge whose reply was lost: it may be done. `null`: none. */
  readonly lostKey: string | null;
  /** `null` until it is done. */
  readonly merge: Merge | null;
  /** Why the last call was refused. `null` once something else is asked. */
  readonly refusal: Refusal | null;
}

/** `merge`: already done; it can be unmerged. */
export type MergeInput = { readonly newKey: () => string } & ({ readonly ids: readonly number[] } | { merge: Merge });

export type MergeCommand =
  /** Takes the value of this contact. */
  | { type: 'merge.choose'; field: MergedField; id: number }
  /** This one survives. */
  | { type: 'merge.keep'; id: number }
  /** This contact is a different person. */
  | { type: 'merge.omit'; id: number }
  | { type: 'merge.confirm' }
  | { type: 'merge.reload' }
  | { type: 'merge.undo' };

export const freshContext = (input: MergeInput): MergeContext => ({
  newKey: input.newKey,
  wish: { ids: 'ids' in input ? input.ids : [], survivorId: null, fields: {} },
  preview: null,
  changed: null,
  key: '',
  lostKey: null,
  merge: 'merge' in input ? input.merge : null,
  refusal: null,
});

/** The contact whose value of this field survives. */
export const survivingId = ({ fields }: MergeWish, { field, from_id }: FieldChoice): number => fields[field] ?? from_id;

/** The request without one of its contacts and the values chosen from it. */
export function withoutContact({ ids, survivorId, fields }: MergeWish, id: number): MergeWish {
  return {
    ids: ids.filter((each) => each !== id),
    survivorId: survivorId === id ? null : survivorId,
    fields: Object.fromEntries(Object.entries(fields).filter(([, from]) => from !== id)),
  };
}

/** The wish as it was looked at, so that nothing else survives. */
export function orderOf({ wish, preview, key }: MergeContext): MergeOrder {
  // These states are entered with a preview only.
  const { survivor_id, versions } = preview!;
  return { ...wish, survivorId: survivor_id, versions, key };
}

/** Fields that say something else now than they did. */
export function changedFields(before: MergePreview, now: MergePreview): readonly MergedField[] {
  const said = (preview: MergePreview) =>
    new Map(preview.fields.map(({ field, values }) => [field, JSON.stringify(values)]));
  const [then, next] = [said(before), said(now)];
  return [...new Set([...then.keys(), ...next.keys()])].filter((field) => then.get(field) !== next.get(field));
}

/** The port rejects with an `ApiError`, of which only the shape is known here. */
export const isChangedSince = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'contact_changed';
