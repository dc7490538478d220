import { useSelector } from '@xstate/react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import type { SecondStepDue } from '#contract/session/sign-in.contract.ts';
import type { SecondStepActor, SecondStepMethod } from '../../machines/session/second-step.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';

/** The second step of a sign-in, in the place of the password form. */
export function SecondStep({ actor }: { actor: SecondStepActor }) {
  const { due, method, failure, sentTo } = useSelector(actor, ({ context }) => context);
  const isChecking = useSelector(actor, (snapshot) => snapshot.hasTag('checking'));
  const isSending = useSelector(actor, (snapshot) => snapshot.hasTag('sending'));
  const mayResend = useSelector(actor, (snapshot) => snapshot.hasTag('mayResend'));
  const code = useRef<HTMLInputElement>(null);

  // Each method and each wrong code focuses the field again with its text selected.
  useEffect(() => {
    code.current?.focus();
    code.current?.select();
  }, [method, failure]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    actor.send({ type: 'secondStep.enter', code: tidy(code.current?.value ?? '') });
  };
  const isPaper = method === 'recovery';
  const isSent = method === 'email' || method === 'sms';
  return (
    <>
      <form onSubmit={submit}>
        {failure === null ? null : <Note tone="bad" title={failure.message} role="alert" />}
        <TextField
          key={method}
          ref={code}
          label={isPaper ? 'Recovery code' : 'Code'}
          hint={<output>{hintOf(method, sentTo, isSending)}</output>}
          name="code"
          autoComplete={isPaper ? 'off' : 'one-time-code'}
          inputMode={isPaper ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          required
          tall
        />
        <Button look="primary" size="tall" wide type="submit" busy={isChecking}>
          Sign in
        </Button>
        {isSent ? (
          <Button
            size="tall"
            wide
            busy={isSending}
            refusal={mayResend || isSending ? undefined : 'Wait 30 seconds before requesting another code'}
            onClick={() => actor.send({ type: 'secondStep.resend' })}
          >
            Send another code
          </Button>
        ) : null}
      </form>
      <OtherWays actor={actor} due={due} method={method} />
    </>
  );
}

interface OtherWaysProps {
  actor: SecondStepActor;
  due: SecondStepDue;
  method: SecondStepMethod;
}

function OtherWays({ actor, due, method }: OtherWaysProps) {
  return (
    <ul className="other-ways" aria-label="Other methods">
      {due.methods
        .filter((other) => other !== method)
        .map((other) => (
          <li key={other}>
            <Button look="plain" onClick={() => actor.send({ type: 'secondStep.choose', method: other })}>
              {wayOf(other, due)}
            </Button>
          </li>
        ))}
      <li>
        <Button look="plain" onClick={() => actor.send({ type: 'secondStep.leave' })}>
          Back to password
        </Button>
      </li>
    </ul>
  );
}

/** Apps show a code in groups, and mail brings blanks along. */
const tidy = (code: string): string => code.replaceAll(/\s/gu, '');

function wayOf(method: SecondStepMethod, { email_hint, phone_hint }: SecondStepDue): string {
  const ways: Record<SecondStepMethod, string> = {
    app: 'Use the authenticator app',
    email: `E-mail a code${email_hint === null ? '' : ` to ${email_hint}`}`,
    sms: `Text a code${phone_hint === null ? '' : ` to ${phone_hint}`}`,
    recovery: 'Use a recovery code',
  };
  return ways[method];
}

function hintOf(method: SecondStepMethod, sentTo: string | null, isSending: boolean): string {
  if (method === 'app') return 'The 6-digit code from your authenticator app.';
  if (method === 'recovery') return 'One of the codes you saved when you set up two-factor. Each code works once.';
  if (isSending) return method === 'email' ? 'Sending a code by e-mail…' : 'Sending a code by text message…';
  if (sentTo === null) return 'No code sent yet.';
  return method === 'email' ? `We e-mailed a code to ${sentTo}.` : `We texted a code to ${sentTo}.`;
}
