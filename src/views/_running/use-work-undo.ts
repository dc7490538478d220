import type { TransferAttempt } from '#contract/transfers.contract.ts';
import type { WorkKind, WorkOf } from '../../machines/_running/kinds.ts';
import { stageOf, stillMoved } from '../../machines/transfers/transfer-context.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingMachine } from '../_base/use-lasting-machine.ts';
import { workPlaces } from './work-places.ts';

interface Undo {
  readonly label: string;
  readonly run: () => void;
}

/** The Undo of a message about work, done by the machine of its page. Absent where the user has nothing to undo. */
export function useWorkUndo(): <K extends WorkKind>(kind: K, work: WorkOf[K]) => Undo | undefined {
  const { user, toasts, invalidate } = useApp();
  const order = useLastingMachine();

  const revert = async (attempt: TransferAttempt): Promise<void> => {
    const { context } = await order(({ transfer }) => ({
      machine: transfer,
      input: { id: attempt.id, attempt },
      event: { type: 'transfer.revert' },
    }));
    const { refusal } = context;
    if (refusal === null) return invalidate(...workPlaces.transfer.stale);
    const action = { label: 'Try again', run: () => void revert(attempt) };
    toasts.show({ tone: 'bad', text: refusal.text, ...(refusal.again && { action }) });
  };

  const undos: { readonly [K in WorkKind]?: (work: WorkOf[K]) => Undo | undefined } = {
    transfer: (attempt) =>
      attempt.user.id === user.id && stageOf(attempt) === 'complete' && stillMoved(attempt) > 0
        ? { label: 'Undo', run: () => void revert(attempt) }
        : undefined,
  };
  return (kind, work) => undos[kind]?.(work);
}
