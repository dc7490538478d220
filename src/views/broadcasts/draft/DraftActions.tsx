import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { type DraftStep, draftOf } from '../../../machines/broadcasts/broadcast-context.ts';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { formatMessages } from '../broadcast-words.ts';
import { useDryRun } from './use-dry-run.ts';

const AlertDialog = lazyPart(() => import('../../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

interface DraftActionsProps {
  actor: BroadcastActor;
  broadcast: Broadcast;
  step: DraftStep;
}

/** Deletes the draft, or leads to the next step, or sends it. */
export function DraftActions({ actor, broadcast, step }: DraftActionsProps) {
  const isBusy = useSelector(actor, (now) => now.hasTag('busy'));
  const canDelete = useSelector(actor, (now) => now.can({ type: 'broadcast.delete' }));
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        icon={Trash2}
        label="Delete draft"
        aria-disabled={!canDelete || isBusy}
        onClick={() => (canDelete && !isBusy ? setAsking(true) : undefined)}
      />
      {step === 'check' ? (
        <SendButton actor={actor} broadcast={broadcast} />
      ) : (
        <ButtonLink look="primary" href={`/broadcasts/${broadcast.id}/${step === 'audience' ? 'content' : 'check'}`}>
          Continue
        </ButtonLink>
      )}
      <Suspense>
        {asking ? (
          <AlertDialog
            open
            title={`Delete ${broadcast.name}?`}
            confirmLabel="Delete draft"
            cancelLabel="Keep it"
            destructive
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              actor.send({ type: 'broadcast.delete' });
            }}
          >
            <p>Its audience and content are deleted. Contacts are kept. This can't be undone.</p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </>
  );
}

/** Names the number that goes: with another number the server refuses. */
function SendButton({ actor, broadcast }: Omit<DraftActionsProps, 'step'>) {
  const snapshot = useSelector(actor, (now) => now);
  const dry = useDryRun(actor, broadcast);
  const { channel, audience } = broadcast;
  const recipients = audience?.recipients ?? 0;
  const schedule = draftOf(snapshot.context)?.schedule ?? null;
  const messages = formatMessages(recipients, channel);
  const isNow = schedule?.kind === 'now';
  const can = snapshot.can({ type: 'broadcast.send', recipients });
  return (
    <Button
      look="primary"
      short={isNow ? 'Send now' : schedule === null ? 'Send' : 'Schedule'}
      busy={snapshot.hasTag('busy')}
      refusal={
        recipients === 0
          ? 'No recipients'
          : schedule === null
            ? 'Choose when to send it'
            : !can
              ? 'Not saved yet'
              : dry.pending || (dry.isEarlier && dry.error === null)
                ? 'Checking'
                : dry.error === null
                  ? dry.run?.faults[0]
                  : "Couldn't run the check"
      }
      onClick={() => actor.send({ type: 'broadcast.send', recipients })}
    >
      {isNow ? `Send ${messages} now` : schedule === null ? `Send ${messages}` : `Schedule ${messages}`}
    </Button>
  );
}
