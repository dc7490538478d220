import { webhookEndpoints } from '#contract/webhooks.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { type SearchProps, searchPage } from '../_base/routes/page-parts.tsx';
import { PageBar } from '../_frame/PageBar.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { NewRowLink } from '../_resource/ResourceList.tsx';
import { ScorecardList } from '../vendor-leads/ScorecardList.tsx';
import { VendorLeadList } from '../vendor-leads/VendorLeadList.tsx';
import { DeliveryList } from '../webhooks/DeliveryList.tsx';
import { EndpointList } from '../webhooks/EndpointList.tsx';
import { type ApiRequestsSearch, apiRequestsSearch } from './api-requests-search.ts';
import { KeyList } from './KeyList.tsx';
import { RequestList } from './RequestList.tsx';

type Tab = NonNullable<ApiRequestsSearch['tab']>;

const TABS: readonly { key: Tab; label: string }[] = [
  { key: 'all', label: 'All requests' },
  { key: 'refused', label: 'Refused' },
  { key: 'failed', label: 'Failed' },
  { key: 'keys', label: 'Keys' },
  { key: 'leads', label: 'Leads' },
  { key: 'vendors', label: 'Vendors' },
  { key: 'webhooks', label: 'Webhooks' },
  { key: 'deliveries', label: 'Deliveries' },
];

/** Requests with API keys, the keys with their vendors, the leads of those, and webhooks. */
export function ApiRequestsPage({ search, setSearch }: SearchProps<ApiRequestsSearch>) {
  const { tab = 'all' } = search;
  return (
    <>
      <PageBar
        title={titleOf('/admin/api-requests')}
        actions={tab === 'webhooks' ? <NewRowLink of={webhookEndpoints} /> : null}
      />
      <Tabs
        className="views"
        label="API requests"
        items={TABS}
        current={tab}
        onSelect={(key) => setSearch({ ...search, page: 1, q: undefined, order: undefined, tab: key as Tab })}
      >
        <TabContent search={search} setSearch={setSearch} />
      </Tabs>
    </>
  );
}

function TabContent({ search, setSearch }: SearchProps<ApiRequestsSearch>) {
  const { tab = 'all' } = search;
  switch (tab) {
    case 'keys':
      return <KeyList search={search} setSearch={setSearch} />;
    case 'leads':
      return <VendorLeadList search={search} setSearch={(next, how) => setSearch({ ...next, tab }, how)} />;
    case 'vendors':
      return <ScorecardList search={search} setSearch={(next, how) => setSearch({ ...next, tab }, how)} />;
    case 'webhooks':
      return <EndpointList />;
    case 'deliveries':
      return <DeliveryList search={search} setSearch={(next, how) => setSearch({ ...next, tab }, how)} />;
    default:
      return <RequestList key={tab} tab={tab} search={search} setSearch={setSearch} />;
  }
}

/** The page with its filters in the address. */
export const ApiRequestsRoute = searchPage('/admin/api-requests', apiRequestsSearch, ApiRequestsPage);
