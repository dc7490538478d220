import {
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  type InputFrom,
  type SnapshotFrom,
  waitFor,
} from 'xstate';
import { loadPart } from '../../actors/_frame/load-part.ts';
import type { composePageMachines } from '../../actors/page-machines.ts';
import { useActors } from './app-context.ts';

type PageMachines = ReturnType<typeof composePageMachines>;

/** Work for a machine. */
interface Order<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  readonly input: InputFrom<Machine>;
  readonly event: AnyEventObject;
}

/** One command of a page machine that outlives its view, such as the Undo of a message. Answers how it came out. */
export function useBackgroundMachine() {
  const actors = useActors();
  return async <Machine extends AnyStateMachine>(
    orderOf: (machines: PageMachines) => Order<Machine>,
  ): Promise<SnapshotFrom<Machine>> => {
    const { composePageMachines } = await loadPart(() => import('../../actors/page-machines.ts'));
    const { machine, input, event } = orderOf(composePageMachines(actors));
    const actor = createActor<AnyStateMachine>(machine, { input, inspect: actors.recorder.inspect }).start();
    actor.send(event);
    const snapshot = await waitFor(actor, (now) => !now.hasTag('busy'), { timeout: Number.POSITIVE_INFINITY });
    actor.stop();
    return snapshot as SnapshotFrom<Machine>;
  };
}
