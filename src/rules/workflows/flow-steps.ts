import type { Branch, FlowDefinition, FlowStep, StepKind } from '#contract/workflows/definition.contract.ts';

/** Steps with two branches. */
const FORKS: readonly StepKind[] = ['wait_reply', 'condition', 'reachable', 'split'];

export const isFork = ({ kind }: Pick<FlowStep, 'kind'>): boolean => FORKS.includes(kind);

/** Where the steps of a branch say that they are. */
export const branchOf = (step: Pick<FlowStep, 'id'>, branch: Branch): string => `${step.id}:${branch}`;

export const stepsUnder = ({ steps }: Pick<FlowDefinition, 'steps'>, under: string): FlowStep[] =>
  steps.filter((step) => step.under === under);

/** The id of the step whose branch this is; empty: the trunk. */
export const parentOf = ({ under }: Pick<FlowStep, 'under'>): string => under.split(':')[0] ?? '';

/** The step and all those in its branches. */
export function withInner(definition: Pick<FlowDefinition, 'steps'>, id: string): FlowStep[] {
  const own = new Set([id]);
  for (const step of definition.steps) if (own.has(parentOf(step))) own.add(step.id);
  return definition.steps.filter((step) => own.has(step.id));
}

export interface OutlineStep {
  readonly step: FlowStep;
  /** 0: the trunk. */
  readonly depth: number;
}

/** Steps as they are read from top to bottom, those of a branch under their step. */
export function outlineOf(definition: Pick<FlowDefinition, 'steps'>, under = '', depth = 0): OutlineStep[] {
  return stepsUnder(definition, under).flatMap((step) => [
    { step, depth },
    ...(isFork(step)
      ? (['yes', 'no'] as const).flatMap((branch) => outlineOf(definition, branchOf(step, branch), depth + 1))
      : []),
  ]);
}

/** The step that comes next; `null`: the workflow is done. */
export function stepAfter(definition: Pick<FlowDefinition, 'steps'>, step: FlowStep): FlowStep | null {
  const beside = stepsUnder(definition, step.under);
  const next = beside[beside.indexOf(step) + 1];
  if (next !== undefined) return next;
  const parent = definition.steps.find(({ id }) => id === parentOf(step));
  return parent === undefined ? null : stepAfter(definition, parent);
}

/** The first step of a branch, or what follows where it is empty. */
export const stepInto = (definition: Pick<FlowDefinition, 'steps'>, step: FlowStep, branch: Branch): FlowStep | null =>
  stepsUnder(definition, branchOf(step, branch))[0] ?? stepAfter(definition, step);

/** An id that no step has. */
export function newStepId({ steps }: Pick<FlowDefinition, 'steps'>): string {
  const used = new Set(steps.map(({ id }) => id));
  let next = steps.length + 1;
  while (used.has(`s${next}`)) next += 1;
  return `s${next}`;
}

export const EMPTY_DEFINITION: FlowDefinition = {
  trigger: { kind: 'manual', ids: [], imported: false, days: 90 },
  goal: { kind: 'none', ids: [] },
  steps: [],
};
