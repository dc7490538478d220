import type { WorkKind, WorkOf } from '../../machines/_running/kinds.ts';
import type { followedWorkMachine } from '../../machines/_running/followed-work.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { useBackgroundMachine } from '../_base/use-background-machine.ts';
import { workPlaces } from './work-places.ts';

/**
 * The Undo of a message about work, run by the machine that follows it; an import is undone on its page only. If the
 * response is lost, it retries with its key.
 */
export function useWorkUndo() {
  const { toasts, invalidate } = useApp();
  const order = useBackgroundMachine();

  return function undoOf<K extends WorkKind>(kind: K, work: WorkOf[K], onDone?: (work: WorkOf[K]) => void) {
    const undo = async (key?: string): Promise<void> => {
      const { context } = await order(({ followed, newKey }) => ({
        machine: (followed as unknown as Record<string, typeof followedWorkMachine>)[kind]!,
        input: { ref: work.id, work, newKey: key === undefined ? newKey : () => key },
        event: { type: 'work.undo' },
      }));
      const { refusal, asked } = context;
      if (refusal === null) {
        invalidate(...workPlaces[kind].stale);
        return onDone?.(context.work as WorkOf[K]);
      }
      const action = { label: 'Try again', run: () => void undo(asked?.key) };
      toasts.show({ tone: 'bad', text: refusal.text, ...(refusal.again && { action }) });
    };
    return { label: 'Undo', run: () => void undo() };
  };
}
