import { useSelector } from '@xstate/react';
import { Pause, Pencil, Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { useApp } from '../../_base/use-app.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { countWords } from '../broadcast-words.ts';
import { stopWords } from './stop-words.ts';

const AlertDialog = lazyPart(() => import('../../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

/** Pauses, resumes, stops, or takes it off the schedule. A manager can pause and stop what their downline sends. */
export function LiveActions({ actor, broadcast }: { actor: BroadcastActor; broadcast: Broadcast }) {
  const snapshot = useSelector(actor, (now) => now);
  const [asking, setAsking] = useState(false);
  const { user } = useApp();
  const isOwn = broadcast.user.id === user.id;
  const isBusy = snapshot.hasTag('busy');
  const isScheduled = broadcast.status === 'scheduled';
  const sent = countWords(broadcast);
  return (
    <>
      {isOwn && snapshot.can({ type: 'broadcast.unschedule' }) ? (
        <Button icon={Pencil} short="Edit" busy={isBusy} onClick={() => actor.send({ type: 'broadcast.unschedule' })}>
          Edit draft
        </Button>
      ) : null}
      {snapshot.can({ type: 'broadcast.pause' }) ? (
        <Button icon={Pause} busy={isBusy} onClick={() => actor.send({ type: 'broadcast.pause' })}>
          Pause
        </Button>
      ) : null}
      {isOwn && snapshot.can({ type: 'broadcast.resume' }) ? (
        <Button look="primary" icon={Play} busy={isBusy} onClick={() => actor.send({ type: 'broadcast.resume' })}>
          Resume
        </Button>
      ) : null}
      {snapshot.can({ type: 'broadcast.stop' }) ? (
        <Button look="danger" short="Stop" busy={isBusy} onClick={() => setAsking(true)}>
          {isScheduled ? 'Cancel broadcast' : 'Stop sending'}
        </Button>
      ) : null}
      <Suspense>
        {asking ? (
          <AlertDialog
            open
            title={isScheduled ? `Cancel ${broadcast.name}?` : `Stop ${broadcast.name}?`}
            confirmLabel={isScheduled ? 'Cancel broadcast' : 'Stop sending'}
            cancelLabel={isScheduled ? 'Keep it scheduled' : 'Keep sending'}
            destructive
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              actor.send({ type: 'broadcast.stop' });
            }}
          >
            <p>
              {sent === '' ? 'Nothing was sent yet.' : `So far: ${sent}.`} {stopWords(broadcast)} This can't be undone.
            </p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </>
  );
}
