import { PhoneOutgoing, SearchX } from 'lucide-react';
import { CALL_OUTCOMES } from '#contract/phone/call.contract.ts';
import { listCalls } from '#contract/phone.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { type CallsSearch, callsSearch } from './calls-search.ts';
import { useApp } from '../../_base/use-app.ts';
import { useCallsFeed } from '../../_base/feeds/use-calls-feed.ts';
import { useResource } from '../../_base/use-resource.ts';
import { PageBar } from '../../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { formatCounted, formatRange } from '../../_kit/format/format-count.ts';
import { Found } from '../../_kit/display/Found.tsx';
import { Pages } from '../../_kit/display/Pages.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { SkeletonTable } from '../../_kit/states/Skeleton.tsx';
import { SearchBox } from '../../_base/list/SearchBox.tsx';
import { OUTCOME_WORDS } from './call-words.ts';
import { CallTable } from './CallTable.tsx';
import './calls.css';

interface CallsPageProps {
  search: CallsSearch;
  setSearch: (next: CallsSearch, how?: 'push' | 'replace') => void;
}

const ALL = '';
const DIRECTIONS = [
  { value: ALL, label: 'In and out' },
  { value: 'inbound', label: 'Incoming' },
  { value: 'outbound', label: 'Outgoing' },
];
const OUTCOMES = [
  { value: ALL, label: 'All results' },
  { value: 'missed', label: 'Missed' },
  ...CALL_OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_WORDS[outcome] })),
];
const WHOSE = [
  { value: 'own', label: 'My calls' },
  { value: 'downline', label: 'Mine and downline' },
];

/** Calls of a page. Ours. */
const LIMIT = 50;

/** Calls of a user and their downline. */
export function CallsPage({ search, setSearch }: CallsPageProps) {
  const { user } = useApp();
  useCallsFeed();
  const { page = 1, whose = 'own' } = search;
  const list = useResource(listCalls, { query: { ...search, page, limit: LIMIT, whose } });
  const mayWiden = user.downline_count > 0;
  const calls = list.data?.data ?? [];
  const total = list.data?.meta.total_count ?? 0;
  const from = (page - 1) * LIMIT;
  const isNarrowed = search.q !== undefined || search.direction !== undefined || search.outcome !== undefined;
  const text = total === 0 ? 'No calls' : formatRange(from + 1, Math.min(from + LIMIT, total), total);

  return (
    <>
      <PageBar
        title={titleOf('/calls')}
        scope={list.data ? <b>{formatCounted(total, 'call', 'calls')}</b> : null}
        actions={<ButtonLink href="/numbers">{titleOf('/numbers')}</ButtonLink>}
      />
      {list.data === null || total > 0 || isNarrowed || mayWiden ? (
        <CallFilters search={search} setSearch={setSearch} mayWiden={mayWiden} />
      ) : null}
      <div className="scroll">
        {list.pending ? <SkeletonTable label="Loading calls" columns={COLUMNS} rows={8} full /> : null}
        {list.error && !list.data ? (
          <ErrorPanel
            title="Couldn't load calls"
            text={list.error.message}
            requestId={list.error.requestId}
            kept={[{ what: 'Your calls', detail: "Active calls aren't affected." }]}
            actions={<Button onClick={list.reload}>Try again</Button>}
          />
        ) : null}
        {list.data && calls.length === 0 ? <Nothing isNarrowed={isNarrowed} onClear={() => setSearch({})} /> : null}
        {calls.length > 0 ? (
          <CallTable calls={calls} zone={IANA_ZONES[user.timezone]} withAgent={whose === 'downline'} />
        ) : null}
      </div>
      <Pages
        page={page}
        limit={LIMIT}
        total={total}
        onPage={(to) => setSearch({ ...search, page: to })}
        heard={false}
      />
      <Found asked={JSON.stringify(search)} text={list.data === null || list.isEarlier ? null : text} />
    </>
  );
}

const COLUMNS = [
  { label: 'Caller' },
  { label: 'Number' },
  { label: 'Location' },
  { label: 'Result', numeric: true },
  { label: 'Date', numeric: true },
];

function CallFilters({ search, setSearch, mayWiden }: CallsPageProps & { mayWiden: boolean }) {
  const { page: _page, ...kept } = search;
  const choose = <Name extends keyof typeof kept>(name: Name, value: CallsSearch[Name]) => {
    const { [name]: _before, ...others } = kept;
    setSearch(value === undefined ? others : { ...others, [name]: value }, 'replace');
  };
  return (
    <div className="call-filters">
      <SearchBox
        value={kept.q ?? ''}
        label="Search calls"
        placeholder="Name, number"
        onSearch={(text) => choose('q', text || undefined)}
      />
      {mayWiden ? (
        <SelectField
          label="Whose calls"
          labelHidden
          value={kept.whose ?? 'own'}
          options={WHOSE}
          onChange={({ target: { value } }) => choose('whose', value === 'downline' ? value : undefined)}
        />
      ) : null}
      <SelectField
        label="Direction"
        labelHidden
        value={kept.direction ?? ALL}
        options={DIRECTIONS}
        onChange={({ target: { value } }) => choose('direction', callsSearch({ direction: value }).direction)}
      />
      <SelectField
        label="Result"
        labelHidden
        value={kept.outcome ?? ALL}
        options={OUTCOMES}
        onChange={({ target: { value } }) => choose('outcome', callsSearch({ outcome: value }).outcome)}
      />
    </div>
  );
}

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return isNarrowed ? (
    <EmptyState
      icon={SearchX}
      title="No calls match"
      text="Try another name or number, or clear the search."
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  ) : (
    <EmptyState
      icon={PhoneOutgoing}
      title="No calls yet"
      text="Your inbound and outbound calls appear here."
      action={<ButtonLink href="/contacts">Go to contacts</ButtonLink>}
    />
  );
}
