import type { ComponentType } from 'react';
import { carriers } from '#contract/carriers.contract.ts';
import * as contract from '#contract/reference.contract.ts';
import { pools } from '#contract/pools.contract.ts';
import { tags } from '#contract/tags.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import type { Listable } from '../_resource/listable.ts';
import { NewRowLink } from '../_resource/ResourceList.tsx';
import { CarriersList } from './CarriersList.tsx';
import { LIST_TABS, type ListTab } from './list-tabs.ts';
import { AgentflowGroupsList, AgentflowList, StatusesList } from './placed-lists.tsx';
import { CategoriesList, GroupsList, PoolsList, SourcesList, TagsList, VendorsList } from './plain-lists.tsx';
import './reference.css';

interface Tab {
  readonly label: string;
  readonly of: Listable;
  readonly List: ComponentType;
}

const LISTS: Readonly<Record<ListTab, Tab>> = {
  statuses: { label: 'Statuses', of: contract.statuses, List: StatusesList },
  agentflow: { label: 'Agentflow', of: contract.agentflowStatuses, List: AgentflowList },
  'agentflow-groups': { label: 'Agentflow groups', of: contract.agentflowStatusGroups, List: AgentflowGroupsList },
  groups: { label: 'Groups', of: contract.groups, List: GroupsList },
  tags: { label: 'Tags', of: tags, List: TagsList },
  pools: { label: 'Pools', of: pools, List: PoolsList },
  sources: { label: 'Sources', of: contract.sources, List: SourcesList },
  categories: { label: 'Categories', of: contract.categories, List: CategoriesList },
  vendors: { label: 'Lead vendors', of: contract.apiVendors, List: VendorsList },
  carriers: { label: 'Carriers', of: carriers, List: CarriersList },
};

const TABS = LIST_TABS.map((key) => ({ key, label: LISTS[key].label }));

interface ListsPageProps {
  tab: ListTab;
  onTab: (tab: ListTab) => void;
}

/** The lists that contacts and policies choose from, for those who manage them. */
export function ListsPage({ tab, onTab }: ListsPageProps) {
  const { of, List } = LISTS[tab];
  return (
    <>
      <PageBar
        title={titleOf('/admin/lists')}
        scope="Options for contacts and policies"
        actions={<NewRowLink of={of} />}
      />
      <Tabs
        label="Lists"
        items={TABS}
        current={tab}
        onSelect={(key) => onTab(LIST_TABS.find((known) => known === key) ?? 'statuses')}
        className="views"
      >
        <List />
      </Tabs>
    </>
  );
}
