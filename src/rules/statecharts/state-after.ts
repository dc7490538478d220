import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { transition } from 'xstate';

/** A state of a machine that rows step through. */
export interface RowState {
  readonly type?: 'final';
  readonly on?: Readonly<Record<string, string>>;
}

/** The state of a flat machine to which an event leads from another; `null`: it can't happen there. */
export function stateAfter(machine: AnyStateMachine, state: string, event: AnyEventObject): string | null {
  const from = machine.resolveState({ value: state, context: undefined });
  return from.can(event) ? String(transition(machine, from, event)[0].value) : null;
}
