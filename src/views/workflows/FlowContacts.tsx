import { Pause, Play, SkipForward, Users, X, Zap } from 'lucide-react';
import { useState } from 'react';
import { type Flow, type FlowRun, workflowFlows } from '#contract/workflows.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { DataRows } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ContactSearch } from '../contacts/list/ContactSearch.tsx';
import { Failed } from './Failed.tsx';
import { useWhen } from './use-when.ts';
import { nextWords } from './workflow-words.ts';

/** Rows of a page. Ours. */
const LIMIT = 50;
/** Milliseconds between two looks. Ours: a step takes a moment. */
const LOOK_MS = 15_000;
const reloadAfter = () => LOOK_MS;

const isUnderWay = ({ status }: FlowRun): boolean => status === 'ready' || status === 'waiting' || status === 'held';

/** Contacts in a workflow, where they are, and what comes next. */
export function FlowContacts({ flow }: { readonly flow: Flow }) {
  const { toasts } = useApp();
  const when = useWhen();
  const [page, setPage] = useState(1);
  const asked = { params: { id: flow.id }, query: { page, limit: LIMIT } };
  const list = useResource(workflowFlows.runs, asked, { reloadAfter });
  const invalidates = [workflowFlows.runs, workflowFlows.history, workflowFlows.read];
  const onFailed = ({ message }: { readonly message: string }) => toasts.show({ tone: 'bad', text: message });
  const change = useSubmit(workflowFlows.changeRun, { invalidates, onFailed });
  const start = useSubmit(workflowFlows.start, {
    invalidates,
    onDone: ({ data }) => toasts.show({ tone: 'good', text: `Started for ${data.contact.name}` }),
    onFailed,
  });
  const act = (run: FlowRun, action: Parameters<typeof change.submit>[0]['body']['action']) =>
    change.submit({ params: { id: run.id }, body: { action } });
  const buttons = (run: FlowRun) =>
    !flow.editable || !isUnderWay(run) ? null : (
      <>
        <IconButton
          size="small"
          icon={run.paused ? Play : Pause}
          label={`${run.paused ? 'Resume' : 'Pause'} for ${run.contact.name}`}
          onClick={() => act(run, run.paused ? 'resume' : 'pause')}
        />
        <IconButton size="small" icon={Zap} label={`Try now for ${run.contact.name}`} onClick={() => act(run, 'now')} />
        <IconButton
          size="small"
          icon={SkipForward}
          label={`Skip the step for ${run.contact.name}`}
          onClick={() => act(run, 'skip')}
        />
        <IconButton size="small" icon={X} label={`Stop for ${run.contact.name}`} onClick={() => act(run, 'stop')} />
      </>
    );
  return (
    <div className="scroll flow-tab flow-runs">
      <div className="filters">
        {flow.status === 'on' ? (
          <ContactSearch
            label="Start for a contact"
            placeholder="Name, phone or e-mail"
            onChosen={({ id }) => start.submit({ params: { id: flow.id }, body: { contact_id: id } })}
          />
        ) : (
          <p className="soft">Turn the workflow on to start it for a contact.</p>
        )}
      </div>
      {list.error !== null && list.data === null ? (
        <Failed title="Couldn't load the contacts" error={list.error} onRetry={list.reload} />
      ) : list.data?.meta.total_count === 0 ? (
        <EmptyState
          icon={Users}
          title="No contacts in it yet"
          text="Contacts appear here once the workflow starts for them."
        />
      ) : (
        <>
          <DataRows
            label="Contacts in it"
            full
            busy={list.refreshing}
            rows={list.data?.data ?? null}
            actions={buttons}
            columns={[
              { head: 'Contact', pin: 'name', cell: nameOf, narrow: 'title' },
              { head: 'At the step', cell: ({ step }: FlowRun) => step, narrow: 'sub' },
              {
                head: 'Next',
                cell: (run) => {
                  const { text, tone } = nextWords(run, when);
                  return <StatusWord {...(tone && { tone })}>{text}</StatusWord>;
                },
                narrow: 'sub-aside',
              },
              {
                head: 'Version',
                cell: ({ version_number: number }) => number,
                numeric: true,
                narrow: 'none',
                width: '6em',
              },
              {
                head: 'Since',
                cell: ({ started_at: at }) => <time dateTime={at}>{when(at)}</time>,
                narrow: 'none',
                width: '10em',
              },
            ]}
          />
          <Pages page={page} limit={LIMIT} total={list.data?.meta.total_count ?? 0} onPage={setPage} />
        </>
      )}
    </div>
  );
}

const nameOf = ({ contact: { number, name } }: FlowRun) => (
  <Link href={`/contacts/${number}`}>{name || `#${number}`}</Link>
);
