import type { FieldChoice, Merge, MergedField, MergePreview } from '#contract/duplicates.contract.ts';
import type { Refusal } from '../imports/refusal.ts';

/** Who becomes one person, who of them stays, and whose value of which field. */
export interface MergeWish {
  readonly ids: readonly number[];
  /** `null`: whom the server proposes. */
  readonly survivorId: number | null;
  /** The contact whose value somebody has chosen, by field. */
  readonly fields: Readonly<Partial<Record<MergedField, number>>>;
}

/** What goes out: a wish as it was looked at. The same key again never merges twice. */
export interface MergeOrder extends MergeWish {
  readonly versions: MergePreview['versions'];
  readonly key: string;
}

export interface MergeContext {
  readonly newKey: () => string;
  readonly wish: MergeWish;
  /** `null` until it has arrived. */
  readonly preview: MergePreview | null;
  /** Fields that somebody else changed while it was looked at. `null`: nothing was changed. */
  readonly changed: readonly MergedField[] | null;
  /** Of the last write. Empty until there is one. */
  readonly key: string;
  /** Of a merge whose answer was lost: it may be done. `null`: every one was answered. */
  readonly lostKey: string | null;
  /** `null` until it is done. */
  readonly merge: Merge | null;
  /** Why the last call was refused. `null` once something else is asked. */
  readonly refusal: Refusal | null;
}

/** `merge`: it is done already, and may be taken apart. */
export type MergeInput = { readonly newKey: () => string } & ({ readonly ids: readonly number[] } | { merge: Merge });

export type MergeCommand =
  /** Takes the value of this contact. */
  | { type: 'merge.choose'; field: MergedField; id: number }
  /** This one survives. */
  | { type: 'merge.keep'; id: number }
  /** This one is somebody else. */
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

/** The wish without one of its contacts, and without what was chosen of it. */
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
