import type { RowValues } from './row-values.ts';

const EXTENSIONS = [
  ['phone', 'phone_ext'],
  ['phone_2', 'phone_2_ext'],
] as const;
type Numbers = Pick<RowValues, (typeof EXTENSIONS)[number][number]>;

/** Extensions that go with a contact's numbers: a row has other numbers, without any. */
export const droppedExtensions = (row: Numbers, contact: Numbers) =>
  EXTENSIONS.filter(
    ([phone, extension]) =>
      row[phone] !== null && row[phone] !== contact[phone] && row[extension] === null && contact[extension],
  ).map(([, extension]) => extension);

type Reach = Readonly<Record<'phone' | 'phone_2' | 'email' | 'email_2', string | null>>;

const isSame = (a: string | null, b: string | null) => a !== null && a.toLowerCase() === b?.toLowerCase();

/** True when a row has the two values of a pair swapped, or only the second one in the first place. */
const isTurned = (row: readonly [string | null, string | null], there: readonly [string | null, string | null]) =>
  !isSame(row[0], there[0]) && !isSame(row[1], there[1]) && (isSame(row[0], there[1]) || isSame(row[1], there[0]));

/** Contact info in a row, with phones and e-mails in the contact's order. */
export function inOrderOf(values: RowValues, contact: Reach): RowValues {
  const ordered = { ...values };
  if (isTurned([values.phone, values.phone_2], [contact.phone, contact.phone_2])) {
    ordered.phone = values.phone_2;
    ordered.phone_type = values.phone_2_type;
    ordered.phone_ext = values.phone_2_ext;
    ordered.phone_2 = values.phone;
    ordered.phone_2_type = values.phone_type;
    ordered.phone_2_ext = values.phone_ext;
  }
  if (isTurned([values.email, values.email_2], [contact.email, contact.email_2])) {
    ordered.email = values.email_2;
    ordered.email_2 = values.email;
  }
  return ordered;
}
