import { useSelector } from '@xstate/react';
import { Copy, Download, LayoutTemplate, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, Suspense, useMemo, useState } from 'react';
import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import { type Flow, listManageableUnits, workflowFlows, workflowTemplates } from '#contract/workflows.contract.ts';
import { moveStep, removeStep } from '#rules/workflows/edit-flow.ts';
import { problemsOf } from '#rules/workflows/flow-problems.ts';
import { outlineOf } from '#rules/workflows/flow-steps.ts';
import { useApp } from '../../_base/use-app.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { ImportSteps } from './ImportSteps.tsx';
import { StepOutline } from './StepOutline.tsx';
import { StepPanel } from './StepPanel.tsx';
import { flowChart } from './flow-chart.ts';
import { type FlowEditing, useFlowChoices } from './use-flow-names.ts';

const CopyWorkflow = lazyPart(() => import('./CopyWorkflow.tsx'), 'CopyWorkflow');
const MachineChart = lazyPart(() => import('../../machines/chart/MachineChart.tsx'), 'MachineChart');

interface FlowEditorProps {
  flow: Flow;
  editor: FlowEditing;
}

/** Steps of a workflow as an outline, the open one beside it, and its picture. */
export function FlowEditor({ flow, editor }: FlowEditorProps) {
  const definition = useSelector(editor, ({ context }) => context.definition);
  const selected = useSelector(editor, ({ context }) => context.selected);
  const isEditable = useSelector(editor, (snapshot) => snapshot.hasTag('editable')) && flow.editable;
  const choices = useFlowChoices();
  const { toasts } = useApp();
  const pause = useSubmit(workflowFlows.pauseStep, {
    invalidates: [workflowFlows.read, workflowFlows.runs],
    onFailed: ({ message, fields }) => toasts.show({ tone: 'bad', text: fields['step_id']?.[0] ?? message }),
  });
  const setPaused = (step: string, paused: boolean) =>
    pause.submit({ params: { id: flow.id }, body: { step_id: step, paused } });
  const [isDrawn, setIsDrawn] = useState(false);
  const problems = useMemo(() => {
    const own = problemsOf(definition);
    // What only the server knows holds for the stored steps.
    return [...own, ...flow.problems.filter(({ step_id: id }) => !own.some((one) => one.step_id === id))];
  }, [definition, flow.problems]);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const to = keyed(event, definition, selected, isEditable);
    if (to === null) return;
    event.preventDefault();
    editor.send(to);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the steps within
    <div className="with-side is-open flow-editor" onKeyDown={keys} onBlur={() => editor.send({ type: 'editor.save' })}>
      <div className="with-side-list">
        <EditorBar flow={flow} editor={editor} isDrawn={isDrawn} onDraw={() => setIsDrawn(!isDrawn)} />
        <div className="scroll">
          {flow.editable ? null : <Note tone="info" title="This workflow is shared: an administrator changes it." />}
          {flow.paused_steps
            .filter((id) => flow.editable && !definition.steps.some((step) => step.id === id))
            .map((id) => (
              <Note key={id} tone="warn" title="A step of an earlier version is paused. Contacts may be waiting there.">
                <Button size="small" onClick={() => setPaused(id, false)}>
                  Resume step
                </Button>
              </Note>
            ))}
          {isDrawn ? (
            <Suspense>
              <MachineChart
                chart={flowChart(definition, flow, choices.nameOf)}
                lit={new Set([selected === '' ? 'trigger' : selected])}
              />
            </Suspense>
          ) : (
            <StepOutline
              flow={flow}
              definition={definition}
              selected={selected}
              problems={problems}
              nameOf={choices.nameOf}
              onSelect={(step) => editor.send({ type: 'editor.select', step })}
              onAdd={isEditable ? (to) => editor.send({ type: 'editor.change', to }) : null}
            />
          )}
        </div>
      </div>
      <StepPanel
        definition={definition}
        selected={selected}
        problem={problems.find(({ step_id: id }) => (id ?? '') === selected)?.message ?? null}
        choices={choices}
        isEditable={isEditable}
        isPaused={flow.paused_steps.includes(selected)}
        onPause={(paused) => setPaused(selected, paused)}
        onChange={(to, mark) => editor.send({ type: 'editor.change', to, ...(mark !== undefined && { mark }) })}
      />
    </div>
  );
}

