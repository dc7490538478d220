import { useSelector } from '@xstate/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Pause, Play, Workflow } from 'lucide-react';
import { type Flow, workflowFlows } from '#contract/workflows.contract.ts';
import { problemsOf } from '#rules/workflows/flow-problems.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { idPage, tabSearch } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { FlowEditor } from './editor/FlowEditor.tsx';
import type { FlowEditing } from './editor/use-flow-names.ts';
import { FlowContacts } from './FlowContacts.tsx';
import { FlowHistory } from './FlowHistory.tsx';
import { FlowTrial } from './FlowTrial.tsx';
import { FlowVersions } from './versions/FlowVersions.tsx';
import { FLOW_WORDS, stateWords } from './workflow-words.ts';
import '../_resource/resource.css';
import './workflows.css';

const TABS = ['editor', 'trial', 'contacts', 'versions', 'history'] as const;
type Tab = (typeof TABS)[number];
const CRUMBS = [{ label: 'Workflows', href: '/workflows' }] as const;

/** Milliseconds between two looks at the counts. Ours: a step takes a moment. */
const LOOK_MS = 15_000;
const reloadAfter = () => LOOK_MS;

function WorkflowPage({ id }: { readonly id: number }) {
  const flow = useResource(workflowFlows.read, { params: { id } }, { reloadAfter });
  if (flow.data !== null) return <Loaded flow={flow.data.data} />;
  return (
    <>
      <PageBar title="Workflow" crumbs={CRUMBS} />
      <div className="scroll">
        {flow.error === null ? (
          <div className="body">
            <SkeletonLines lines={8} label="Loading workflow" />
          </div>
        ) : (
          <ErrorPanel
            title="Couldn't load this workflow"
            text={flow.error.message}
            requestId={flow.error.requestId}
            actions={
              <>
                <Button onClick={flow.reload}>Try again</Button>
                <ButtonLink href="/workflows" icon={Workflow}>
                  All workflows
                </ButtonLink>
              </>
            }
          />
        )}
      </div>
    </>
  );
}

export const WorkflowRoute = idPage(WorkflowPage);

function Loaded({ flow }: { readonly flow: Flow }) {
  const { workflowEditor, newKey } = usePageMachines();
  const { id, definition, version } = flow;
  const editor = usePageMachine(workflowEditor, { input: { id, definition, version, newKey } });
  const { tab = 'editor' } = tabSearch(TABS)({ ...(useSearch({ strict: false }) as object) });
  const navigate = useNavigate();
  const onTab = (next: string) =>
    void navigate({ to: '/workflows/$id', params: { id: String(id) }, search: { tab: next } as never });
  const { tone } = FLOW_WORDS[flow.status];
  return (
    <>
      <PageBar
        title={flow.name}
        crumbs={CRUMBS}
        scope={<StatusWord {...(tone && { tone })}>{stateWords(flow)}</StatusWord>}
        actions={flow.editable ? <Activation flow={flow} editor={editor} /> : null}
        manyActions
      />
      <Tabs
        label="Workflow"
        className="views"
        current={tab}
        onSelect={onTab}
        items={[
          { key: 'editor', label: 'Editor' },
          { key: 'trial', label: 'Dry run' },
          { key: 'contacts', label: 'Contacts in it', count: String(flow.running) },
          { key: 'versions', label: 'Versions', count: String(flow.versions.length) },
          { key: 'history', label: 'History' },
        ]}
      >
        <TabBody tab={tab} flow={flow} editor={editor} />
      </Tabs>
    </>
  );
}

type TabBodyProps = { readonly tab: Tab; readonly flow: Flow; readonly editor: FlowEditing };

function TabBody({ tab, flow, editor }: TabBodyProps) {
  switch (tab) {
    case 'trial':
      return <FlowTrial flow={flow} />;
    case 'contacts':
      return <FlowContacts flow={flow} />;
    case 'versions':
      return <FlowVersions flow={flow} />;
    case 'history':
      return <FlowHistory id={flow.id} />;
    default:
      return <FlowEditor flow={flow} editor={editor} />;
  }
}

/** Publishes the draft, and pauses the workflow. */
function Activation({ flow, editor }: { readonly flow: Flow; readonly editor: FlowEditing }) {
  const { toasts } = useApp();
  const draft = useSelector(editor, ({ context }) => context.definition);
  const isStored = useSelector(editor, (snapshot) => snapshot.hasTag('stored'));
  const activate = useSubmit(workflowFlows.activate, {
    invalidates: [workflowFlows.read, workflowFlows.list],
    onDone: ({ data }) =>
      toasts.show({
        tone: 'good',
        text: data.status === 'on' ? `On with version ${data.version_number ?? 1}` : 'Paused with all its contacts',
      }),
    onFailed: ({ message, fields }) => toasts.show({ tone: 'bad', text: fields['definition']?.[0] ?? message }),
  });
  const problems = problemsOf(draft).length || flow.problems.length;
  const refusal = !isStored
    ? 'The draft is being saved.'
    : problems > 0
      ? `${formatCounted(problems, 'step needs', 'steps need')} a change first.`
      : undefined;
  const next = flow.has_changes ? (flow.versions[0]?.number ?? 0) + 1 : flow.version_number;
  const set = (active: boolean) => activate.submit({ params: { id: flow.id }, body: { active } });
  const busy = activate.state === 'submitting';
  return (
    <>
      {flow.status === 'on' ? (
        <Button icon={Pause} busy={busy} short="Pause" onClick={() => set(false)}>
          Pause all
        </Button>
      ) : null}
      {flow.status !== 'on' || flow.has_changes ? (
        <Button look="primary" icon={Play} busy={busy} refusal={refusal} onClick={() => set(true)}>
          {flow.status === 'on' ? `Publish version ${next}` : 'Turn on'}
        </Button>
      ) : null}
    </>
  );
}
