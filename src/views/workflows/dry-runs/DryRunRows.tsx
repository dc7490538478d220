import type { DryRunRow } from '#contract/workflows/dry-runs.contract.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { DataRows } from '../../_kit/display/DataTable.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { formatContacts, formatCount } from '../../_kit/format/format-count.ts';
import { useWhen } from '../use-when.ts';
import { DRY_OUTCOME_WORDS } from './dry-run-words.ts';

interface DryRunRowsProps {
  rows: readonly DryRunRow[];
  /** Its contacts are beside the table. */
  open: DryRunRow | null;
  onOpen: (row: DryRunRow) => void;
}

const keyOf = ({ step_id: step, outcome, reason }: DryRunRow) => `${step} ${outcome} ${reason}`;

/** Contacts by step, outcome and reason. Every number opens its contacts. */
export function DryRunRows({ rows, open, onOpen }: DryRunRowsProps) {
  const when = useWhen();
  const timesOf = ({ first_at: first, last_at: last }: DryRunRow) => {
    const [from, to] = [when(first), when(last)];
    return from === to ? from : `${from} – ${to}`;
  };
  return (
    <DataRows
      label="Contacts by step"
      full
      rows={rows.map((row) => ({ ...row, id: keyOf(row) }))}
      openId={open === null ? null : keyOf(open)}
      columns={[
        { head: 'Step', cell: ({ step }) => step, narrow: 'title', width: '14em' },
        {
          head: 'Outcome',
          cell: ({ outcome, reason }) => {
            const { text, tone } = DRY_OUTCOME_WORDS[outcome];
            // Where a contact takes a branch, the reason says which.
            const words = reason === '' ? text : outcome === 'done' ? reason : `${text}: ${reason}`;
            return <StatusWord {...(tone && { tone })}>{words}</StatusWord>;
          },
          narrow: 'sub',
        },
        { head: 'When', cell: timesOf, narrow: 'none', width: '15em', leaves: 3 },
        {
          head: 'Contacts',
          cell: (row) => (
            <Button
              size="small"
              look="plain"
              aria-pressed={open !== null && keyOf(open) === row.id}
              aria-label={`${formatContacts(row.contacts)}: ${row.step}, ${DRY_OUTCOME_WORDS[row.outcome].text}`}
              onClick={() => onOpen(row)}
            >
              {formatCount(row.contacts)}
            </Button>
          ),
          numeric: true,
          narrow: 'aside',
          width: '8em',
        },
      ]}
    />
  );
}
