import { History } from 'lucide-react';
import { useState } from 'react';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { type FlowHistoryRow, workflowFlows } from '#contract/workflows.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { DataRows } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { Failed } from './Failed.tsx';
import { useWhen } from './use-when.ts';
import { OUTCOME_WORDS } from './workflow-words.ts';

/** Rows of a page. Ours. */
const LIMIT = 50;

/** What a workflow did, step by step, and what allowed it. */
export function FlowHistory({ id }: { readonly id: number }) {
  const when = useWhen();
  const [page, setPage] = useState(1);
  const list = useResource(workflowFlows.history, { params: { id }, query: { page, limit: LIMIT } });
  if (list.error !== null && list.data === null)
    return <Failed title="Couldn't load the history" error={list.error} onRetry={list.reload} />;
  if (list.data?.meta.total_count === 0)
    return (
      <EmptyState
        icon={History}
        title="No steps were taken yet"
        text="Each step of each contact is listed here, with its reason."
      />
    );
  return (
    <div className="scroll flow-tab">
      <DataRows
        label="History"
        full
        busy={list.refreshing}
        rows={list.data?.data ?? null}
        columns={[
          { head: 'Contact', pin: 'name', cell: nameOf, narrow: 'title' },
          {
            head: 'Step',
            cell: ({ step, version_number: number }: FlowHistoryRow) => `${step}, version ${number}`,
            narrow: 'sub',
          },
          { head: 'Result', cell: ({ outcome }) => OUTCOME_WORDS[outcome], narrow: 'aside', width: '7em' },
          {
            head: 'Why',
            cell: ({ message, decision, outcome }) =>
              decision === null || outcome !== 'done' ? message : `${message} ${decisionSentence(decision)}`,
            narrow: 'sub-aside',
          },
          { head: 'When', cell: ({ at }) => <time dateTime={at}>{when(at)}</time>, narrow: 'none', width: '10em' },
        ]}
      />
      <Pages page={page} limit={LIMIT} total={list.data?.meta.total_count ?? 0} onPage={setPage} />
    </div>
  );
}

const nameOf = ({ contact: { number, name } }: FlowHistoryRow) => (
  <Link href={`/contacts/${number}`}>{name || `#${number}`}</Link>
);
