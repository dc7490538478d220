import { sql } from 'kysely';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { refuseField } from '../../errors.ts';
import { type Column, line, named, plain } from '../../resource/columns.ts';
import { beforeSave, uniqueName, usedBy } from '../../resource/rules.ts';
import { table } from '../../resource/table.ts';
import { ofUnit, UNIT_NAME } from '../../resource/visibility.ts';
import { readLetter } from '../printing/letter-text.ts';

const words: Column = (written) => cleanText(String(written));
const units = ofUnit();

export const KITS = table({
  name: 'mailer_kits',
  title: 'name',
  columns: {
    name: named,
    purpose: line,
    kind: plain,
    sender: words,
    body: words,
    per_household: plain,
    active: plain,
  },
  select: () => sql`r.id, r.name, r.purpose, r.kind, r.sender, r.body, r.per_household, r.active, r.business_unit_id`,
  order: () => sql`lower(r.name), r.id`,
  search: ['name', 'purpose', 'body'],
  lock: 'no key update',
  file: {
    Name: 'name',
    Purpose: 'purpose',
    Prints: 'kind',
    Sender: 'sender',
    Text: 'body',
    'Labels: one per household': 'per_household',
    Active: 'active',
    For: UNIT_NAME,
  },
  visibility: {
    ...units,
    offered: (identity) => sql`r.active and ${(units.offered ?? units.seen)(identity)}`,
  },
  rules: [
    uniqueName('name'),
    usedBy({
      rows: (id) => sql`select from mailer_assignment_rows where kit_id = ${id}`,
      one: 'contact',
      many: 'contacts',
    }),
    beforeSave((_write, { values, changes }) => {
      const { kind, sender = '', body = '' } = values as { kind: string; sender?: string; body?: string };
      const isWritten = ['kind', 'sender', 'body'].some((column) => column in changes);
      if (kind !== 'letters' || !isWritten) return Promise.resolve();
      if (body === '') throw refuseField('body', 'Enter the letter text.');
      const [fault] = readLetter({ sender, body }).faults;
      if (fault !== undefined) throw refuseField(fault.field, fault.message);
      return Promise.resolve();
    }),
  ],
});
