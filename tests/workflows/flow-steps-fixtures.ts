import type { FlowStep } from '#contract/workflows/definition.contract.ts';

export const STOP = 'Reply STOP to opt out.';

type Bare<S> = S extends FlowStep ? Omit<S, 'id' | 'under'> : never;

/** A step with its place. */
export const at = (id: string, step: Bare<FlowStep>, under = ''): FlowStep => ({ ...step, id, under }) as FlowStep;
export const text = (words: string) => ({ kind: 'text', body: `${words} ${STOP}`, refused: 'end' }) as const;
