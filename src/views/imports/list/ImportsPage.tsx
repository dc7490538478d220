import { useSelector } from '@xstate/react';
import { FileUp, SearchX } from 'lucide-react';
import { listImportAttempts } from '#contract/imports.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { type ImportsSearch, importsSearch } from '../imports-search.ts';
import { searchPage } from '../../_base/routes/page-parts.tsx';
import { useApp } from '../../_base/use-app.ts';
import { useResource } from '../../_base/use-resource.ts';
import { PageBar } from '../../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';
import { Pages } from '../../_kit/display/Pages.tsx';
import { SkeletonTable } from '../../_kit/states/Skeleton.tsx';
import { Tabs } from '../../_kit/display/Tabs.tsx';
import { AttemptFilters } from './AttemptFilters.tsx';
import { AttemptTable } from './AttemptTable.tsx';
import { type AttemptsTab, mergeRunning } from './merge-running.ts';
import '../imports.css';

const TABS: readonly { key: AttemptsTab; label: string }[] = [
  { key: 'all', label: 'All' },
  { key: 'running', label: 'Running' },
  { key: 'finished', label: 'Finished' },
  { key: 'failed', label: 'Failed' },
  { key: 'deleted', label: 'Deleted' },
];
const PAGE_ROWS = 50;

interface ImportsPageProps {
  search: ImportsSearch;
  setSearch: (next: ImportsSearch, how?: 'push' | 'replace') => void;
}

/** The history of imports, with what runs now moving in place. */
export function ImportsPage({ search, setSearch }: ImportsPageProps) {
  const { user, features } = useApp();
  const running = useSelector(features.import, ({ context }) => context.running);
  const tab = search.tab ?? 'all';
  const page = search.page ?? 1;
  const limit = search.limit ?? PAGE_ROWS;
  const list = useResource(listImportAttempts, { query: { ...search, tab, page, limit } });
  const isNarrowed = search.filter_value !== undefined;
  const showsFresh = page === 1 && !isNarrowed && (tab === 'all' || tab === 'running');
  const attempts = mergeRunning(list.data?.data ?? [], running, showsFresh && list.data !== null);
  const total = list.data?.meta.total_count ?? attempts.length;
  const hasNone = tab === 'all' && !isNarrowed && list.data !== null && attempts.length === 0;

  return (
    <>
      <PageBar
        title={titleOf('/imports')}
        scope={list.data ? <b>{formatCounted(total, 'import', 'imports')}</b> : null}
        actions={
          <>
            <ButtonLink href="/imports/attachments" short="Files">
              Files for contacts
            </ButtonLink>
            <ButtonLink href="/imports/new" look="primary" icon={FileUp} short="Import">
              Import a file
            </ButtonLink>
          </>
        }
      />
      <Tabs
        className="views"
        label="Imports by state"
        items={TABS}
        current={tab}
        onSelect={(key) => {
          const { page: _page, tab: _tab, ...rest } = search;
          setSearch(key === 'all' ? rest : { ...rest, tab: key as AttemptsTab });
        }}
      >
        {hasNone ? null : <AttemptFilters search={search} setSearch={setSearch} />}
        <div className="scroll">
          {list.pending ? <SkeletonTable label="Loading imports" columns={COLUMNS} rows={8} full /> : null}
          {list.error && !list.data ? (
            <ErrorPanel
              title="Couldn't load imports"
              text={list.error.message}
              requestId={list.error.requestId}
              actions={<Button onClick={list.reload}>Try again</Button>}
            />
          ) : null}
          {list.data && attempts.length === 0 ? <Nothing tab={tab} isNarrowed={isNarrowed} /> : null}
          {attempts.length > 0 ? (
            <AttemptTable attempts={attempts} zone={IANA_ZONES[user.timezone]} isDeleted={tab === 'deleted'} />
          ) : null}
        </div>
        <Pages page={page} limit={limit} total={total} onPage={(to) => setSearch({ ...search, page: to })} />
      </Tabs>
    </>
  );
}

const COLUMNS = [
  { label: 'File' },
  { label: 'User' },
  { label: 'State' },
  { label: 'Rows', numeric: true },
  { label: 'Started', numeric: true },
];

const NOTHING: Readonly<Record<AttemptsTab, string>> = {
  all: 'Import contacts from a CSV or Excel file. Review the rows before importing, and undo the import afterwards if needed.',
  running: 'No imports running.',
  finished: 'Completed and canceled imports appear here.',
  failed: 'No failed imports.',
  deleted: 'Deleted imports appear here. You can restore them.',
};

function Nothing({ tab, isNarrowed }: { tab: AttemptsTab; isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState icon={SearchX} title="No imports match" text="Change or clear the filter to see more imports." />
    );
  return (
    <EmptyState
      icon={FileUp}
      title={tab === 'all' ? 'No imports yet' : 'No imports'}
      text={NOTHING[tab]}
      action={tab === 'all' ? <ButtonLink href="/imports/new">Import a file</ButtonLink> : null}
    />
  );
}

/** The page with its filters in the address, which are read here: the schema of its call comes with it. */
export const ImportsRoute = searchPage('/imports', importsSearch, ImportsPage);
