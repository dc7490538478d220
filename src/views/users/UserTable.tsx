import { LogIn } from 'lucide-react';
import type { AdminUser } from '#contract/users.contract.ts';
import type { UsersSearch } from './users-search.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Anchor } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../_kit/display/Table.tsx';
import { Tag } from '../_kit/display/Tag.tsx';
import { actLabel, listName, nameOf } from './user-words.ts';

type OrderField = NonNullable<UsersSearch['order_field']>;

interface UserTableProps {
  rows: readonly AdminUser[];
  /** Id of the row that the keys are on. */
  cursor: number | null;
  /** Names of accounts matter where there is more than one. */
  withAccount: boolean;
  zone: string;
  orderField: OrderField;
  order: 'asc' | 'desc';
  busy: boolean;
  onSort: (field: OrderField) => void;
  onActFor: (person: AdminUser) => void;
}

/** One page of people. */
export function UserTable(props: UserTableProps) {
  const { rows, withAccount, orderField, order, busy, onSort } = props;
  const sortedBy = (field: OrderField) => ({
    sorted: orderField === field ? order : null,
    onSort: () => onSort(field),
  });
  return (
    <TableScroll label="Users">
      <Table full stacks aria-label="Users" aria-busy={busy} className="user-table">
        <colgroup>
          <col />
          <col style={{ width: '13em' }} />
          <col className="leaves-3" />
          <col className="leaves-2" />
          <col className="leaves-3" style={{ width: '11em' }} />
          <col className="leaves-1" style={{ width: '7em' }} />
          <col style={{ width: '11.5em' }} />
        </colgroup>
        <thead>
          <tr>
            <HeadCell pin="name" {...sortedBy('last_name')}>
              Name
            </HeadCell>
            <HeadCell narrow="aside">Role</HeadCell>
            <HeadCell leaves={3} narrow="sub">
              {withAccount ? 'Account' : 'Business unit'}
            </HeadCell>
            <HeadCell leaves={2} narrow="none">
              Manager
            </HeadCell>
            <HeadCell leaves={3} narrow="sub-aside" numeric {...sortedBy('last_seen_at')}>
              Last seen
            </HeadCell>
            <HeadCell leaves={1} narrow="none">
              Paid
            </HeadCell>
            <HeadCell narrow="none">
              <span className="sr">Log in as</span>
            </HeadCell>
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

function Row({ row, cursor, withAccount, zone, onActFor }: UserTableProps & { row: AdminUser }) {
  const { brand, user } = useApp();
  const now = useNow();
  const place = `${row.account.name}, ${row.business_unit.name}`;
  const way = actLabel(row);
  return (
    <tr className={cursor === row.id ? 'is-cursor' : undefined} data-row={row.id}>
      <Cell pin="name" narrow="title">
        <Anchor href={`/admin/users/${row.id}`} title={row.username}>
          {listName(row)} {row.active ? null : <StatusWord tone="warn">Deactivated</StatusWord>}
        </Anchor>
      </Cell>
      <Cell narrow="aside">
        <Tag name={brand.roleLabels[row.account_type]} />
      </Cell>
      <Cell leaves={3} narrow="sub" title={place}>
        {withAccount ? row.account.name : row.business_unit.name}
      </Cell>
      <Cell leaves={2} narrow="none">
        {row.manager?.name ?? ''}
      </Cell>
      <Cell leaves={3} narrow="sub-aside" numeric>
        {row.last_seen_at === null ? 'Never' : formatWhen(row.last_seen_at, zone, now)}
      </Cell>
      <Cell leaves={1} narrow="none">
        {row.paid_membership ? 'Paid' : <StatusWord tone="warn">Unpaid</StatusWord>}
      </Cell>
      <Cell narrow="none" className="user-acts">
        {row.login_types.length > 0 ? (
          <Button
            size="small"
            look="plain"
            icon={LogIn}
            aria-label={`${way} ${nameOf(row)}`}
            onClick={() => onActFor(row)}
          >
            {way}
          </Button>
        ) : (
          <span className="meta quiet" title={row.no_login}>
            {row.id === user.id ? 'You' : row.no_login}
          </span>
        )}
      </Cell>
    </tr>
  );
}
