import { useSelector } from '@xstate/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ConfirmActor } from '../../machines/session/confirm.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { PasswordField } from '../_kit/controls/PasswordField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';

interface ProofDialogProps {
  actor: ConfirmActor;
  username: string;
  /** True when a two-factor code works as well. */
  hasTwoFactor: boolean;
}

/** Asks for the password or a code before a sensitive action, which then continues on its own. */
export function ProofDialog({ actor, username, hasTwoFactor }: ProofDialogProps) {
  const failure = useSelector(actor, ({ context }) => context.failure);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const [kind, setKind] = useState<'password' | 'code'>('password');
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [kind, failure]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = field.current?.value ?? '';
    const proof = kind === 'password' ? { password: value } : { otp_code: value.replaceAll(/\s/gu, '') };
    actor.send({ type: 'proof.give', proof });
  };
  return (
    <Dialog title="Confirm it's you" open onClose={() => actor.send({ type: 'proof.cancel' })}>
      <form className="stack" onSubmit={submit}>
        <p className="soft">Enter your password to continue. We won't ask again for 15 minutes.</p>
        {failure === null ? null : <Note tone="bad" title={failure.message} role="alert" />}
        {/* Tells password managers whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={username} />
        {kind === 'password' ? (
          <PasswordField key="password" ref={field} label="Your password" name="password" required tall />
        ) : (
          <TextField
            key="code"
            ref={field}
            label="Code"
            hint="The 6-digit code from your authenticator app."
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            tall
          />
        )}
        {hasTwoFactor ? (
          <div>
            <Button look="plain" onClick={() => setKind(kind === 'password' ? 'code' : 'password')}>
              {kind === 'password' ? 'Use a code instead' : 'Use the password instead'}
            </Button>
          </div>
        ) : null}
        <div className="row proof-buttons">
          <Button onClick={() => actor.send({ type: 'proof.cancel' })}>Cancel</Button>
          <Button look="primary" type="submit" busy={isBusy}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
