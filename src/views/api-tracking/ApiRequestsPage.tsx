import { titleOf } from '#rules/access/pages.ts';
import { type SearchProps, searchPage } from '../_base/routes/page-parts.tsx';
import { PageBar } from '../_frame/PageBar.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { type ApiRequestsSearch, apiRequestsSearch } from './api-requests-search.ts';
import { KeyList } from './KeyList.tsx';
import { RequestList } from './RequestList.tsx';

type Tab = NonNullable<ApiRequestsSearch['tab']>;

const TABS: readonly { key: Tab; label: string }[] = [
  { key: 'all', label: 'All requests' },
  { key: 'refused', label: 'Refused' },
  { key: 'failed', label: 'Failed' },
  { key: 'keys', label: 'Keys' },
];

/** Requests with API keys, and the keys with their vendors. */
export function ApiRequestsPage({ search, setSearch }: SearchProps<ApiRequestsSearch>) {
  const { tab = 'all' } = search;
  return (
    <>
      <PageBar title={titleOf('/admin/api-requests')} />
      <Tabs
        className="views"
        label="API requests"
        items={TABS}
        current={tab}
        onSelect={(key) => setSearch({ ...search, page: 1, tab: key as Tab })}
      >
        {tab === 'keys' ? <KeyList /> : <RequestList key={tab} tab={tab} search={search} setSearch={setSearch} />}
      </Tabs>
    </>
  );
}

/** The page with its filters in the address. */
export const ApiRequestsRoute = searchPage('/admin/api-requests', apiRequestsSearch, ApiRequestsPage);
