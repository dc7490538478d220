import { useSelector } from '@xstate/react';
import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { ProblemRow } from '#contract/imports/rows.contract.ts';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { cellOf } from '../../../machines/imports/import-context.ts';
import { formatCount } from '../../_kit/format/format-count.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../../_kit/display/Table.tsx';
import { FIELD_WORDS } from '../field-words.ts';
import { GridCell } from './GridCell.tsx';
import { gridKey, type Place } from './grid-keys.ts';

interface ProblemGridProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  rows: readonly ProblemRow[];
  canFix: boolean;
}

/**
 * Problem rows as in the file, with the focus on one cell. Enter or a letter starts editing the cell; Enter saves it
 * and moves to the next row, Escape restores it.
 */
export function ProblemGrid({ actor, attempt, rows: listed, canFix }: ProblemGridProps) {
  const columns = useSelector(actor, ({ context }) => context.head.columns);
  const fixed = useSelector(actor, ({ context }) => context.fixed);
  const unsaved = useSelector(actor, ({ context }) => context.unsaved);
  const rows = listed.map((row) => fixed[row.row_number] ?? row);
  const id = useId();
  const [at, setAt] = useState<Place>({ row: 0, column: columnAtFault(attempt, rows[0]) });
  const [editing, setEditing] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const isGoing = useRef(false);
  const go = (place: Place) => {
    setAt(place);
    setEditing(null);
    isGoing.current = true;
  };
  // The cell is rendered again only after its input is removed.
  useLayoutEffect(() => {
    if (!isGoing.current) return;
    isGoing.current = false;
    table.current?.querySelector<HTMLElement>(`[data-place="${at.row} ${at.column}"]`)?.focus();
  });
  const keep = (row: ProblemRow, column: number, text: string) => {
    const pending = unsaved[row.row_number]?.[column];
    if (text === (pending ?? cellOf(row, String(column)))) return;
    actor.send({ type: 'import.fixRow', row: { row_number: row.row_number, cells: { [column]: text } } });
  };

  const current = rows[at.row];
  const numberOf = ({ row_number }: ProblemRow) => sheetRow(attempt.header_row, row_number);
  const isImported = attempt.started_at !== null;

  return (
    <>
      <TableScroll label="Cells of the rows">
        <Table
          compact
          className="problem-grid"
          role="grid"
          aria-label="Problem rows"
          aria-readonly={!canFix}
          ref={table}
          onKeyDown={(event) => {
            const next = gridKey(event.key, at, { rows: rows.length, columns: columns.length });
            if (editing !== null || next === null) return;
            event.preventDefault();
            go(next);
          }}
        >
          <thead>
            <tr>
              <HeadCell pin="name" numeric className="c-row">
                Row
              </HeadCell>
              <HeadCell className="c-wrong">Problem</HeadCell>
              {columns.map(({ index, header }) => (
                <HeadCell key={index} title={header}>
                  {header}
                  <FieldOf attempt={attempt} column={index} header={header} />
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={row.row_number} className={row.is_good ? 'is-good' : undefined}>
                <Cell pin="name" numeric className="c-row quiet">
                  {formatCount(numberOf(row))}
                </Cell>
                <Cell
                  id={`${id}-${row.row_number}`}
                  className="c-wrong"
                  title={row.is_good ? 'Corrected' : row.message}
                >
                  <Wrong
                    row={row}
                    number={numberOf(row)}
                    onRestore={
                      canFix && row.fix
                        ? () => actor.send({ type: 'import.fixRow', row: { row_number: row.row_number, cells: {} } })
                        : null
                    }
                  />
                </Cell>
                {columns.map(({ index, header }) => (
                  <GridCell
                    key={index}
                    label={`${header} of row ${numberOf(row)}`}
                    place={{ row: place, column: index }}
                    text={unsaved[row.row_number]?.[index] ?? cellOf(row, String(index))}
                    isCurrent={at.row === place && at.column === index}
                    isAtFault={isAtFault(attempt, row, index)}
                    faultId={`${id}-${row.row_number}`}
                    isFixed={row.fix?.[index] !== undefined}
                    editing={canFix && at.row === place && at.column === index ? editing : null}
                    onFocus={() => setAt({ row: place, column: index })}
                    onEdit={canFix && !(isImported && isRead(row, index)) ? setEditing : null}
                    onKeep={(text, where) => {
                      keep(row, index, text);
                      if (where === 'stay') setEditing(null);
                      else go(neighbour(attempt, rows, { row: place, column: index }, where));
                    }}
                    onLeave={() => go({ row: place, column: index })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
      {current && !current.is_good ? (
        <p className="only-small pad bad-t">
          Row {formatCount(numberOf(current))}: {current.message}
        </p>
      ) : null}
    </>
  );
}

const isAtFault = ({ fields }: ImportAttempt, row: ProblemRow, column: number): boolean =>
  !row.is_good &&
  (row.unread.length > 0
    ? row.unread.some(({ index }) => index === column)
    : row.field !== null && fields[String(column)] === row.field);

/** True for a cell that a contact was imported with: it is changed there. A corrected cell stays open. */
const isRead = ({ unread, fix }: ProblemRow, column: number): boolean =>
  unread.length > 0 && unread.every(({ index }) => index !== column) && fix?.[column] === undefined;

/** The column of the faulty field, else the first. */
const columnAtFault = ({ fields }: ImportAttempt, row: ProblemRow | undefined): number =>
  row?.unread[0]?.index ??
  Number(Object.keys(fields).find((index) => row?.field != null && fields[index] === row.field) ?? 0);

/** Down: the faulty cell of the next row that is still wrong, or where one is when there is none. */
function neighbour(
  attempt: ImportAttempt,
  rows: readonly ProblemRow[],
  { row, column }: Place,
  where: 'down' | 'right' | 'left',
): Place {
  if (where !== 'down') return { row, column: Math.max(0, column + (where === 'right' ? 1 : -1)) };
  const next = rows.findIndex((other, index) => index > row && !other.is_good);
  return next < 0 ? { row, column } : { row: next, column: columnAtFault(attempt, rows[next]) };
}

/** Field of the column, unless its header already names it. */
function FieldOf({ attempt, column, header }: { attempt: ImportAttempt; column: number; header: string }) {
  const field = attempt.fields[String(column)];
  if (field && FIELD_WORDS[field].toLowerCase() === header.toLowerCase()) return null;
  return <small className="meta quiet">{field ? FIELD_WORDS[field] : 'Not imported'}</small>;
}

interface WrongProps {
  row: ProblemRow;
  /** As a spreadsheet numbers it. */
  number: number;
  onRestore: (() => void) | null;
}

function Wrong({ row, number, onRestore }: WrongProps) {
  return (
    <span className="wrong">
      {row.is_good ? (
        <StatusWord tone="good" icon={CircleCheck}>
          Corrected
        </StatusWord>
      ) : (
        <StatusWord tone={row.unread.length > 0 ? 'warn' : 'bad'} icon={CircleAlert}>
          {row.message}
        </StatusWord>
      )}
      {onRestore ? (
        <IconButton icon={Undo2} size="small" label={`Row ${number} as in the file`} onClick={onRestore} />
      ) : null}
    </span>
  );
}
