import { useSelector } from '@xstate/react';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { sendTestEmail, sendTestSms } from '#contract/broadcasts.contract.ts';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { addressWords } from '../broadcast-words.ts';

interface SendTestProps {
  actor: BroadcastActor;
  broadcast: Broadcast;
  /** The recipient of the preview; `null`: the first. */
  position: number | null;
}

/** Sends the message of the preview to the current user. */
export function SendTest({ actor, broadcast, position }: SendTestProps) {
  const { id, channel } = broadcast;
  const isSaved = useSelector(actor, (now) => now.hasTag('saved'));
  const [sentTo, setSentTo] = useState('');
  const done = { onDone: ({ data }: { data: { to: string } }) => setSentTo(data.to) };
  const text = useSubmit(sendTestSms, done);
  const mail = useSubmit(sendTestEmail, done);
  const { submit, state, error } = channel === 'text' ? text : mail;
  const to = channel === 'text' ? 'your phone' : 'your e-mail address';
  return (
    <Card title="Send a test" padded>
      <div className="row send-test">
        <Button
          icon={Send}
          busy={state === 'submitting'}
          refusal={isSaved ? undefined : 'Not saved yet'}
          onClick={() => submit({ body: { broadcast_id: id, ...(position !== null && { position }) } })}
        >
          Send test to {to}
        </Button>
        <output className="meta soft">
          {state === 'done' && sentTo !== ''
            ? `Test sent to ${addressWords(sentTo)}.`
            : "Filled in for the person in the preview. Tests aren't counted."}
        </output>
      </div>
      {error === null ? null : (
        <p className="bad-t" role="alert">
          {error.message}
        </p>
      )}
    </Card>
  );
}
