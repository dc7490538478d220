import { type CSSProperties, useRef } from 'react';
import type { ContactRow, ContactsScopeInput } from '#contract/contacts.contract.ts';
import type { ContactColumn } from '../../store/contacts.store.ts';
import { Checkbox } from '../_kit/Checkbox.tsx';
import { Anchor } from '../_kit/Link.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../_kit/Table.tsx';
import { Tag } from '../_kit/Tag.tsx';
import { cellText, COLUMN_LOOKS, listName, tableWidth } from './contact-columns.ts';
import { TAG_DOT } from './tag-color.ts';

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
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} {...props} />
          ))}
        </tbody>
      </Table>
    </TableScroll>
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

function Row({ row, columns, selected, cursor, zone, onSelect }: ContactTableProps & { row: ContactRow }) {
  const isSelected = selected.includes(row.id);
  const name = listName(row);
  const withShift = useRef(false);
  return (
    <tr aria-selected={isSelected} className={cursor === row.id ? 'is-cursor' : undefined} data-contact={row.id}>
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
      {columns.map((column) => {
        const { label: _label, order: _order, width: _width, ...look } = COLUMN_LOOKS[column];
        return (
          <Cell key={column} {...look} className={column === 'phone' ? 'n' : `col-${column}`}>
            {column === 'tags' ? <RowTags row={row} /> : cellText(row, column, zone)}
          </Cell>
        );
      })}
    </tr>
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
