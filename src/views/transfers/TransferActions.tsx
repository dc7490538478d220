import { useSelector } from '@xstate/react';
import { Play, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { stillMoved } from '../../machines/transfers/transfer-context.ts';
import type { TransferActor } from '../../machines/transfers/transfer.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';

const RevertQuestion = lazy(async () => ({ default: (await import('./RevertQuestion.tsx')).RevertQuestion }));

/** Available actions of a transfer: cancel, resume, revert. */
export function TransferActions({ actor, attempt }: { actor: TransferActor; attempt: TransferAttempt }) {
  const snapshot = useSelector(actor, (now) => now);
  const [asking, setAsking] = useState(false);
  const isBusy = snapshot.hasTag('busy');
  return (
    <>
      {snapshot.can({ type: 'transfer.cancel' }) ? (
        <Button busy={isBusy} onClick={() => actor.send({ type: 'transfer.cancel' })}>
          Cancel
        </Button>
      ) : null}
      {snapshot.can({ type: 'transfer.goOn' }) ? (
        <Button look="primary" icon={Play} busy={isBusy} onClick={() => actor.send({ type: 'transfer.goOn' })}>
          Resume
        </Button>
      ) : null}
      {snapshot.can({ type: 'transfer.revert' }) ? (
        <Button icon={Undo2} busy={isBusy} onClick={() => setAsking(true)}>
          Revert
        </Button>
      ) : null}
      <Suspense>
        {asking ? (
          <RevertQuestion
            count={stillMoved(attempt)}
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              actor.send({ type: 'transfer.revert' });
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
