import { CircleCheck, CircleDashed } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { updatePassword } from '#contract/passwords.contract.ts';
import { passwordFaults } from '#rules/access/password.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { PasswordField } from '../_kit/controls/PasswordField.tsx';
import { FormFailure } from '../profile/FormFailure.tsx';

/**
 * A new password for the current user. Requirements are displayed while typing; the server knows more weak passwords.
 */
export function PasswordChange() {
  const { user, brand, session, toasts } = useApp();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const save = useSubmit(updatePassword, {
    onDone: () => {
      setPassword('');
      setAgain('');
      setTried(false);
      session.send({ type: 'session.refresh' });
      toasts.show({ tone: 'good', text: 'Password changed. All your other sessions are signed out.' });
    },
  });
  const faults = passwordFaults(password, {
    hasTwoFactor: user['has_2fa_enabled?'],
    forbidden: [user.username, user.email, user.first_name, user.last_name, brand.name, brand.key],
  });
  const differs = again !== password;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (faults.length === 0 && !differs) save.submit({ params: { id: user.id }, body: { password } });
  };
  return (
    <Card title="Change your password" padded>
      <form className="settings-form settings-narrow" noValidate onSubmit={submit}>
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          maxLength={200}
          value={password}
          error={(isTried ? wrongWith(password, faults) : undefined) ?? save.error?.fields['password']?.[0]}
          hint={<Wanted password={password} faults={faults} />}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            save.reset();
          }}
        />
        <PasswordField
          label="Repeat password"
          name="new-password-again"
          autoComplete="new-password"
          maxLength={200}
          value={again}
          error={isTried && differs ? "The passwords don't match." : undefined}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <p className="soft">This signs you out of your other sessions. Your API keys and API token stop working.</p>
        <FormFailure failure={save.error} shown={['password']} />
        <div className="settings-acts">
          <Button type="submit" look="primary" busy={save.state === 'submitting'}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}

const wrongWith = (password: string, [fault]: readonly string[]) => (password === '' ? 'Enter a new password.' : fault);

/** The missing requirements, or that the password is good. */
function Wanted({ password, faults }: { password: string; faults: readonly string[] }) {
  if (password === '') return 'A sentence only you would write is easy to remember and hard to guess.';
  const lines = faults.length > 0 ? faults : ['Strong password.'];
  return (
    <output className="wants">
      {lines.map((line) => (
        <span className="row" key={line}>
          <Icon of={faults.length === 0 ? CircleCheck : CircleDashed} tone={faults.length === 0 ? 'good' : undefined} />
          {line}
        </span>
      ))}
    </output>
  );
}
