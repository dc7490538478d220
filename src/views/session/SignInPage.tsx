import { useSelector } from '@xstate/react';
import { type SubmitEvent, useRef } from 'react';
import { brandOf } from '#brands/brand.ts';
import { useActors } from '../_app/app-context.ts';
import { PublicFrame } from '../_frame/PublicFrame.tsx';
import { Button } from '../_kit/Button.tsx';
import { Note } from '../_kit/Note.tsx';
import { PasswordField } from '../_kit/PasswordField.tsx';
import { TextField } from '../_kit/TextField.tsx';
import { DemoPeople } from './DemoPeople.tsx';

/** Signs somebody in. Where they go then is the guards' business. */
export function SignInPage() {
  const { boot, session } = useActors();
  const failure = useSelector(session, ({ context }) => context.failure);
  const isBusy = useSelector(session, (snapshot) => snapshot.hasTag('busy'));
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const brand = brandOf(boot.brand);

  const signIn = () =>
    session.send({
      type: 'session.signIn',
      username: username.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
    });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn();
  };
  const signInAs = (person: string, demoPassword: string) => {
    if (username.current) username.current.value = person;
    if (password.current) password.current.value = demoPassword;
    signIn();
  };
  return (
    <PublicFrame brand={brand} title={`Sign in to ${brand.name}`}>
      <form onSubmit={submit}>
        {failure === null ? null : <Note tone="bad" title={failure.message} role="alert" />}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose, and this field is its start */}
        <TextField ref={username} label="Username" name="username" autoComplete="username" required tall autoFocus />
        <PasswordField ref={password} label="Password" name="password" required tall />
        <Button look="primary" size="tall" wide type="submit" busy={isBusy}>
          Sign in
        </Button>
      </form>
      {boot.demo === null ? null : <DemoPeople demo={boot.demo} onChoose={signInAs} />}
    </PublicFrame>
  );
}
