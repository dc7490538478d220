import { Fragment, useState } from 'react';
import {
  listWalletTransactions,
  type Transaction,
  WALLET_FILTERS,
  WALLET_PAGE,
  type WalletFilter,
} from '#contract/wallets.contract.ts';
import { formatBalance, formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { KIND_WORDS, USAGE_WORDS } from '#rules/wallets/statement-words.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import type { Chosen } from './chosen.ts';
import { Slice } from './Slice.tsx';

const FILTER_WORDS: Readonly<Record<WalletFilter, string>> = {
  all: 'Everything',
  in: 'Money in',
  out: 'Money out',
  holds: 'Holds',
};
const FILTERS = WALLET_FILTERS.map((value) => ({ value, label: FILTER_WORDS[value] }));

interface StatementProps {
  readonly chosen: Chosen | null;
  readonly onChoose: (chosen: Chosen | null) => void;
  readonly zone: string;
}

/** Every line of the wallet, 20 a page; a line opens both sides of its posting. */
export function StatementCard({ chosen, onChoose, zone }: StatementProps) {
  const [filter, setFilter] = useState<WalletFilter>('all');
  const which = { filter: chosen === null ? filter : 'all', ...chosen } as const;
  const name = JSON.stringify(which);
  const [place, setPlace] = useState({ of: name, page: 1 });
  const page = place.of === name ? place.page : 1;
  const statement = useResource(listWalletTransactions, { query: { ...which, page, per_page: WALLET_PAGE } });
  const go = (next: number) => setPlace({ of: name, page: next });
  const query = new URLSearchParams({ ...which });
  return (
    <Card
      title="Statement"
      count={statement.data?.pagination.total_count.toLocaleString('en-US')}
      aside={
        <a className="link" href={`/v1/wallets/statement?${query}`} download="wallet-statement.csv">
          Download CSV
        </a>
      }
    >
      <div className="pad">
        {chosen === null ? (
          <SelectField
            label="Show"
            value={filter}
            options={FILTERS}
            onChange={(event) => setFilter(WALLET_FILTERS.find((one) => one === event.target.value) ?? 'all')}
          />
        ) : (
          <p className="row wrap">
            <span>Entries for {USAGE_WORDS[chosen.usage].toLowerCase()}</span>
            <Button size="small" onClick={() => onChoose(null)}>
              Show everything
            </Button>
          </p>
        )}
      </div>
      <Slice of={statement} what="the statement">
        {({ transactions }) =>
          transactions.length === 0 ? (
            <p className="pad soft">No transactions here yet.</p>
          ) : (
            <Table stacks className="wallet-statement">
              <thead>
                <tr>
                  <HeadCell>Transaction</HeadCell>
                  <HeadCell>Date</HeadCell>
                  <HeadCell numeric>Amount</HeadCell>
                  <HeadCell numeric>Balance</HeadCell>
                </tr>
              </thead>
              <tbody>
                {transactions.map((one) => (
                  <Line key={one.id} transaction={one} zone={zone} />
                ))}
              </tbody>
            </Table>
          )
        }
      </Slice>
      <Pages page={page} limit={WALLET_PAGE} total={statement.data?.pagination.total_count ?? 0} onPage={go} />
    </Card>
  );
}

function Line({ transaction, zone }: { transaction: Transaction; zone: string }) {
  const [isOpen, setOpen] = useState(false);
  const { kind, description, at, amount, balance, entries, usage, quantity, id } = transaction;
  const about =
    usage === null || quantity === null
      ? ''
      : `, ${quantity.toLocaleString('en-US')} ${USAGE_WORDS[usage].toLowerCase()}`;
  return (
    <>
      <tr>
        <Cell narrow="title" title={description}>
          <button type="button" className="link cut" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {description || KIND_WORDS[kind]}
          </button>
        </Cell>
        <Cell narrow="sub">{formatDate(at, zone)}</Cell>
        <Cell numeric narrow="aside">
          {amount > 0 ? '+' : ''}
          {formatMicros(fromDollars(amount))}
        </Cell>
        <Cell numeric narrow="sub-aside">
          {formatBalance(fromDollars(balance))}
        </Cell>
      </tr>
      {isOpen ? (
        <tr className="wallet-posting">
          <td colSpan={4}>
            <p>
              {KIND_WORDS[kind]}
              {about}.{' '}
              <a className="link" href={`/wallets/receipt?id=${id}`}>
                Receipt
              </a>
            </p>
            <dl>
              {entries.map((entry, index) => (
                <Fragment key={`${entry.account} ${index}`}>
                  <dt>{entry.account}</dt>
                  <dd className="num">{formatMicros(fromDollars(entry.amount))}</dd>
                </Fragment>
              ))}
            </dl>
          </td>
        </tr>
      ) : null}
    </>
  );
}
