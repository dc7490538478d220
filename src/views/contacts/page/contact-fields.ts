import { GENDERS, LANGUAGES, PHONE_TYPES } from '#contract/contacts.contract.ts';
import { CONTACT_TYPES } from '#contract/contacts/scope.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { clockWords } from '#rules/time/zoned-time.ts';
import { capital } from '#rules/words/capital.ts';
import { type ChosenField, type EditedField, isChosen } from '../../../machines/contacts/field-edits.ts';
import type { SelectOption } from '../../_kit/controls/SelectField.tsx';

/** Fields with a few fixed values. */
type ListedField = 'type' | 'gender' | 'language' | 'phone_type' | 'phone_2_type';

export type TypedField = Exclude<EditedField, ChosenField | ListedField>;

export interface FieldLook {
  readonly name: TypedField;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'time';
  readonly maxLength: number;
}

export const REACH_FIELDS: readonly FieldLook[] = [
  { name: 'phone', label: 'Phone', type: 'tel', maxLength: 40 },
  { name: 'phone_2', label: 'Phone 2', type: 'tel', maxLength: 40 },
  { name: 'email', label: 'E-mail', type: 'email', maxLength: 254 },
  { name: 'email_2', label: 'E-mail 2', type: 'email', maxLength: 254 },
  { name: 'address', label: 'Address', maxLength: 200 },
  { name: 'city', label: 'City', maxLength: 100 },
  { name: 'state', label: 'State', maxLength: 40 },
  { name: 'zip_code', label: 'ZIP code', maxLength: 12 },
];

export const NAME_FIELDS: readonly FieldLook[] = [
  { name: 'first_name', label: 'First name', maxLength: 100 },
  { name: 'last_name', label: 'Last name', maxLength: 100 },
  { name: 'dob', label: 'Date of birth', type: 'date', maxLength: 10 },
  { name: 'company', label: 'Company', maxLength: 100 },
];

export const ORIGIN_FIELDS: readonly FieldLook[] = [
  { name: 'category', label: 'Category', maxLength: 60 },
  { name: 'source', label: 'Source', maxLength: 100 },
];

export const FOLLOW_UP_FIELDS: readonly FieldLook[] = [
  { name: 'follow_up_on', label: 'Day', type: 'date', maxLength: 10 },
  { name: 'follow_up_time', label: 'Time', type: 'time', maxLength: 5 },
  { name: 'follow_up_note', label: 'About', maxLength: 500 },
];

/** Labels of option lists. Source: platform, "Option lists". */
export const LISTED_FIELDS: Readonly<Record<ListedField, { label: string; options: readonly SelectOption[] }>> = {
  type: { label: 'Type', options: words(CONTACT_TYPES) },
  gender: {
    label: 'Gender',
    options: [
      { value: '', label: 'Unknown' },
      ...words(GENDERS).map((option) => (option.value === 'other' ? { ...option, label: 'Empty' } : option)),
    ],
  },
  language: { label: 'Preferred language', options: [{ value: '', label: 'Unknown' }, ...words(LANGUAGES)] },
  phone_type: { label: 'Phone type', options: phoneTypes() },
  phone_2_type: { label: 'Phone 2 type', options: phoneTypes() },
};

function phoneTypes(): readonly SelectOption[] {
  const [mobile, other] = PHONE_TYPES;
  return [
    { value: '', label: 'Type' },
    { value: mobile, label: 'Mobile' },
    { value: other, label: 'Other' },
  ];
}

function words(values: readonly string[]): readonly SelectOption[] {
  return values.map((value) => ({ value, label: capital(value) }));
}

const LOOKS: Readonly<Record<string, FieldLook>> = Object.fromEntries(
  [...REACH_FIELDS, ...NAME_FIELDS, ...ORIGIN_FIELDS, ...FOLLOW_UP_FIELDS].map((look) => [look.name, look]),
);

const CHOICE_LABELS: Readonly<Record<ChosenField, string>> = {
  status_id: 'Status',
  agentflow_status_id: 'Agentflow',
  group_id: 'Group',
};

const isListed = (field: EditedField): field is ListedField => field in LISTED_FIELDS;

export const labelOf = (field: EditedField): string =>
  isChosen(field)
    ? CHOICE_LABELS[field]
    : isListed(field)
      ? LISTED_FIELDS[field].label
      : (LOOKS[field]?.label ?? field);

/** Formats a value for reading, as opposed to editing. */
export function shownText(field: EditedField, typed: string): string {
  if (typed === '') return '';
  if (field === 'phone' || field === 'phone_2') return formatPhone(typed);
  if (field === 'dob' || field === 'follow_up_on') return formatPlainDate(typed);
  if (field === 'follow_up_time') return clockWords(typed);
  if (isListed(field)) return LISTED_FIELDS[field].options.find(({ value }) => value === typed)?.label ?? typed;
  return typed;
}
