import { CircleCheck, RotateCw, Scale } from 'lucide-react';
import { useState } from 'react';
import {
  type Difference,
  listReconciliations,
  reconcile,
  type Reconciliation,
} from '#contract/wallets/reconciliation.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { plusDays, utcDay } from '#rules/time/days.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { DataTable } from '../_kit/display/DataTable.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatPlainDate, formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { DisputesCard } from './DisputesCard.tsx';
import { DIFFERENCE_WORDS } from './reconciliation-words.ts';

const LIMIT = 30;

/** What comparing the ledger, the card provider and usage has found, for each day that is over. */
export function ReconciliationPage() {
  const { user } = useApp();
  const now = useNow();
  const [page, setPage] = useState(1);
  const list = useResource(listReconciliations, { query: { page, limit: LIMIT } });
  const check = useCheck();
  const { total_count: total = 0, differing = 0 } = list.data?.meta ?? {};
  const rows = list.data?.data ?? null;
  return (
    <>
      <PageBar
        title={titleOf('/admin/reconciliation')}
        scope={total ? <b>{formatCounted(total, 'day', 'days')}</b> : null}
        actions={
          <Button
            icon={RotateCw}
            short="Check"
            busy={check.isBusy}
            onClick={() => check.start(plusDays(utcDay(now), -1))}
          >
            Check yesterday
          </Button>
        }
      />
      <DisputesCard />
      {rows !== null && differing > 0 ? <Differences days={rows} differing={differing} /> : null}
      <DataTable
        label="Days that were checked"
        columns={[
          { head: 'Day (UTC)', cell: ({ day }) => formatPlainDate(day), pin: 'name', narrow: 'title', width: '9em' },
          { head: 'Result', cell: (one) => <Result of={one} />, narrow: 'sub', width: '14em' },
          { head: 'Card payments compared', cell: paymentsOf, narrow: 'none' },
          {
            head: 'Checked',
            cell: ({ checked_at: at }) => <time dateTime={at}>{formatWhen(at, IANA_ZONES[user.timezone], now)}</time>,
            narrow: 'sub-aside',
            width: '13em',
          },
        ]}
        rows={rows?.map((one) => ({ ...one, id: one.day })) ?? null}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing}
        actions={({ day }) => (
          <IconButton
            icon={RotateCw}
            label={`Check ${formatPlainDate(day)} again`}
            aria-disabled={check.isBusy}
            onClick={() => (check.isBusy ? undefined : check.start(day))}
          />
        )}
        page={{ at: page, limit: LIMIT, total: total ?? 0, onTurn: setPage, asked: String(page) }}
        empty={
          <EmptyState
            icon={Scale}
            title="No day checked yet"
            text="Each day is checked within an hour after it ends in UTC: card payments, the ledger, and what was paid for."
          />
        }
      />
    </>
  );
}

/** Checks a day again, and says what came of it. */
function useCheck() {
  const { toasts } = useApp();
  const { submit, state } = useSubmit(reconcile, {
    invalidates: [listReconciliations],
    onDone: ({ data: { day, differences } }) =>
      toasts.show(
        differences.length === 0
          ? { tone: 'good', text: `${formatPlainDate(day)}: everything agrees` }
          : {
              tone: 'bad',
              text: `${formatPlainDate(day)}: ${formatCounted(differences.length, 'difference', 'differences')}`,
            },
      ),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return { isBusy: state === 'submitting', start: (day: string) => submit({ body: { day } }) };
}

const paymentsOf = ({ payments }: Reconciliation): string =>
  payments === null ? 'None: the provider keeps no records' : formatCount(payments);

function Result({ of: { differences } }: { of: Reconciliation }) {
  return differences.length === 0 ? (
    <StatusWord tone="good" icon={CircleCheck}>
      Everything agrees
    </StatusWord>
  ) : (
    <StatusWord tone="bad">{formatCounted(differences.length, 'difference', 'differences')}</StatusWord>
  );
}

/** Every difference of the days on this page. */
function Differences({ days, differing }: { days: readonly Reconciliation[]; differing: number }) {
  const lines = days.flatMap(({ day, differences }) => differences.map((one) => ({ ...one, day })));
  return (
    <div className="body">
      <Note tone="bad" title={`${formatCounted(differing, 'day has', 'days have')} differences.`}>
        Nothing is corrected automatically. Find the cause, then check the day again.
      </Note>
      {lines.length === 0 ? null : (
        <Card title="Differences" count={formatCount(lines.length)}>
          <Table stacks aria-label="Differences">
            <thead>
              <tr>
                <HeadCell>Day (UTC)</HeadCell>
                <HeadCell>What differs</HeadCell>
                <HeadCell>Record</HeadCell>
                <HeadCell numeric>Recorded</HeadCell>
                <HeadCell numeric>Expected</HeadCell>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={`${line.day} ${line.kind} ${line.record}`}>
                  <Cell narrow="sub">{formatPlainDate(line.day)}</Cell>
                  <Cell narrow="title">{DIFFERENCE_WORDS[line.kind]}</Cell>
                  <Cell narrow="sub">{line.record}</Cell>
                  <Cell numeric narrow="aside">
                    {amountOf(line, line.ours)}
                  </Cell>
                  <Cell numeric narrow="sub-aside">
                    {amountOf(line, line.theirs)}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      )}
    </div>
  );
}

function amountOf({ kind }: Difference, amount: number | null): string {
  if (amount === null) return 'None';
  return kind === 'usage' ? formatCounted(amount, 'segment', 'segments') : formatMicros(fromDollars(amount));
}
