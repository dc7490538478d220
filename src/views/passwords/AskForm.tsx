import { useSelector } from '@xstate/react';
import { type SubmitEvent, useRef } from 'react';
import type { PasswordResetActor } from '../../machines/passwords/password-reset.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';

/** User name whose password is reset. */
export function AskForm({ actor }: { actor: PasswordResetActor }) {
  const failure = useSelector(actor, ({ context }) => context.failure);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const username = useRef<HTMLInputElement>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    actor.send({ type: 'reset.ask', username: username.current?.value.trim() ?? '' });
  };
  return (
    <form onSubmit={submit}>
      {failure === null ? null : <Note tone="bad" title={failure.message} role="alert" />}
      <TextField
        ref={username}
        label="Username or e-mail address"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        required
        tall
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- this field is the page's only purpose
        autoFocus
      />
      <Button look="primary" size="tall" wide type="submit" busy={isBusy}>
        E-mail me a link
      </Button>
    </form>
  );
}
