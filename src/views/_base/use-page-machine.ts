import { useActorRef } from '@xstate/react';
import { use } from 'react';
import type {
  Actor,
  ActorOptions,
  AnyStateMachine,
  ConditionalRequired,
  IsNotNever,
  RequiredActorOptionsKeys,
} from 'xstate';
import { AppContext } from './app-context.ts';

/** The options of a machine; it takes none where it needs no input. */
type Options<Machine extends AnyStateMachine> = ConditionalRequired<
  [options?: Pick<ActorOptions<Machine>, 'input'> & { [Key in RequiredActorOptionsKeys<Machine>]: unknown }],
  IsNotNever<RequiredActorOptionsKeys<Machine>>
>;

/** Runs a machine for the lifetime of the view and records it like all others. */
export function usePageMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  ...[options]: Options<Machine>
): Actor<Machine> {
  const inspect = use(AppContext)?.recorder?.inspect;
  const whole = { ...options, ...(inspect && { inspect }) } as ActorOptions<AnyStateMachine>;
  return useActorRef<AnyStateMachine>(machine, whole) as Actor<Machine>;
}
