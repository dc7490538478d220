import type { FlowDefinition, FlowStep, StepKind } from '#contract/workflows/definition.contract.ts';
import { newStepId, outlineOf, stepsUnder, withInner } from './flow-steps.ts';

type Fresh = { readonly [K in StepKind]: Omit<Extract<FlowStep, { kind: K }>, 'id' | 'under' | 'kind'> };

/** A new step of each kind. */
const FRESH: Fresh = {
  text: { body: '', refused: 'end' },
  email: { subject: '', body: '', refused: 'end' },
  wait: { count: 1, unit: 'day' },
  wait_until: { day: 'birthday', days_before: 0 },
  wait_reply: { count: 3, unit: 'day' },
  condition: { filters: [] },
  reachable: { channel: 'text' },
  split: { percent: 50 },
  tag: { tag_id: null, action: 'add' },
  status: { status_id: null },
  assign: { owner_id: null },
  follow_up: { title: '', days: 1 },
  event: { title: '', days: 1, minute: 600, minutes: 30 },
  start_flow: { flow_id: null },
  kit: { kit_id: null },
  draft: { body: '' },
  webhook: { name: '' },
  end: {},
};

export interface Edited {
  readonly definition: FlowDefinition;
  /** The step that is open now; empty: the trigger. */
  readonly selected: string;
}

/** Steps in the order in which they are read: a step comes before those in its branches. */
const inOrder = (definition: FlowDefinition, steps: readonly FlowStep[]): FlowDefinition => ({
  ...definition,
  steps: outlineOf({ steps: [...steps] }).map(({ step }) => step),
});

/** Adds a step to a branch: behind one of its steps, or at its beginning. */
export function addStep(definition: FlowDefinition, kind: StepKind, under: string, after: string | null): Edited {
  const id = newStepId(definition);
  const step = { ...FRESH[kind], kind, id, under } as FlowStep;
  const beside = stepsUnder(definition, under);
  const at = after === null ? 0 : beside.findIndex((one) => one.id === after) + 1;
  const others = definition.steps.filter((one) => one.under !== under);
  return { definition: inOrder(definition, [...others, ...beside.toSpliced(at, 0, step)]), selected: id };
}

/** Removes a step with its branches; the one beside it is open then. */
export function removeStep(definition: FlowDefinition, id: string): Edited {
  const gone = new Set(withInner(definition, id).map((step) => step.id));
  const step = definition.steps.find((one) => one.id === id);
  const beside = step === undefined ? [] : stepsUnder(definition, step.under);
  const at = beside.findIndex((one) => one.id === id);
  const steps = definition.steps.filter((one) => !gone.has(one.id));
  return { definition: { ...definition, steps }, selected: (beside[at + 1] ?? beside[at - 1])?.id ?? '' };
}

/** Moves a step by one place among those beside it; at the end it stays. */
export function moveStep(definition: FlowDefinition, id: string, by: -1 | 1): Edited {
  const step = definition.steps.find((one) => one.id === id);
  const beside = step === undefined ? [] : stepsUnder(definition, step.under);
  const at = beside.findIndex((one) => one.id === id);
  const other = beside[at + by];
  if (step === undefined || other === undefined) return { definition, selected: id };
  const others = definition.steps.filter((one) => one.under !== step.under);
  return { definition: inOrder(definition, [...others, ...beside.with(at, other).with(at + by, step)]), selected: id };
}

/** Copies a step with its branches, behind it. */
export function copyStep(definition: FlowDefinition, id: string): Edited {
  const inner = withInner(definition, id);
  const names = new Map<string, string>();
  let known = definition;
  for (const step of inner) {
    const name = newStepId(known);
    names.set(step.id, name);
    known = { ...known, steps: [...known.steps, { ...step, id: name }] };
  }
  const copies = inner.map((step): FlowStep => {
    const [parent = '', branch] = step.under.split(':');
    const within = names.get(parent);
    return {
      ...step,
      id: names.get(step.id) ?? step.id,
      under: within === undefined ? step.under : `${within}:${branch}`,
    };
  });
  const at = definition.steps.findIndex((one) => one.id === id);
  const steps = definition.steps.toSpliced(at + 1, 0, ...copies);
  return { definition: inOrder(definition, steps), selected: names.get(id) ?? id };
}

export const changeStep = (definition: FlowDefinition, step: FlowStep): Edited => ({
  definition: { ...definition, steps: definition.steps.map((one) => (one.id === step.id ? step : one)) },
  selected: step.id,
});
