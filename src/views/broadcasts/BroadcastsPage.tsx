import { useSelector } from '@xstate/react';
import { Megaphone, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { listBroadcasts } from '#contract/broadcasts.contract.ts';
import {
  BROADCAST_CHANNELS,
  BROADCAST_STATUSES,
  type BroadcastChannel,
  type BroadcastStatus,
} from '#contract/broadcasts/broadcast.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { searchPage, type SearchProps } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { Found } from '../_kit/display/Found.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { formatCounted, formatRange } from '../_kit/format/format-count.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonTable } from '../_kit/states/Skeleton.tsx';
import { mergeRunning } from '../imports/list/merge-running.ts';
import { CHANNEL_WORDS, STATUS_WORDS } from './broadcast-words.ts';
import { BroadcastTable } from './BroadcastTable.tsx';
import { type BroadcastsSearch, broadcastsSearch } from './broadcasts-search.ts';
import { NewBroadcast } from './NewBroadcast.tsx';
import './broadcasts.css';

/** Rows of a page. Ours. */
const PAGE_ROWS = 50;

const COLUMNS = [
  { label: 'Name' },
  { label: 'Contacts' },
  { label: 'State' },
  { label: 'Done', numeric: true },
  { label: 'When', numeric: true },
];

interface BroadcastsPageProps extends SearchProps<BroadcastsSearch> {
  /** The button that begins one. */
  start: ReactNode;
}

/** Texts and e-mails to many contacts, the newest first; those under way update in place. */
export function BroadcastsPage({ search, setSearch, start }: BroadcastsPageProps) {
  const { user, features } = useApp();
  const running = useSelector(features.broadcast, ({ context }) => context.running);
  const page = search.page ?? 1;
  const limit = search.limit ?? PAGE_ROWS;
  const list = useResource(listBroadcasts, { query: { ...search, page, limit } });
  const { page: _page, limit: _limit, ...narrowing } = search;
  const isNarrowed = Object.keys(narrowing).length > 0;
  const broadcasts = mergeRunning(list.data?.data ?? [], running, list.data !== null && page === 1 && !isNarrowed);
  const total = Math.max(list.data?.meta.total_count ?? 0, page === 1 ? broadcasts.length : 0);
  const from = (page - 1) * limit;
  const text = total === 0 ? 'No broadcasts' : formatRange(from + 1, Math.min(from + limit, total), total);
  const narrow = (change: { readonly [K in keyof BroadcastsSearch]: BroadcastsSearch[K] | undefined }) => {
    const { page: _first, ...others } = search;
    const entries = Object.entries({ ...others, ...change }).filter(([, value]) => value !== undefined);
    setSearch(Object.fromEntries(entries) as BroadcastsSearch, 'replace');
  };

  return (
    <>
      <PageBar
        title={titleOf('/broadcasts')}
        scope={list.data ? <b>{formatCounted(total, 'broadcast', 'broadcasts')}</b> : null}
        actions={start}
      />
      {list.data !== null && broadcasts.length === 0 && !isNarrowed ? null : (
        <div className="broadcast-filters">
          <SearchBox
            value={search.q ?? ''}
            label="Search broadcasts"
            placeholder="Name"
            onSearch={(q) => narrow({ q: q === '' ? undefined : q })}
          />
          <SelectField
            label="Channel"
            labelHidden
            value={search.channel ?? ''}
            options={[
              { value: '', label: 'Texts and e-mails' },
              ...BROADCAST_CHANNELS.map((value) => ({ value, label: `${CHANNEL_WORDS[value]}s` })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              narrow({ channel: value === '' ? undefined : (value as BroadcastChannel) })
            }
          />
          <SelectField
            label="State"
            labelHidden
            value={search.status ?? ''}
            options={[
              { value: '', label: 'Any state' },
              ...BROADCAST_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].text })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              narrow({ status: value === '' ? undefined : (value as BroadcastStatus) })
            }
          />
        </div>
      )}
      <div className="scroll">
        {list.pending ? <SkeletonTable label="Loading broadcasts" columns={COLUMNS} rows={8} full /> : null}
        {list.error && !list.data ? (
          <ErrorPanel
            title="Couldn't load broadcasts"
            text={list.error.message}
            requestId={list.error.requestId}
            kept={[{ what: 'Your broadcasts', detail: 'Scheduled broadcasts are sent in the background.' }]}
            actions={<Button onClick={list.reload}>Try again</Button>}
          />
        ) : null}
        {list.data && broadcasts.length === 0 ? (
          <Nothing isNarrowed={isNarrowed} onClear={() => setSearch({})} />
        ) : null}
        {broadcasts.length > 0 ? (
          <BroadcastTable
            broadcasts={broadcasts}
            showsUser={user.downline_count > 0}
            zone={IANA_ZONES[user.timezone]}
          />
        ) : null}
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

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return isNarrowed ? (
    <EmptyState
      icon={SearchX}
      title="No broadcasts match"
      text="Try another name or state, or clear the filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={Megaphone}
      title="No broadcasts yet"
      text="Text or e-mail many contacts together. Select contacts in the list, or start with all your contacts."
      action={<ButtonLink href="/contacts">Go to contacts</ButtonLink>}
    />
  );
}

/** The page with its filters in the address, which are read here: the schema of its call comes with it. */
export const BroadcastsRoute = searchPage<BroadcastsSearch>('/broadcasts', broadcastsSearch, (page) => (
  <BroadcastsPage {...page} start={<NewBroadcast />} />
));
