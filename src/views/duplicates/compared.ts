import { createElement } from 'react';
import type { Lookalike } from '#contract/duplicates.contract.ts';
import { agreementOf, type ComparedField, COMPARED_FIELDS } from '#rules/contacts/duplicates.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { DialNumber } from '../phone/panel/DialNumber.tsx';
import type { SideRow } from './SideBySide.tsx';

const both = (...values: readonly (string | null)[]) =>
  [...new Set(values)].filter((value) => value !== null && value !== '') as string[];

/** Label and text of each compared field; empty: none. */
const SAID: Readonly<Record<ComparedField, readonly [label: string, said: (contact: Lookalike) => string]>> = {
  first_name: ['First name', ({ first_name }) => first_name],
  last_name: ['Last name', ({ last_name }) => last_name],
  phone: ['Phone', ({ phone, phone_2 }) => both(phone, phone_2).map(formatPhone).join(', ')],
  email: ['E-mail', ({ email, email_2 }) => both(email, email_2).join(', ')],
  dob: ['Date of birth', ({ dob }) => (dob ? formatPlainDate(dob) : '')],
  address: [
    'Address',
    ({ address, city, state, zip_code }) => both(address, city, both(state, zip_code).join(' ')).join(', '),
  ],
};

const MARKS = { all: undefined, some: 'some differ', none: 'differs' } as const;

/** Fields that at least one contact has, marked where they differ by the rules that found the contacts. */
export const comparedRows = (contacts: readonly Lookalike[]): SideRow[] =>
  COMPARED_FIELDS.flatMap((field) => {
    const [label, said] = SAID[field];
    const cells = contacts.map(said);
    if (cells.every((text) => text === '')) return [];
    const isSame = new Set(cells.map((text) => text.toLowerCase())).size === 1;
    const shown = field === 'phone' ? contacts.map(dialled) : cells;
    return [{ key: field, label, cells: shown, mark: MARKS[agreementOf(contacts, field)], isSame }];
  });

function dialled({ id, phone, phone_2 }: Lookalike) {
  const numbers = both(phone, phone_2);
  if (numbers.length === 0) return '';
  return createElement(
    'span',
    { className: 'sides-numbers' },
    numbers.map((number) => createElement(DialNumber, { key: number, number, contactId: id })),
  );
}
