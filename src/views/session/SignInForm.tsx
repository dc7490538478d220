import { useSelector } from '@xstate/react';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { useActors } from '../_base/app-context.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { PasswordField } from '../_kit/controls/PasswordField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { failureWords } from './failure-words.ts';
import { DemoPeople } from './DemoPeople.tsx';

const FAILURE = 'sign-in-failure';

/** User name and password, the agency's own sign-in where there is one, and the people of the demo. */
export function SignInForm({ isInApp }: { isInApp: boolean }) {
  const { boot, session } = useActors();
  const failure = useSelector(session, ({ context }) => context.failure);
  const isBusy = useSelector(session, (snapshot) => snapshot.hasTag('busy'));
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  // The message doesn't say which of the two is wrong; users usually retype the password. An earlier failure doesn't
  // count.
  useEffect(() => {
    if (failure === null || !username.current?.value) return;
    password.current?.focus();
    password.current?.select();
  }, [failure]);

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
    <>
      <form onSubmit={submit}>
        {failure === null ? null : <Note tone="bad" title={failureWords(failure)} role="alert" id={FAILURE} />}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- this field is the page's only purpose */}
        <TextField ref={username} label="Username" name="username" autoComplete="username" required tall autoFocus />
        <PasswordField
          ref={password}
          label="Password"
          aria-describedby={failure === null ? undefined : FAILURE}
          name="password"
          required
          tall
          aside={<Link href="/reset-password">Forgot your password?</Link>}
        />
        <Button look="primary" size="tall" wide type="submit" busy={isBusy}>
          Sign in
        </Button>
        {boot.sso === null ? null : (
          <Button size="tall" wide icon={KeyRound} onClick={() => session.send({ type: 'session.startSso' })}>
            {boot.sso.label}
          </Button>
        )}
      </form>
      {boot.demo === null || isInApp ? null : <DemoPeople demo={boot.demo} onChoose={signInAs} />}
    </>
  );
}
