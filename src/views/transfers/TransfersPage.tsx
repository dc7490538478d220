import { useSelector } from '@xstate/react';
import { ArrowLeftRight, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { listTransferAttempts, TRANSFER_PAGE_SIZE, type TransferAttempt } from '#contract/transfers.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import type { Running } from '../../machines/_running/running-work.machine.ts';
import { type TransfersSearch, transfersSearch } from './transfers-search.ts';
import { searchPage } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatCounted, formatRange } from '../_kit/format/format-count.ts';
import { Found } from '../_kit/display/Found.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { SkeletonTable } from '../_kit/states/Skeleton.tsx';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { mergeRunning } from '../imports/list/merge-running.ts';
import { TransferTable } from './TransferTable.tsx';
import './transfers.css';

interface TransfersPageProps {
  search: TransfersSearch;
  setSearch: (next: TransfersSearch, how?: 'push' | 'replace') => void;
}

type Order = Required<Pick<TransfersSearch, 'order_field' | 'order'>>;

const ORDERS: readonly (Order & { label: string })[] = [
  { order_field: 'created_at', order: 'desc', label: 'Newest first' },
  { order_field: 'created_at', order: 'asc', label: 'Oldest first' },
  { order_field: 'updated_at', order: 'desc', label: 'Recently updated' },
  { order_field: 'total', order: 'desc', label: 'Most contacts' },
  { order_field: 'status', order: 'asc', label: 'State' },
];

const keyOf = ({ order_field, order }: Order): string => `${order_field} ${order}`;

/** Transfers that the user started or received, or that happened in their downline; running ones update in place. */
export function TransfersPage(page: TransfersPageProps) {
  const { user, features } = useApp();
  const own = useSelector(features.transfer, ({ context }) => context.running);
  return user.permissions.includes('live.watch') ? (
    <TransfersOfLeader {...page} own={own} />
  ) : (
    <TransferList {...page} running={own} />
  );
}

/** Includes running transfers in the downline; when one ends, the list shows its outcome. */
function TransfersOfLeader({ own, ...page }: TransfersPageProps & { own: Running<TransferAttempt> }) {
  const { user, invalidate } = useApp();
  const actor = usePageMachine(usePageMachines().transfersBelow, { input: { user } });
  const below = useSelector(actor, ({ context }) => context.running);
  useEffect(() => {
    const settled = actor.on('work.settled', () => invalidate(listTransferAttempts));
    return () => settled.unsubscribe();
  }, [actor, invalidate]);
  return <TransferList {...page} running={{ ...below, ...own }} />;
}

function TransferList({ search, setSearch, running }: TransfersPageProps & { running: Running<TransferAttempt> }) {
  const { user } = useApp();
  const page = search.page ?? 1;
  const limit = search.limit ?? TRANSFER_PAGE_SIZE;
  const list = useResource(listTransferAttempts, { query: { ...search, page, limit } });
  const { order_field = 'created_at', order = 'desc' } = search;
  const isNarrowed = search.q !== undefined || search.running !== undefined;
  const isNewestFirst = order_field === 'created_at' && order === 'desc';
  const listed = list.data?.data ?? [];
  const attempts = mergeRunning(listed, running, list.data !== null && page === 1 && !isNarrowed && isNewestFirst);
  const total = Math.max(list.data?.meta.total_count ?? 0, page === 1 ? attempts.length : 0);
  const from = (page - 1) * limit;
  const narrow = ({ page: _page, ...others }: TransfersSearch) => setSearch(others, 'replace');
  const text = total === 0 ? 'No transfers' : formatRange(from + 1, Math.min(from + limit, total), total);

  return (
    <>
      <PageBar
        title={titleOf('/transfers')}
        scope={list.data ? <b>{formatCounted(total, 'transfer', 'transfers')}</b> : null}
      />
      {list.data !== null && attempts.length === 0 && !isNarrowed ? null : (
        <div className="transfer-filters">
          <SearchBox
            value={search.q ?? ''}
            label="Search transfers"
            placeholder="Name, list, note"
            onSearch={(q) => {
              const { q: _q, ...others } = search;
              narrow(q === '' ? others : { ...others, q });
            }}
          />
          <SelectField
            label="Order"
            labelHidden
            value={keyOf({ order_field, order })}
            options={ORDERS.map((one) => ({ value: keyOf(one), label: one.label }))}
            onChange={(event) => {
              const chosen = ORDERS.find((one) => keyOf(one) === event.target.value) ?? ORDERS[0];
              if (chosen) narrow({ ...search, order_field: chosen.order_field, order: chosen.order });
            }}
          />
        </div>
      )}
      <div className="scroll">
        {list.pending ? <SkeletonTable label="Loading transfers" columns={COLUMNS} rows={8} full /> : null}
        {list.error && !list.data ? (
          <ErrorPanel
            title="Couldn't load transfers"
            text={list.error.message}
            requestId={list.error.requestId}
            kept={[{ what: 'Your transfers', detail: 'Running transfers continue in the background.' }]}
            actions={<Button onClick={list.reload}>Try again</Button>}
          />
        ) : null}
        {list.data && attempts.length === 0 ? <Nothing isNarrowed={isNarrowed} onClear={() => setSearch({})} /> : null}
        {attempts.length > 0 ? <TransferTable attempts={attempts} zone={IANA_ZONES[user.timezone]} /> : null}
      </div>
      <Pages
        page={page}
        limit={limit}
        total={total}
        onPage={(to) => setSearch({ ...search, page: to })}
        heard={false}
      />
      <Found asked={JSON.stringify(search)} text={list.data === null || list.isEarlier ? null : text} />
    </>
  );
}

const COLUMNS = [
  { label: 'To' },
  { label: 'By' },
  { label: 'State' },
  { label: 'Contacts', numeric: true },
  { label: 'Date', numeric: true },
];

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return isNarrowed ? (
    <EmptyState
      icon={SearchX}
      title="No transfers match"
      text="Try another name, or clear the search."
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  ) : (
    <EmptyState
      icon={ArrowLeftRight}
      title="No transfers yet"
      text="Select contacts in the list and transfer them to another user. Your transfers appear here. You can revert them."
      action={<ButtonLink href="/contacts">Go to contacts</ButtonLink>}
    />
  );
}

/** The page with its filters in the address, which are read here: the schema of its call comes with it. */
export const TransfersRoute = searchPage('/transfers', transfersSearch, TransfersPage);
