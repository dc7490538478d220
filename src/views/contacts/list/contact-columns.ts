import type { ContactsSearch } from '../contacts-search.ts';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { ageOn, formatPlainDate } from '#rules/time/plain-date.ts';
import type { ContactColumn } from '../../../store/contacts.store.ts';
import { clockNow } from '../../../store/demo-clock.ts';
import type { NarrowPlace } from '../../_kit/display/Table.tsx';
import { formatDate, plainDay } from '../../_kit/format/format-when.ts';

interface ColumnLook {
  readonly label: string;
  /** In em, so that it grows with the text. Absent: shares what is left with the name. */
  readonly width?: number;
  readonly numeric?: boolean;
  readonly leaves?: 1 | 2 | 3 | 4;
  readonly narrow: NarrowPlace;
  /** Absent: the list cannot be ordered by it. */
  readonly order?: NonNullable<ContactsScopeInput['order_field']>;
}

export const COLUMN_LOOKS: Readonly<Record<ContactColumn, ColumnLook>> = {
  phone: { label: 'Phone', width: 11.5, narrow: 'sub' },
  email: { label: 'E-mail', leaves: 2, narrow: 'none' },
  city: { label: 'City', width: 11, leaves: 3, narrow: 'sub-aside', order: 'city' },
  state: { label: 'State', width: 6, leaves: 3, narrow: 'none', order: 'state' },
  age: { label: 'Age', width: 4, numeric: true, leaves: 2, narrow: 'none' },
  dob: { label: 'Birth date', width: 8, numeric: true, leaves: 2, narrow: 'none' },
  type: { label: 'Type', width: 7, leaves: 1, narrow: 'none' },
  status: { label: 'Status', width: 11, leaves: 2, narrow: 'none' },
  plan: { label: 'Plan', width: 16, leaves: 2, narrow: 'none' },
  carrier: { label: 'Carrier', width: 11, leaves: 2, narrow: 'none' },
  tags: { label: 'Tags', width: 12, leaves: 3, narrow: 'none' },
  consent: { label: 'Consent', width: 11, leaves: 2, narrow: 'none' },
  group: { label: 'Group', width: 10, leaves: 2, narrow: 'none' },
  company: { label: 'Company', width: 12, leaves: 2, narrow: 'none', order: 'company' },
  source: { label: 'Source', width: 10, leaves: 2, narrow: 'none' },
  follow_up_on: { label: 'Next step', width: 14, leaves: 2, narrow: 'none', order: 'follow_up_on' },
  owner: { label: 'Owner', width: 12, leaves: 1, narrow: 'none' },
  created_at: { label: 'Added', width: 9, numeric: true, leaves: 2, narrow: 'none', order: 'created_at' },
  last_touch_at: { label: 'Last touch', width: 9, numeric: true, leaves: 4, narrow: 'aside', order: 'last_touch_at' },
};

/** Cell renderer of each column. */
export const CELL_LOOKS = Object.fromEntries(
  Object.entries(COLUMN_LOOKS).map(([column, { label: _label, order: _order, width: _width, ...look }]) => [
    column,
    look,
  ]),
) as Readonly<Record<ContactColumn, Pick<ColumnLook, 'numeric' | 'leaves' | 'narrow'>>>;

/** Em below which a name or an address is no more than its beginning. */
const FREE_WIDTH = 13;

/** Width of the table with these columns before it scrolls sideways. */
export const tableWidth = (columns: readonly ContactColumn[]): string =>
  `${columns.reduce((sum, column) => sum + (COLUMN_LOOKS[column].width ?? FREE_WIDTH), FREE_WIDTH + 4)}em`;

const TYPE_WORDS = { lead: 'Lead', client: 'Client', recruit: 'Recruit' } as const;

/** Family name first, as lists are sorted: `Okafor, Rosalind`. */
export function listName({
  first_name: first,
  last_name: last,
  phone,
  email,
}: Pick<ContactRow, 'first_name' | 'last_name' | 'phone' | 'email'>): string {
  const name = [last, first].filter(Boolean).join(', ');
  return name || email || (phone ? formatPhone(phone) : 'No name');
}

export const fullName = ({ first_name: first, last_name: last }: Pick<ContactRow, 'first_name' | 'last_name'>) =>
  [first, last].filter(Boolean).join(' ');

/** Columns whose cells draw themselves: numbers, tags, and what has several parts. */
export type DrawnColumn = 'tags' | 'status' | 'phone' | 'follow_up_on' | 'plan' | 'consent';

/** The text of a cell. */
export function cellText(row: ContactRow, column: Exclude<ContactColumn, DrawnColumn>, zone: string): string {
  switch (column) {
    case 'age':
      return row.dob ? String(ageOn(row.dob, plainDay(new Date(clockNow()), zone))) : '';
    case 'dob':
      return row.dob ? formatPlainDate(row.dob) : '';
    case 'carrier':
      return row.plan?.carrier ?? '';
    case 'type':
      return TYPE_WORDS[row.type];
    case 'owner':
      return row.owner.name;
    case 'group':
      return row.group?.name ?? '';
    case 'created_at':
      return formatDate(row.created_at, zone);
    case 'last_touch_at':
      return row.last_touch_at ? formatDate(row.last_touch_at, zone) : '';
    default:
      return row[column] ?? '';
  }
}

/** Those of the columns that a list of these contacts has: in the user's own book, every owner is the user. */
export const columnsFor = (
  { contact_group: group = 'mine', all_downline }: ContactsSearch,
  columns: readonly ContactColumn[],
): readonly ContactColumn[] =>
  group === 'mine' && !all_downline ? columns.filter((column) => column !== 'owner') : columns;
