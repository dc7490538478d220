import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import type { Flow } from '#contract/workflows.contract.ts';
import { FINISHED } from '#rules/workflows/flow-machine.ts';
import { isFork, stepAfter, stepInto } from '#rules/workflows/flow-steps.ts';
import { branchLabels, type FlowNames, STEP_LABELS, stepWords, TRIGGER_LABELS } from '#rules/workflows/flow-words.ts';
import { stepAbout } from '../workflow-words.ts';
import type { Chart, ChartState, ChartTransition } from '../../machines/chart/chart-of.ts';

const ROOT = 'workflow';
const TRIGGER = 'trigger';

type FlowLive = Pick<Flow, 'name' | 'steps' | 'paused_steps'>;

/** A workflow as the picture of its statechart, in the words of its author, with the contacts at each step now. */
export function flowChart(definition: FlowDefinition, flow: FlowLive, nameOf: FlowNames): Chart {
  const state = (id: string, label: string, more: Partial<ChartState> = {}): ChartState => ({
    id,
    label,
    parent: ROOT,
    kind: 'plain',
    isInitial: false,
    runs: [],
    ...more,
  });
  const arrow = (from: string, to: FlowStep | null, event = ''): ChartTransition => ({
    name: `${from} ${event}`,
    from,
    to: [to?.id ?? FINISHED],
    event,
    guard: null,
    kind: event === '' ? 'atOnce' : 'event',
  });
  const title = flow.name;
  const first = definition.steps.find(({ under }) => under === '') ?? null;
  return {
    id: ROOT,
    title,
    states: [
      { id: ROOT, label: title, parent: null, kind: 'compound', isInitial: false, runs: [] },
      state(TRIGGER, TRIGGER_LABELS[definition.trigger.kind], { isInitial: true }),
      ...definition.steps.map((step) => {
        const words = stepWords(step, nameOf);
        return state(step.id, words === '' ? STEP_LABELS[step.kind] : `${STEP_LABELS[step.kind]}: ${words}`, {
          note: stepAbout(flow, step.id),
        });
      }),
      state(FINISHED, 'End', { kind: 'final' }),
    ],
    transitions: [
      arrow(TRIGGER, first),
      ...definition.steps.flatMap((step) => {
        if (step.kind === 'end') return [arrow(step.id, null)];
        if (!isFork(step)) return [arrow(step.id, stepAfter(definition, step))];
        const [yes, no] = branchLabels(step);
        return [
          arrow(step.id, stepInto(definition, step, 'yes'), yes),
          arrow(step.id, stepInto(definition, step, 'no'), no),
        ];
      }),
    ],
  };
}
