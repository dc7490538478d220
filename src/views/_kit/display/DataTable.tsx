import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { formatRange } from '../format/format-count.ts';
import { ErrorPanel } from '../states/ErrorPanel.tsx';
import { Skeleton } from '../states/Skeleton.tsx';
import { Found } from './Found.tsx';
import { Pager } from './Pager.tsx';
import { Cell, type CellLook, HeadCell, type SortDirection, Table, TableScroll } from './Table.tsx';

/** One column of a table: its header, and the cell it makes of a row. `Field` is what rows can be sorted by. */
export interface Column<Row, Field extends string = never> extends Omit<CellLook, 'pin'> {
  /** The first column, if its cells are links with the name of the row. */
  readonly pin?: 'name';
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Absent: the header is plain text. */
  readonly sortBy?: Field;
  /** In em: 1em is body text in every text size. */
  readonly width?: string;
}

interface Keyed {
  readonly id: number | string;
}

/** Rows with a box to tick. */
export interface Selection<Row> {
  readonly isSelected: (row: Row) => boolean;
  readonly onToggle: (row: Row) => void;
  /** The box above all rows. */
  readonly all: boolean | 'some';
  readonly onToggleAll: () => void;
  readonly nameOf: (row: Row) => string;
}

export interface DataRowsProps<Row extends Keyed, Field extends string> {
  /** "Policies": the name of the table. */
  label: string;
  columns: readonly Column<Row, Field>[];
  /** `null` while the first rows load. */
  rows: readonly Row[] | null;
  /** Above the rows: their sum, which isn't counted as one. */
  sum?: Row | undefined;
  sort?: { readonly field: Field; readonly order: SortDirection; readonly onSort: (field: Field) => void } | undefined;
  /** Buttons at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  selection?: Selection<Row> | undefined;
  /** The row that is open beside the table. */
  openId?: Row['id'] | null | undefined;
  /** The row under the keyboard cursor. */
  cursorId?: Row['id'] | null | undefined;
  /** A newer load is under way. */
  busy?: boolean | undefined;
  /** Reaches the edges of the page. */
  full?: boolean | undefined;
}

/** Rows shown while the first ones load: about half a screen. */
const SKELETON_ROWS = 8;
/** Widths of their bars, in turn, so that rows don't look printed. */
const SKELETON_WIDTHS = ['70%', '52%', '64%', '48%', '60%'];