type Sent = Parameters<FlowEditing['send']>[0];

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** What a key means: arrows open a step, with Alt they move it, Delete removes it, Ctrl+Z undoes. */
function keyed(event: KeyboardEvent, definition: FlowDefinition, selected: string, isEditable: boolean): Sent | null {
  if (isTyping(event)) return null;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === 'z' && isEditable)
    return { type: event.shiftKey ? 'editor.redo' : 'editor.undo' };
  if (isCommand && event.key.toLowerCase() === 'y' && isEditable) return { type: 'editor.redo' };
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
  if (!(event.target as HTMLElement).matches('.flow-step')) return null;
  if (by !== null && event.altKey)
    return isEditable && selected !== '' ? { type: 'editor.change', to: moveStep(definition, selected, by) } : null;
  if (by !== null) {
    const ids = ['', ...outlineOf(definition).map(({ step }) => step.id)];
    const next = ids[ids.indexOf(selected) + by];
    return next === undefined ? null : { type: 'editor.select', step: next };
  }
  if (event.key === 'Delete' && selected !== '' && isEditable)
    return { type: 'editor.change', to: removeStep(definition, selected) };
  return null;
}

/** What is shown of the state of the draft. */
const STATES = ['stored', 'failed', 'conflict'] as const;
const STATE_WORDS = {
  stored: 'Draft saved',
  failed: "Couldn't save the draft",
  conflict: 'Changed elsewhere',
  storing: 'Saving…',
} as const;

interface EditorBarProps extends FlowEditorProps {
  isDrawn: boolean;
  onDraw: () => void;
}

function EditorBar({ flow, editor, isDrawn, onDraw }: EditorBarProps) {
  const { toasts } = useApp();
  const state = useSelector(editor, (snapshot) => STATES.find((tag) => snapshot.hasTag(tag)) ?? 'storing');
  const message = useSelector(editor, ({ context }) => context.message);
  const definition = useSelector(editor, ({ context }) => context.definition);
  const [hasPast, hasFuture] = [
    useSelector(editor, ({ context }) => context.past.length > 0),
    useSelector(editor, ({ context }) => context.future.length > 0),
  ];
  const units = useResource(listManageableUnits, {}).data?.data ?? [];
  const [isCopied, setIsCopied] = useState(false);
  const keep = useSubmit(workflowTemplates.create, {
    invalidates: [workflowTemplates.list],
    onDone: ({ data }) => toasts.show({ tone: 'good', text: `Saved as the template ${data.name}` }),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const json = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(definition, null, 2))}`;
  return (
    <div className="filters">
      <IconButton
        icon={Undo2}
        size="small"
        label="Undo"
        disabled={!hasPast}
        onClick={() => editor.send({ type: 'editor.undo' })}
      />
      <IconButton
        icon={Redo2}
        size="small"
        label="Redo"
        disabled={!hasFuture}
        onClick={() => editor.send({ type: 'editor.redo' })}
      />
      <output className="meta quiet">
        {STATE_WORDS[state]}
        {message === '' ? '' : `: ${message}`}
      </output>
      {state === 'failed' ? (
        <Button size="small" onClick={() => editor.send({ type: 'editor.save' })}>
          Try again
        </Button>
      ) : null}
      <span className="filters-end row">
        <Button size="small" look="plain" aria-pressed={isDrawn} onClick={onDraw}>
          Chart
        </Button>
        <Button
          size="small"
          look="plain"
          icon={LayoutTemplate}
          busy={keep.state === 'submitting'}
          onClick={() => keep.submit({ body: { name: flow.name, description: flow.description, definition } })}
        >
          Save as template
        </Button>
        {units.length === 0 ? null : (
          <Button size="small" look="plain" icon={Copy} onClick={() => setIsCopied(true)}>
            Copy to…
          </Button>
        )}
        <ButtonLink size="small" look="plain" icon={Download} href={json} download={`${flow.name}.json`}>
          Export
        </ButtonLink>
        {flow.editable ? (
          <ImportSteps
            onImport={(next) => editor.send({ type: 'editor.change', to: { definition: next, selected: '' } })}
          />
        ) : null}
      </span>
      <Suspense>
        {isCopied ? <CopyWorkflow flow={flow} units={units} onClose={() => setIsCopied(false)} /> : null}
      </Suspense>
    </div>
  );
}
