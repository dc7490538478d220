import { type CSSProperties, Fragment, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import type { ContactColumn } from '../../../store/contacts.store.ts';
import { Checkbox } from '../../_kit/controls/Checkbox.tsx';
import { Anchor } from '../../_kit/display/Link.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../../_kit/display/Table.tsx';
import { Tag } from '../../_kit/display/Tag.tsx';
import { DialNumber } from '../../phone/panel/DialNumber.tsx';
import { CELL_LOOKS, cellText, COLUMN_LOOKS, listName, tableWidth } from './contact-columns.ts';
import { type RowKeys, rowKeys } from './row-keys.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { TAG_DOT } from '../tag-color.ts';

const ListCell = lazyPart(() => import('./ListCells.tsx'), 'ListCell');

type OrderField = NonNullable<ContactsScopeInput['order_field']>;

interface ContactTableProps {
  rows: readonly ContactRow[];
  columns: readonly ContactColumn[];
  selected: readonly number[];
  cursor: number | null;
  zone: string;
  orderField: OrderField;
  order: 'asc' | 'desc';
  busy: boolean;
  onSort: (field: OrderField) => void;
  /** `through` is true with Shift: everything from the cursor to this row. */
  onSelect: (row: ContactRow, through: boolean) => void;
  onSelectPage: (every: boolean) => void;
}

/** Rows that are drawn with each frame, from the top. Ours: a laptop's window full, and half of a page. */
const ROWS_AT_ONCE = 25;

/** One page of contacts. A row is a link, a box to tick, and what the chosen columns show. */
export function ContactTable(props: ContactTableProps) {
  const { rows, columns, selected, orderField, order, busy, onSort } = props;
  const ticked = rows.filter((row) => selected.includes(row.id)).length;
  const sortedBy = (field: OrderField | undefined) =>
    field === undefined ? {} : { sorted: orderField === field ? order : null, onSort: () => onSort(field) };
  return (
    <TableScroll label="Contacts">
      <Table
        full
        stacks
        quietChecks
        hasSelection={selected.length > 0}
        aria-label="Contacts"
        aria-busy={busy}
        className="contact-table"
        style={{ '--whole': tableWidth(columns) } as CSSProperties}
      >
        <colgroup>
          <col style={{ width: '2.75rem' }} />
          <col />
          {columns.map((column) => (
            <col key={column} style={widthOf(column)} className={leavesClass(column)} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <HeadCell pin="check" narrow="check">
              <Checkbox
                aria-label="Select all on this page"
                checked={ticked === 0 ? false : ticked === rows.length ? true : 'some'}
                onCheckedChange={props.onSelectPage}
              />
            </HeadCell>
            <HeadCell pin="name" {...sortedBy('last_name')}>
              Name
            </HeadCell>
            {columns.map((column) => {
              const { label, narrow, order: field, width: _width, ...look } = COLUMN_LOOKS[column];
              return (
                <HeadCell key={column} {...look} narrow={narrow} className={`col-${column}`} {...sortedBy(field)}>
                  {label}
                </HeadCell>
              );
            })}
          </tr>
        </thead>
        <Rows {...props} />
      </Table>
    </TableScroll>
  );
}

interface Drawn {
  readonly rows: readonly ContactRow[];
  readonly keys: RowKeys;
}

interface Steps extends Drawn {
  /** So many of them are drawn. */
  readonly count: number;
  /** Placeholders for the cells to come. */
  readonly before: Drawn;
}

const NOTHING: Drawn = { rows: [], keys: new Map() };

/** Another page comes in steps; of this one, only what has changed is drawn. */
function stepsTo(rows: readonly ContactRow[], before: Drawn): Steps {
  const ids = rows.map(({ id }) => id);
  const count = ids.some((id) => before.keys.has(id)) ? rows.length : ROWS_AT_ONCE;
  return { rows, keys: rowKeys(ids, before.keys), count, before };
}

function drawnOf({ rows, keys, count, before }: Steps): Drawn {
  const drawn = [...rows.slice(0, count), ...before.rows.slice(count, rows.length)];
  return { rows: drawn, keys: new Map(drawn.map(({ id }) => [id, keys.get(id) ?? before.keys.get(id) ?? id])) };
}

/** These rows, some more with each frame, written over those before them; so keys and clicks get through. */
function useInSteps(rows: readonly ContactRow[]): Drawn {
  const [steps, setSteps] = useState(() => stepsTo(rows, NOTHING));
  if (steps.rows !== rows) setSteps(stepsTo(rows, drawnOf(steps)));
  useEffect(() => {
    if (steps.count >= steps.rows.length) return undefined;
    const frame = requestAnimationFrame(() => setSteps({ ...steps, count: steps.count + ROWS_AT_ONCE }));
    return () => cancelAnimationFrame(frame);
  }, [steps]);
  return useMemo(() => drawnOf(steps), [steps]);
}

/** Only the rows, so that changes around them do not render them again. */
function Rows({ rows, columns, selected, cursor, zone, onSelect }: ContactTableProps) {
  const drawn = useInSteps(rows);
  return useMemo(
    () => (
      <tbody>
        {drawn.rows.map((row, i) => (
          <Fragment key={drawn.keys.get(row.id)}>
            {row.close && !drawn.rows[i - 1]?.close ? <CloseHead hasExact={i > 0} span={columns.length + 2} /> : null}
            <Row
              row={row}
              columns={columns}
              isSelected={selected.includes(row.id)}
              isCursor={cursor === row.id}
              zone={zone}
              onSelect={onSelect}
            />
          </Fragment>
        ))}
      </tbody>
    ),
    [drawn, columns, selected, cursor, zone, onSelect],
  );
}

/** Heading above contacts that match only approximately. */
function CloseHead({ hasExact, span }: { hasExact: boolean; span: number }) {
  return (
    <tr className="close-head">
      <th scope="rowgroup" colSpan={span}>
        {hasExact ? 'Close to what you typed:' : 'No exact match. Close to what you typed:'}
      </th>
    </tr>
  );
}

const widthOf = (column: ContactColumn) => {
  const { width } = COLUMN_LOOKS[column];
  return width === undefined ? undefined : { width: `${width}em` };
};

const leavesClass = (column: ContactColumn) => {
  const { leaves } = COLUMN_LOOKS[column];
  return leaves === undefined ? undefined : `leaves-${leaves}`;
};

interface RowProps extends Pick<ContactTableProps, 'columns' | 'zone' | 'onSelect'> {
  row: ContactRow;
  isSelected: boolean;
  isCursor: boolean;
}

const Row = memo(function Row({ row, columns, isSelected, isCursor, zone, onSelect }: RowProps) {
  const name = listName(row);
  const withShift = useRef(false);
  return (
    <tr aria-selected={isSelected} className={isCursor ? 'is-cursor' : undefined} data-contact={row.id}>
      <Cell pin="check" narrow="check">
        <Checkbox
          aria-label={`Select ${name}`}
          checked={isSelected}
          onClick={(event) => {
            withShift.current = event.shiftKey;
          }}
          onCheckedChange={() => onSelect(row, withShift.current)}
        />
      </Cell>
      <Cell pin="name" narrow="title">
        <Anchor href={`/contacts/${row.number}`}>{name}</Anchor>
      </Cell>
      {columns.map((column) => (
        <Cell key={column} {...CELL_LOOKS[column]} className={column === 'phone' ? 'n' : `col-${column}`}>
          <CellContent row={row} column={column} zone={zone} namesCarrier={!columns.includes('carrier')} />
        </Cell>
      ))}
    </tr>
  );
});

interface CellContentProps {
  row: ContactRow;
  column: ContactColumn;
  zone: string;
  namesCarrier: boolean;
}

function CellContent({ row, column, zone, namesCarrier }: CellContentProps) {
  if (column === 'follow_up_on' || column === 'plan' || column === 'consent') {
    return (
      <Suspense>
        <ListCell row={row} column={column} zone={zone} namesCarrier={namesCarrier} />
      </Suspense>
    );
  }
  if (column === 'tags') return <RowTags row={row} />;
  if (column === 'phone')
    return row.phone ? <DialNumber number={row.phone} contactId={row.id} isTabStop={false} /> : null;
  if (column !== 'status') return cellText(row, column, zone);
  if (row.status === null) return null;
  return (
    <span className="row-tags">
      <Tag name={row.status.name} color={TAG_DOT[row.status.color]} />
    </span>
  );
}

function RowTags({ row: { tags } }: { row: ContactRow }) {
  const [first, ...more] = tags;
  return first ? (
    <span className="row-tags">
      <Tag name={first.name} color={TAG_DOT[first.color]} />
      {more.length > 0 ? (
        <span className="meta quiet" title={more.map((tag) => tag.name).join(', ')}>
          +{more.length}
        </span>
      ) : null}
    </span>
  ) : null;
}
