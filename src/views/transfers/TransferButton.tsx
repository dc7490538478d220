import { ArrowLeftRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { isRunning } from '../../machines/transfers/transfer-stage.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { useWorkUndo } from '../_running/use-work-undo.ts';
import { workPlaces } from '../_running/work-places.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const TransferDialog = lazyPart(() => import('./TransferDialog.tsx'), 'TransferDialog');

interface TransferButtonProps {
  selection: SelectionInput;
  /** Number of selected contacts and the label of the selection. */
  count: number;
  sentence: string;
  /** The transfer is under way, or done already. */
  onStarted?: () => void;
}

/** Opens the dialog for choosing new owners; absent for users who can't transfer. */
export function TransferButton({ selection, count, sentence, onStarted }: TransferButtonProps) {
  const { user } = useApp();
  const gate = useGate('transfers');
  const [asking, setAsking] = useState(false);
  const tell = useStarted();
  if (!user.permissions.includes('contacts.transfer') || (!gate.allowed && gate.obstacle !== 'plan')) return null;
  return (
    <>
      <Button
        look="plain"
        size="small"
        icon={ArrowLeftRight}
        refusal={gate.allowed ? undefined : gate.reason}
        onClick={() => setAsking(true)}
      >
        Transfer
      </Button>
      <Suspense>
        {asking ? (
          <TransferDialog
            selection={selection}
            count={count}
            sentence={sentence}
            onClose={() => setAsking(false)}
            onStarted={(attempt) => {
              setAsking(false);
              void tell(attempt);
              onStarted?.();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Shows a toast with Undo for a transfer that is already done; a longer one shows its own progress. */
function useStarted() {
  const { toasts, invalidate } = useApp();
  const undoOf = useWorkUndo();
  return async (attempt: TransferAttempt) => {
    invalidate(...workPlaces.transfer.stale);
    if (isRunning(attempt)) return;
    const { outcomeOf } = await import('./transfer-words.ts');
    const action = undoOf('transfer', attempt);
    toasts.show({ ...outcomeOf(attempt), ...(action && { action }) });
  };
}
