import { createElement } from 'react';
import type { Lookalike } from '#contract/duplicates.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { DialNumber } from '../phone/panel/DialNumber.tsx';
import type { SideRow } from './SideBySide.tsx';

/** Text that distinguishes the contacts; empty: none. */
const SAID: Readonly<Record<string, (contact: Lookalike) => string>> = {
  'First name': ({ first_name }) => first_name,
  'Last name': ({ last_name }) => last_name,
  Phone: ({ phone }) => (phone ? formatPhone(phone) : ''),
  'E-mail': ({ email }) => email ?? '',
  Born: ({ dob }) => (dob ? formatPlainDate(dob) : ''),
  Address: ({ address, city, state }) => [address, city, state].filter(Boolean).join(', '),
};

/** Fields that at least one contact has, marked where two differ. */
export const comparedRows = (contacts: readonly Lookalike[]): SideRow[] =>
  Object.entries(SAID).flatMap(([label, said]) => {
    const cells = contacts.map(said);
    const filled = new Set(cells.filter(Boolean).map((text) => text.toLowerCase()));
    const isSame = filled.size === 1 && cells.every(Boolean);
    const shown = label === 'Phone' ? contacts.map(dialled) : cells;
    return filled.size === 0 ? [] : [{ key: label, label, cells: shown, differs: filled.size > 1, isSame }];
  });

const dialled = ({ id, phone }: Lookalike) =>
  phone ? createElement(DialNumber, { number: phone, contactId: id }) : '';