/** The rows of any kind as a table; on a phone each becomes a card of two lines. */
export function DataRows<Row extends Keyed, Field extends string = never>(props: DataRowsProps<Row, Field>) {
  const { label, columns, rows, sum, sort, actions, selection, openId, cursorId, busy = false, full = false } = props;
  return (
    <Table stacks full={full} aria-label={label} aria-busy={busy || rows === null}>
      <colgroup>
        {selection ? <col /> : null}
        {columns.map(({ head, width, leaves }) => (
          <col
            key={head}
            className={leaves === undefined ? undefined : `leaves-${leaves}`}
            style={width === undefined ? undefined : { width }}
          />
        ))}
        {actions ? <col className="acts-col" /> : null}
      </colgroup>
      <thead>
        <tr>
          {selection ? (
            <HeadCell pin="check">
              <Checkbox checked={selection.all} onCheckedChange={selection.onToggleAll} aria-label="Select all rows" />
            </HeadCell>
          ) : null}
          {columns.map(({ head, cell: _cell, sortBy, width: _width, ...look }) => (
            <HeadCell key={head} {...look} {...(sort && sortBy !== undefined && sortOf(sort, sortBy))}>
              {head}
            </HeadCell>
          ))}
          {actions ? (
            <HeadCell>
              <span className="sr">Actions</span>
            </HeadCell>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows === null
          ? Array.from({ length: SKELETON_ROWS }, (_, at) => <SkeletonRow key={at} at={at} columns={columns} />)
          : [...(sum === undefined ? [] : [sum]), ...rows].map((row) => (
              <tr
                key={row.id}
                data-row={row.id}
                className={row.id === cursorId ? 'is-cursor' : undefined}
                aria-selected={selection ? selection.isSelected(row) : undefined}
                aria-current={row.id === openId ? 'true' : undefined}
              >
                {selection ? (
                  <Cell pin="check" narrow="check">
                    <Checkbox
                      checked={selection.isSelected(row)}
                      onCheckedChange={() => selection.onToggle(row)}
                      aria-label={`Select ${selection.nameOf(row)}`}
                    />
                  </Cell>
                ) : null}
                {columns.map(({ head, cell, sortBy: _sortBy, width: _width, ...look }) => (
                  <Cell key={head} {...look}>
                    {cell(row)}
                  </Cell>
                ))}
                {actions ? (
                  <Cell className="acts" narrow="aside">
                    {actions(row)}
                  </Cell>
                ) : null}
              </tr>
            ))}
      </tbody>
    </Table>
  );
}

const sortOf = <Field extends string>(
  { field, order, onSort }: NonNullable<DataRowsProps<Keyed, Field>['sort']>,
  by: Field,
) => ({ sorted: field === by ? order : null, onSort: () => onSort(by) });

function SkeletonRow<Row, Field extends string>({
  at,
  columns,
}: {
  at: number;
  columns: readonly Column<Row, Field>[];
}) {
  return (
    <tr>
      {columns.map(({ head, cell: _cell, sortBy: _sortBy, width: _width, ...look }, column) => (
        <Cell key={head} {...look}>
          <Skeleton width={column === 0 ? (SKELETON_WIDTHS[at % SKELETON_WIDTHS.length] ?? '60%') : '60%'} />
        </Cell>
      ))}
    </tr>
  );
}

export interface DataTableProps<Row extends Keyed, Field extends string> extends DataRowsProps<Row, Field> {
  /** Error of the last load; earlier rows stay. */
  error: { readonly message: string; readonly requestId: string | null } | null;
  onRetry: () => void;
  /** In place of no rows. */
  empty: ReactNode;
  /** Absent: all rows there are. */
  page?: PageOf | undefined;
}

interface PageOf {
  /** 1 is the first. */
  readonly at: number;
  readonly limit: number;
  readonly total: number;
  readonly onTurn: (to: number) => void;
  /** Key of the request; the count of its result is announced once. */
  readonly asked: string;
  /** Content beside the pager, such as the available shortcuts. */
  readonly keys?: ReactNode;
}

/** A full page of rows with scrolling, pager, and placeholders for missing rows. */
export function DataTable<Row extends Keyed, Field extends string = never>(props: DataTableProps<Row, Field>) {
  const { error, onRetry, empty, page, ...table } = props;
  const { rows, label } = table;
  const from = page === undefined ? 0 : (page.at - 1) * page.limit;
  const range = page === undefined || rows === null ? null : formatRange(from + 1, from + rows.length, page.total);
  return (
    <>
      {rows === null && error !== null ? (
        <ErrorPanel
          title={`Couldn't load ${label.toLowerCase()}`}
          text={error.message}
          requestId={error.requestId}
          actions={<Button onClick={onRetry}>Try again</Button>}
        />
      ) : rows?.length === 0 ? (
        empty
      ) : (
        <TableScroll label={label}>
          <DataRows full {...table} />
        </TableScroll>
      )}
      {page === undefined ? null : (
        <>
          {range === null || rows?.length === 0 ? null : (
            <Pager
              text={range}
              onPrevious={page.at > 1 ? () => page.onTurn(page.at - 1) : undefined}
              onNext={from + page.limit < page.total ? () => page.onTurn(page.at + 1) : undefined}
              heard={false}
            >
              {page.keys}
            </Pager>
          )}
          <Found asked={page.asked} text={table.busy ? null : range} />
        </>
      )}
    </>
  );
}
