import { setup, transition } from 'xstate';
import type { Branch, FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import { isFork, stepAfter, stepInto, stepsUnder } from './flow-steps.ts';

export type FlowMove = { readonly type: 'next' | Branch };

/** Where a contact is once no step follows. */
export const FINISHED = 'finished';

/** The statechart of a workflow: a state for each step, from which the outcomes of the step lead on. */
export function machineOf(definition: Pick<FlowDefinition, 'steps'>, id = 'workflow') {
  const nameOf = (step: FlowStep | null): string => step?.id ?? FINISHED;
  const movesOf = (step: FlowStep) => {
    if (step.kind === 'end') return { next: FINISHED };
    if (!isFork(step)) return { next: nameOf(stepAfter(definition, step)) };
    return { yes: nameOf(stepInto(definition, step, 'yes')), no: nameOf(stepInto(definition, step, 'no')) };
  };
  return setup({ types: { events: {} as FlowMove } }).createMachine({
    id,
    initial: stepsUnder(definition, '')[0]?.id ?? FINISHED,
    states: {
      ...Object.fromEntries(definition.steps.map((step) => [step.id, { on: movesOf(step) }])),
      [FINISHED]: { type: 'final' },
    },
  });
}

export type FlowMachine = ReturnType<typeof machineOf>;

/** The first step; `finished` without any. */
export const firstOf = (machine: FlowMachine): string => String(machine.root.initial.target[0]?.key ?? FINISHED);

/** The step to which an outcome leads. */
export function moved(machine: FlowMachine, step: string, type: FlowMove['type']): string {
  const [next] = transition(machine, machine.resolveState({ value: step }), { type });
  return String(next.value);
}
