import { ListOrdered, Plus, SearchX, Workflow } from 'lucide-react';
import { Suspense } from 'react';
import {
  type FlowRow,
  FLOW_STATES,
  type WorkflowCategory,
  workflowCategories,
  workflowFlows,
} from '#contract/workflows.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { TRIGGER_LABELS } from '#rules/workflows/flow-words.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { searchPage, type SearchProps } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { DataRows } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { TabLinks } from '../_kit/display/Tabs.tsx';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { useWhen } from './use-when.ts';
import { FLOW_WORDS, stateWords } from './workflow-words.ts';
import { type WorkflowsSearch, workflowsSearch } from './workflows-search.ts';
import './workflows.css';

const NewWorkflow = lazyPart(() => import('./NewWorkflow.tsx'), 'NewWorkflow');
const Categories = lazyPart(() => import('./Categories.tsx'), 'Categories');

/** Rows of a page. Ours. */
const LIMIT = 50;

export const WORKFLOW_TABS = [
  { key: 'workflows', label: 'Workflows', href: '/workflows' },
  { key: 'templates', label: 'Templates', href: '/workflows/templates' },
] as const;

/** Workflows that the user sees: their own, and those shared with them. */
function WorkflowsPage({ search, setSearch }: SearchProps<WorkflowsSearch>) {
  const { user } = useApp();
  const { open, ...filter } = search;
  const page = search.page ?? 1;
  const list = useResource(workflowFlows.list, { query: { ...filter, page, limit: LIMIT } });
  const categories = useResource(workflowCategories.list, {}).data?.data ?? [];
  const mayPlace = user.permissions.includes('reference.manage');
  const isNarrowed = search.q !== undefined || search.status !== undefined || search.category_id !== undefined;
  const total = list.data?.meta.total_count ?? 0;
  const close = () => setSearch(filter, 'replace');
  const create = () => setSearch({ ...search, open: 'new' });
  const narrow: FiltersProps['onNarrow'] = (change) =>
    setSearch({ ...search, page: undefined, ...change } as WorkflowsSearch, 'replace');

  return (
    <>
      <PageBar
        title={titleOf('/workflows')}
        scope={list.data ? <b>{formatCounted(total, 'workflow', 'workflows')}</b> : null}
        actions={
          <>
            {mayPlace ? (
              <Button icon={ListOrdered} onClick={() => setSearch({ ...search, open: 'categories' })}>
                Categories
              </Button>
            ) : null}
            <Button look="primary" icon={Plus} short="New" onClick={create}>
              New workflow
            </Button>
          </>
        }
      />
      <TabLinks label="Workflows" items={WORKFLOW_TABS} current="workflows" className="views" />
      <Filters search={search} categories={categories} onNarrow={narrow} />
      <div className="scroll">
        {list.error && !list.data ? (
          <ErrorPanel
            title="Couldn't load workflows"
            text={list.error.message}
            requestId={list.error.requestId}
            actions={<Button onClick={list.reload}>Try again</Button>}
          />
        ) : list.data && total === 0 ? (
          <Nothing isNarrowed={isNarrowed} onClear={() => setSearch({})} onNew={create} />
        ) : (
          <FlowTable rows={list.data?.data ?? null} busy={list.refreshing} categories={categories} />
        )}
      </div>
      <Pages page={page} limit={LIMIT} total={total} onPage={(to) => setSearch({ ...search, page: to })} />
      <Suspense>
        {open === 'new' ? <NewWorkflow categories={categories} onClose={close} /> : null}
        {open === 'categories' && mayPlace ? <Categories categories={categories} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

export const WorkflowsRoute = searchPage('/workflows', workflowsSearch, WorkflowsPage);

interface NothingProps {
  isNarrowed: boolean;
  onClear: () => void;
  onNew: () => void;
}

const Nothing = ({ isNarrowed, onClear, onNew }: NothingProps) =>
  isNarrowed ? (
    <EmptyState
      icon={SearchX}
      title="No workflows match"
      text="Try another name or state, or clear the filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={Workflow}
      title="No workflows yet"
      text="A workflow takes contacts through steps: texts, e-mails, waits, conditions and follow-ups."
      action={<Button onClick={onNew}>New workflow</Button>}
    />
  );

interface FiltersProps {
  search: WorkflowsSearch;
  categories: readonly WorkflowCategory[];
  onNarrow: (change: { readonly [K in keyof WorkflowsSearch]: WorkflowsSearch[K] | undefined }) => void;
}

const Filters = ({ search, categories, onNarrow }: FiltersProps) => (
  <div className="filters">
    <SearchBox
      label="Search workflows"
      placeholder="Name"
      value={search.q ?? ''}
      onSearch={(q) => onNarrow({ q: q === '' ? undefined : q })}
    />
    <SelectField
      label="State"
      labelHidden
      value={search.status ?? ''}
      options={[
        { value: '', label: 'Any state' },
        ...FLOW_STATES.map((value) => ({ value, label: FLOW_WORDS[value].text })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onNarrow({ status: value === '' ? undefined : (value as FlowRow['status']) })
      }
    />
    {categories.length === 0 ? null : (
      <SelectField
        label="Category"
        labelHidden
        value={String(search.category_id ?? '')}
        options={[
          { value: '', label: 'Any category' },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => onNarrow({ category_id: value === '' ? undefined : Number(value) })}
      />
    )}
  </div>
);

interface FlowTableProps {
  rows: readonly FlowRow[] | null;
  busy: boolean;
  categories: readonly WorkflowCategory[];
}

function FlowTable({ rows, busy, categories }: FlowTableProps) {
  const when = useWhen();
  const categoryOf = (id: number | null) => categories.find((one) => one.id === id)?.name ?? '';
  return (
    <DataRows
      label="Workflows"
      full
      busy={busy}
      rows={rows}
      columns={[
        {
          head: 'Name',
          pin: 'name',
          cell: ({ id, name }: FlowRow) => <Link href={`/workflows/${id}`}>{name}</Link>,
          narrow: 'title',
        },
        {
          head: 'State',
          cell: (row) => (
            <StatusWord {...(FLOW_WORDS[row.status].tone && { tone: FLOW_WORDS[row.status].tone })}>
              {stateWords(row)}
            </StatusWord>
          ),
          narrow: 'aside',
          width: '11em',
        },
        { head: 'Starts', cell: ({ trigger }) => TRIGGER_LABELS[trigger], narrow: 'sub' },
        { head: 'Category', cell: ({ category_id: id }) => categoryOf(id), narrow: 'none' },
        {
          head: 'For',
          cell: ({ shared, business_unit_id: unit, owner_name: name }) =>
            shared ? (unit === null ? 'Entire account' : 'Business unit') : name,
          narrow: 'none',
        },
        {
          head: 'In it',
          cell: ({ running }) => formatCount(running),
          numeric: true,
          narrow: 'sub-aside',
          width: '5em',
        },
        {
          head: 'Finished',
          cell: ({ finished }) => formatCount(finished),
          numeric: true,
          narrow: 'none',
          width: '6em',
        },
        {
          head: 'Changed',
          cell: ({ updated_at: at }) => <time dateTime={at}>{when(at)}</time>,
          narrow: 'none',
          width: '11em',
        },
      ]}
    />
  );
}
