import { CircleAlert, CircleMinus, CirclePlus, type LucideIcon, RefreshCw } from 'lucide-react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { ImportRow, RowOutcome } from '#contract/imports/rows.contract.ts';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { hasEnded } from '../../../machines/imports/next-step.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import type { Tone } from '../../_kit/display/Icon.tsx';
import { Anchor } from '../../_kit/display/Link.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table } from '../../_kit/display/Table.tsx';
import { reasonWords } from '../rows/reason-words.ts';

const OUTCOMES: Readonly<Record<RowOutcome, { text: string; icon: LucideIcon; tone?: Tone }>> = {
  created: { text: 'Created', icon: CirclePlus, tone: 'good' },
  updated: { text: 'Updated', icon: RefreshCw, tone: 'info' },
  skipped: { text: 'Skipped', icon: CircleMinus },
  problem: { text: 'Problem', icon: CircleAlert, tone: 'bad' },
};

/** The rows of the last chunk with their outcomes. */
export function LastRows({ rows, attempt }: { rows: readonly ImportRow[]; attempt: ImportAttempt }) {
  return (
    <Card title="Last rows" aside={<span className="meta quiet newest">newest first</span>}>
      {rows.length === 0 ? (
        <p className="pad quiet">
          {hasEnded(attempt.status) ? 'No rows imported.' : "The first rows appear here as they're imported."}
        </p>
      ) : (
        <Table compact className="last-rows">
          <thead>
            <tr>
              <HeadCell numeric className="c-row">
                Row
              </HeadCell>
              <HeadCell>Name</HeadCell>
              <HeadCell className="c-ph">Phone</HeadCell>
              <HeadCell className="c-outcome">Outcome</HeadCell>
              <HeadCell className="c-why">Reason</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <LastRow key={row.row_number} row={row} headerRow={attempt.header_row} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

function LastRow({ row, headerRow }: { row: ImportRow; headerRow: number }) {
  const { text, ...look } = OUTCOMES[row.outcome];
  const why = reasonWords(row.reason, row.detail);
  const name = row.name || 'No name';
  return (
    <tr>
      <Cell numeric className="quiet">
        {formatCount(sheetRow(headerRow, row.row_number))}
      </Cell>
      <Cell className="name" title={name}>
        {row.contact_number === null ? name : <Anchor href={`/contacts/${row.contact_number}`}>{name}</Anchor>}
      </Cell>
      <Cell className="n c-ph">{formatPhone(row.phone)}</Cell>
      <Cell title={why}>
        <StatusWord {...look}>{text}</StatusWord>
      </Cell>
      <Cell className="c-why" title={why}>
        {why}
      </Cell>
    </tr>
  );
}
