import { useSelector } from '@xstate/react';
import { Play, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import type { FollowedActor } from '../../machines/_running/followed-work.machine.ts';
import { stillMoved } from '../../machines/transfers/transfer-stage.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const RevertQuestion = lazyPart(() => import('./RevertQuestion.tsx'), 'RevertQuestion');

/** Available actions of a transfer: cancel, resume, revert. */
export function TransferActions({
  actor,
  attempt,
}: {
  actor: FollowedActor<TransferAttempt>;
  attempt: TransferAttempt;
}) {
  const snapshot = useSelector(actor, (now) => now);
  const [asking, setAsking] = useState(false);
  const isBusy = snapshot.hasTag('busy');
  return (
    <>
      {snapshot.can({ type: 'work.cancel' }) ? (
        <Button busy={isBusy} onClick={() => actor.send({ type: 'work.cancel' })}>
          Cancel
        </Button>
      ) : null}
      {snapshot.can({ type: 'work.resume' }) ? (
        <Button look="primary" icon={Play} busy={isBusy} onClick={() => actor.send({ type: 'work.resume' })}>
          Resume
        </Button>
      ) : null}
      {snapshot.can({ type: 'work.undo' }) ? (
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
              actor.send({ type: 'work.undo' });
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
