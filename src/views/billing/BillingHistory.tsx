import { useState } from 'react';
import { type BillingEntry, listBillingHistory } from '#contract/billing.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Pages } from '../_kit/display/Pages.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';

/** Rows of one page. Ours: a year of months nearly fits. */
const LIMIT = 10;

/** Charges and refunds. */
export function BillingHistory({ zone }: { zone: string }) {
  const [page, setPage] = useState(1);
  const { data, error, pending, reload } = useResource(listBillingHistory, { query: { page, limit: LIMIT } });
  return (
    <Card title="History" count={data ? String(data.meta.total_count ?? '') : undefined}>
      {pending ? <SkeletonLines lines={3} label="Loading history" /> : null}
      {data === null && error !== null ? (
        <ErrorPanel
          title="Couldn't load history"
          text={error.message}
          requestId={error.requestId}
          actions={<Button onClick={reload}>Try again</Button>}
        />
      ) : null}
      {data?.data.length === 0 ? <p className="pad soft">No charges yet.</p> : null}
      {data && data.data.length > 0 ? (
        <Table stacks className="billing-history">
          <thead>
            <tr>
              <HeadCell>Description</HeadCell>
              <HeadCell>Status</HeadCell>
              <HeadCell numeric>Date</HeadCell>
              <HeadCell numeric>Amount</HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.data.map((entry) => (
              <Row key={entry.id} entry={entry} day={formatDate(entry.at, zone)} />
            ))}
          </tbody>
        </Table>
      ) : null}
      <Pages page={page} limit={LIMIT} total={data?.meta.total_count ?? 0} onPage={setPage} />
    </Card>
  );
}

function Row({ entry, day }: { entry: BillingEntry; day: string }) {
  return (
    <tr>
      <Cell narrow="title" title={entry.description}>
        {entry.description}
      </Cell>
      <Cell narrow="sub">
        <EntryStatus status={entry.status} />
      </Cell>
      <Cell numeric narrow="sub-aside">
        {day}
      </Cell>
      <Cell numeric narrow="aside">
        {dollars(entry.amount_cents)}
      </Cell>
    </tr>
  );
}

function EntryStatus({ status }: Pick<BillingEntry, 'status'>) {
  if (status === 'paid') return <StatusWord tone="good">Paid</StatusWord>;
  if (status === 'refunded') return <StatusWord tone="info">Refunded</StatusWord>;
  if (status === 'disputed') return <StatusWord tone="warn">Disputed</StatusWord>;
  return <StatusWord tone="bad">Failed</StatusWord>;
}
