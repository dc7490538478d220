import type { ReactNode } from 'react';
import { MOST_COUNTED } from '#contract/resource.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Column } from '../_kit/display/DataTable.tsx';

interface Retirable {
  readonly active: boolean;
  readonly used: number | null;
}

/** "Not used", "412", "10,000 or more". */
export const usedText = (used: number): string =>
  used === 0 ? 'Not used' : `${formatCount(used)}${used === MOST_COUNTED ? ' or more' : ''}`;

/** A new row is offered. */
export const NEW = { active: true };

/** How many contacts, or other records, use a row, and whether it is offered. */
export const usageColumns = (head = 'Contacts'): readonly Column<Retirable>[] => [
  {
    head,
    cell: ({ used }) => (used === null ? '' : usedText(used)),
    numeric: true,
    narrow: 'aside',
    width: '8em',
  },
  { head: 'Status', cell: ({ active }) => (active ? 'Offered' : 'Off'), narrow: 'sub-aside', width: '7em' },
];

interface OfferedFieldProps {
  check: (name: 'active', label: string) => ReactNode;
  row: Retirable | null;
  /** What uses rows of the list. */
  head?: string;
}

/** Turns a row off; one in use can't be deleted. */
export const OfferedField = ({ check, row, head = 'Contacts' }: OfferedFieldProps) => (
  <div className="whole stack">
    {check('active', 'Offered')}
    {row?.used ? (
      <p className="hint">
        {head}: {usedText(row.used)}. They keep it if you turn it off. It can't be deleted while they use it.
      </p>
    ) : null}
  </div>
);
