import type { Contact, ContactFields } from '#contract/contacts.contract.ts';
import { formatPhone } from '#rules/phone-number.ts';
import { formatPlainDate } from '#rules/plain-date.ts';

export type EditedField = Exclude<keyof ContactFields, 'type' | 'gender' | 'language'>;

export interface FieldLook {
  readonly name: EditedField;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'date';
  /** Empty text is sent as `null`. */
  readonly nullable?: boolean;
  readonly maxLength: number;
}

export const REACH_FIELDS: readonly FieldLook[] = [
  { name: 'phone', label: 'Phone', type: 'tel', nullable: true, maxLength: 40 },
  { name: 'email', label: 'E-mail', type: 'email', nullable: true, maxLength: 254 },
  { name: 'address', label: 'Address', maxLength: 200 },
  { name: 'city', label: 'City', maxLength: 100 },
  { name: 'state', label: 'State', maxLength: 40 },
  { name: 'zip_code', label: 'ZIP code', maxLength: 12 },
];

export const ABOUT_FIELDS: readonly FieldLook[] = [
  { name: 'first_name', label: 'First name', maxLength: 100 },
  { name: 'last_name', label: 'Last name', maxLength: 100 },
  { name: 'dob', label: 'Born', type: 'date', nullable: true, maxLength: 10 },
  { name: 'category', label: 'Category', maxLength: 60 },
  { name: 'source', label: 'Source', maxLength: 100 },
];

/** How a value is read, as against how it is typed. */
export function shownValue(contact: Contact, { name }: FieldLook): string {
  const value = contact[name] ?? '';
  if (name === 'phone') return formatPhone(value);
  return name === 'dob' && value ? formatPlainDate(value) : value;
}
