import { titleOf } from '#rules/access/pages.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { LIST_KINDS } from './list-kinds.ts';
import { LIST_TABS, type ListTab } from './list-tabs.ts';
import { PoolsList } from './PoolsList.tsx';
import { ReferenceList } from './ReferenceList.tsx';
import './reference.css';

const kindOf = (tab: ListTab) => LIST_KINDS.find(({ key }) => key === tab);

const TABS = LIST_TABS.map((key) => ({ key, label: kindOf(key)?.label ?? 'Pools' }));

interface ListsPageProps {
  tab: ListTab;
  onTab: (tab: ListTab) => void;
}

/** The lists that contacts choose from, for those who keep them. */
export function ListsPage({ tab, onTab }: ListsPageProps) {
  const kind = kindOf(tab);
  return (
    <>
      <PageBar title={titleOf('/admin/lists')} scope="Options for contacts" />
      <Tabs
        label="Lists"
        items={TABS}
        current={tab}
        onSelect={(key) => onTab(LIST_TABS.find((known) => known === key) ?? 'statuses')}
        className="lists-tabs"
      >
        <div className="body lists-body">{kind ? <ReferenceList key={tab} kind={kind} /> : <PoolsList />}</div>
      </Tabs>
    </>
  );
}
