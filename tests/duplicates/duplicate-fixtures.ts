import type { DuplicateGroup, Lookalike, Merge, MergePreview } from '#contract/duplicates.contract.ts';

const DANA = { id: 1007, name: 'Dana Whitfield' };

export const MARIA: Lookalike = {
  id: 1,
  number: 4001,
  first_name: 'Maria',
  last_name: 'Garza',
  phone: '+12105550142',
  phone_2: null,
  email: 'maria@example.com',
  email_2: null,
  dob: '1958-04-02',
  address: '12 Alamo Street',
  city: 'San Antonio',
  state: 'TX',
  zip_code: '',
  owner: DANA,
  created_at: '2026-01-05T15:04:00.000Z',
  last_touch_at: '2026-11-12T15:04:00.000Z',
};
export const MARY: Lookalike = {
  ...MARIA,
  id: 2,
  number: 4002,
  first_name: 'Mary',
  email: null,
  city: 'Austin',
  created_at: '2026-03-05T15:04:00.000Z',
  last_touch_at: null,
};
export const THIRD: Lookalike = { ...MARY, id: 3, number: 4003, first_name: 'M.' };

export const group = (differs: Partial<DuplicateGroup> = {}): DuplicateGroup => ({
  key: '1-2',
  verdict: 'same',
  reasons: ['similar_name', 'same_phone', 'same_dob'],
  contacts: [MARIA, MARY],
  ...differs,
});

const both = (first: string, second: string) => [
  { contact_id: 1, text: first },
  { contact_id: 2, text: second },
];

export const preview = (differs: Partial<MergePreview> = {}): MergePreview => ({
  survivor_id: 1,
  contacts: [MARIA, MARY],
  versions: [
    { id: 1, version: 3 },
    { id: 2, version: 8 },
  ],
  fields: [
    { field: 'first_name', from_id: 1, text: 'Maria', values: both('Maria', 'Mary') },
    { field: 'email', from_id: 1, text: 'maria@example.com', values: both('maria@example.com', '') },
    { field: 'city', from_id: 2, text: 'Austin', values: both('San Antonio', 'Austin') },
  ],
  moves: [
    { kind: 'notes', count: 3 },
    { kind: 'policies', count: 1 },
  ],
  warnings: [],
  ...differs,
});

/** City has been changed of the second. */
export const changedPreview = (): MergePreview => {
  const { fields, versions } = preview();
  return preview({
    versions: versions.map(({ id, version }) => ({ id, version: id === 2 ? version + 1 : version })),
    fields: fields.map((choice) =>
      choice.field === 'city' ? { ...choice, text: 'Houston', values: both('San Antonio', 'Houston') } : choice,
    ),
  });
};

export const merge = (differs: Partial<Merge> = {}): Merge => ({
  id: 71,
  survivor: { id: 1, number: 4001, name: 'Maria Garza' },
  merged: [{ id: 2, number: 4002, name: 'Mary Garza' }],
  user: DANA,
  at: '2026-11-20T09:00:00.000Z',
  undone_at: null,
  kept: [],
  ...differs,
});

export const undone = (kept: readonly string[] = []): Merge =>
  merge({ undone_at: '2026-11-20T09:05:00.000Z', kept: [...kept] });
