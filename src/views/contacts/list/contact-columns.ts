import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import type { ContactColumn } from '../../../store/contacts.store.ts';
import type { NarrowPlace } from '../../_kit/display/Table.tsx';
import { formatDate } from '../../_kit/format/format-when.ts';

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
  type: { label: 'Type', width: 7, leaves: 1, narrow: 'none' },
  status: { label: 'Status', width: 11, leaves: 2, narrow: 'none' },
  tags: { label: 'Tags', width: 12, leaves: 3, narrow: 'none' },
  group: { label: 'Group', width: 10, leaves: 2, narrow: 'none' },
  company: { label: 'Company', width: 12, leaves: 2, narrow: 'none', order: 'company' },
  source: { label: 'Source', width: 10, leaves: 2, narrow: 'none' },
  follow_up_on: { label: 'Follow-up', width: 9, numeric: true, leaves: 2, narrow: 'none', order: 'follow_up_on' },
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

/** The text of a cell; numbers, tags and the status draw themselves. */
export function cellText(
  row: ContactRow,
  column: Exclude<ContactColumn, 'tags' | 'status' | 'phone'>,
  zone: string,
): string {
  switch (column) {
    case 'type':
      return TYPE_WORDS[row.type];
    case 'owner':
      return row.owner.name;
    case 'group':
      return row.group?.name ?? '';
    case 'follow_up_on':
      return row.follow_up_on ? formatPlainDate(row.follow_up_on) : '';
    case 'created_at':
      return formatDate(row.created_at, zone);
    case 'last_touch_at':
      return row.last_touch_at ? formatDate(row.last_touch_at, zone) : '';
    default:
      return row[column] ?? '';
  }
}
