import { MERGED_FIELDS, type MergedField } from '#contract/duplicates.contract.ts';

export type FieldValue = string | number | null;

/** Values of a contact by field. */
export interface MergingContact {
  readonly id: number;
  readonly values: Readonly<Record<MergedField, FieldValue>>;
}

export interface Surviving {
  readonly value: FieldValue;
  /** The contact whose value it is. */
  readonly from_id: number;
}

export interface SurvivingValues {
  readonly values: Readonly<Record<MergedField, Surviving>>;
  /** Extra phones and e-mails: only two are kept. */
  readonly lost: readonly { readonly field: 'phone' | 'email'; readonly value: string; readonly from_id: number }[];
}

/** Contact whose value the user chose, by field. */
export type Choices = Readonly<Partial<Record<MergedField, number>>>;

/** Fields that belong together: a value that fills a gap must not contradict the others. */
const TOGETHER: readonly (readonly MergedField[])[] = [
  ['address', 'city', 'state', 'zip_code'],
  ['follow_up_on', 'follow_up_time', 'follow_up_note'],
];

const isFilled = (value: FieldValue) => value !== null && value !== '';
const sameText = (a: FieldValue, b: FieldValue) =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;

/** Returns whether two contacts do not contradict each other in these fields. */
const agree = (a: MergingContact, b: MergingContact, fields: readonly MergedField[]) =>
  fields.every((field) => {
    const [one, two] = [a.values[field], b.values[field]];
    return !isFilled(one) || !isFilled(two) || sameText(one, two);
  });

/** The chosen value; otherwise the survivor's, and where it has none the first available one. */
function pick(
  contacts: readonly [MergingContact, ...MergingContact[]],
  field: MergedField,
  chosen?: number,
): Surviving {
  const [survivor] = contacts;
  const group = TOGETHER.find((fields) => fields.includes(field)) ?? [];
  const from =
    contacts.find(({ id }) => id === chosen) ??
    contacts.find((one) => isFilled(one.values[field]) && (one === survivor || agree(survivor, one, group))) ??
    survivor;
  return { value: from.values[field], from_id: from.id };
}

interface Reach {
  readonly value: string;
  readonly type: FieldValue;
  readonly ext: FieldValue;
  readonly from_id: number;
}

/** Every phone or e-mail that one of them has, each once; the survivor's first. */
function reachesOf(contacts: readonly MergingContact[], field: 'phone' | 'email'): Reach[] {
  const slots = field === 'phone' ? (['phone', 'phone_2'] as const) : (['email', 'email_2'] as const);
  const all = contacts.flatMap(({ id, values }) =>
    slots.map((slot) => ({
      value: String(values[slot] ?? ''),
      type: slot === 'phone' || slot === 'phone_2' ? values[`${slot}_type`] : null,
      ext: slot === 'phone' || slot === 'phone_2' ? values[`${slot}_ext`] : null,
      from_id: id,
    })),
  );
  return all.filter(({ value }, place) => value !== '' && all.findIndex((one) => sameText(one.value, value)) === place);
}

/** The two that are kept, and the extra ones. */
function keepTwo(contacts: readonly [MergingContact, ...MergingContact[]], field: 'phone' | 'email', choices: Choices) {
  const second = field === 'phone' ? 'phone_2' : 'email_2';
  const [survivor] = contacts;
  const reaches = reachesOf(contacts, field);
  const find = (value: FieldValue) => reaches.find((one) => sameText(one.value, value));
  const chosen = (slot: MergedField) => {
    const from = contacts.find(({ id }) => id === choices[slot]);
    const found = from && find(from.values[slot]);
    return from && found && { ...found, from_id: from.id };
  };
  const wanted = chosen(second);
  const first = chosen(field) ?? reaches.find((one) => one.value !== wanted?.value);
  const others = reaches.filter((one) => one.value !== first?.value);
  const kept =
    others.find((one) => one.value === wanted?.value) ?? others.find((one) => one === find(survivor.values[second]));
  const next = kept ?? others[0];
  return {
    first,
    second: next && (wanted?.value === next.value ? wanted : next),
    lost: others.filter((one) => one.value !== next?.value),
  };
}

/**
 * Values that survive a merge; the first contact is the survivor. A chosen value wins, then the survivor's, then the
 * first available one. A second phone or e-mail is filled before one is dropped.
 */
export function survivingValues(
  contacts: readonly [MergingContact, ...MergingContact[]],
  choices: Choices = {},
): SurvivingValues {
  const [survivor] = contacts;
  const values = Object.fromEntries(
    MERGED_FIELDS.map((field) => [field, pick(contacts, field, choices[field])]),
  ) as Record<MergedField, Surviving>;
  const lost: { field: 'phone' | 'email'; value: string; from_id: number }[] = [];
  for (const field of ['phone', 'email'] as const) {
    const kept = keepTwo(contacts, field, choices);
    const put = (slot: MergedField, reach: Reach | undefined, value: FieldValue) => {
      values[slot] = { value, from_id: reach?.from_id ?? survivor.id };
    };
    const places = [[field, kept.first] as const, [field === 'phone' ? 'phone_2' : 'email_2', kept.second] as const];
    for (const [slot, reach] of places) {
      put(slot, reach, reach?.value ?? null);
      if (slot !== 'phone' && slot !== 'phone_2') continue;
      const typed = `${slot}_type` as const;
      if (choices[typed] === undefined) put(typed, reach, reach?.type ?? null);
      put(`${slot}_ext`, reach, reach?.ext ?? null);
    }
    lost.push(...kept.lost.map(({ value, from_id }) => ({ field, value, from_id })));
  }
  return { values, lost };
}
