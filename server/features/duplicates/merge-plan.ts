import { CONTACT_TAGS_MAX } from '#contract/contacts/tag.contract.ts';
import { type FieldChoice, MERGED_FIELDS, type MergedField } from '#contract/duplicates.contract.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { clockWords } from '#rules/time/zoned-time.ts';
import {
  type Choices,
  type FieldValue,
  type MergingContact,
  type SurvivingValues,
  survivingValues,
} from '#rules/contacts/surviving-values.ts';
import { EMAIL_CHECK, type MergingRow } from './merging-contacts.sql.ts';

type Rows = readonly [MergingRow, ...MergingRow[]];

/** Columns of the survivor after a merge, with explanations. */
export interface MergePlan {
  readonly fields: readonly FieldChoice[];
  /** By column, as JSON. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** Tags that the survivor had not. */
  readonly tags: readonly number[];
  readonly warnings: readonly string[];
  /** Partner of the survivor afterwards. */
  readonly linkedWith: number | null;
}

/** Name of a contact in a sentence: `Ana Lopez`, `#1002`. */
export const nameOf = (row: Pick<MergingRow, 'first_name' | 'last_name' | 'number'>): string =>
  contactName(row) || `#${row.number}`;

const readContact = (row: MergingRow, ids: readonly number[]): MergingContact => ({
  id: row.id,
  values: Object.fromEntries(
    MERGED_FIELDS.map((field) => {
      const value = row.columns[field] ?? null;
      // A link between them is none any more.
      return [field, field === 'linked_contact_id' && ids.includes(Number(value)) ? null : value];
    }),
  ) as MergingContact['values'],
});

const PHONE_TYPE_WORDS: Readonly<Record<string, string>> = { 2: 'Mobile', 9: 'Other' };

/** Text of a value; by default the contact's. Ids have the names of the contact. */
function textOf(
  { columns, names }: MergingRow,
  field: MergedField,
  value: FieldValue = columns[field] ?? null,
): string {
  const text = (value ?? '').toString();
  if (text === '') return '';
  if (field.endsWith('_id')) return names[field] ?? '';
  if (field === 'phone' || field === 'phone_2') return formatPhone(text);
  if (field === 'follow_up_time') return clockWords(text);
  if (field === 'dob' || field === 'follow_up_on' || field === 'died_on') return formatPlainDate(text);
  if (field === 'phone_type' || field === 'phone_2_type') return PHONE_TYPE_WORDS[text] ?? text;
  const isWord = field === 'gender' || field === 'language' || field === 'type';
  return isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

const differs = (rows: Rows, field: MergedField) => new Set(rows.map(({ columns }) => columns[field] ?? '')).size > 1;

/** Filled by a value of another field: the second phone by a phone. */
const isFilled = (survivor: MergingRow, { values }: SurvivingValues, field: MergedField) =>
  (survivor.columns[field] ?? '') === '' && (values[field].value ?? '') !== '';

function choiceOf(rows: Rows, { values }: SurvivingValues, field: MergedField): FieldChoice {
  const { from_id, value } = values[field];
  const from = rows.find(({ id }) => id === from_id) ?? rows[0];
  return {
    field,
    from_id,
    text: textOf(from, field, value),
    values: rows.map((row) => ({ contact_id: row.id, text: textOf(row, field) })),
  };
}

/** Returns the columns of the first contact after it absorbs the others. */
export function planMerge(rows: Rows, choices: Choices): MergePlan {
  const [survivor] = rows;
  const ids = rows.map(({ id }) => id);
  const [first, ...others] = rows.map((row) => readContact(row, ids));
  if (first === undefined) throw new RangeError('A merge has a survivor.');
  const surviving = survivingValues([first, ...others], choices);
  const union = [...new Set(rows.flatMap(({ tag_ids }) => tag_ids))];
  const tagIds = union.slice(0, Math.max(CONTACT_TAGS_MAX, survivor.tag_ids.length));
  return {
    fields: MERGED_FIELDS.filter((field) => differs(rows, field) || isFilled(survivor, surviving, field)).map((field) =>
      choiceOf(rows, surviving, field),
    ),
    columns: {
      ...changedColumns(rows, surviving),
      ...(tagIds.length > survivor.tag_ids.length ? { tag_ids: tagIds } : {}),
    },
    tags: tagIds.slice(survivor.tag_ids.length),
    warnings: [
      ...lostWords(rows, surviving),
      ...(union.length > tagIds.length
        ? [`A contact can have at most ${CONTACT_TAGS_MAX} tags: ${union.length - tagIds.length} won't be kept.`]
        : []),
    ],
    linkedWith: Number(surviving.values.linked_contact_id.value) || null,
  };
}

/** Columns of the survivor that change, with those that follow from them. */
function changedColumns(rows: Rows, { values }: SurvivingValues): Record<string, unknown> {
  const [survivor] = rows;
  const changed: Record<string, unknown> = {};
  for (const field of MERGED_FIELDS) {
    if ((survivor.columns[field] ?? null) !== values[field].value) changed[field] = values[field].value;
  }
  const owner = rows.find(({ id }) => id === values.owner_id.from_id);
  if (changed['owner_id'] !== undefined) changed['business_unit_id'] = owner?.business_unit_id;
  const mailed = rows.find(({ columns }) => columns['email'] === values.email.value);
  // The check of a second e-mail isn't stored.
  if (changed['email'] !== undefined && mailed !== undefined) {
    for (const column of EMAIL_CHECK) changed[column] = mailed.columns[column];
  }
  const touched = rows.map(({ columns }) => columns['last_touch_at']).filter((at) => at !== null && at !== undefined);
  const last = touched.toSorted((a, b) => Date.parse(String(a)) - Date.parse(String(b))).at(-1) ?? null;
  if (last !== (survivor.columns['last_touch_at'] ?? null)) changed['last_touch_at'] = last;
  return changed;
}

const lostWords = (rows: Rows, { lost }: SurvivingValues): string[] =>
  lost.map(({ field, value, from_id }) => {
    const from = rows.find(({ id }) => id === from_id);
    const [what, shown] = field === 'phone' ? ['phone numbers', formatPhone(value)] : ['e-mail addresses', value];
    return `A contact can have two ${what}: ${shown} stays with #${from?.number ?? ''}.`;
  });
