import { useSelector } from '@xstate/react';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { brandOf } from '#brands/brand.ts';
import { passwordFaults } from '#rules/access/password.ts';
import type { PasswordResetActor } from '../../machines/passwords/password-reset.machine.ts';
import { useBoot } from '../_base/use-boot.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { PasswordField } from '../_kit/controls/PasswordField.tsx';
import { FormFailure } from '../profile/FormFailure.tsx';

/** The new password. Feedback while typing is advice: only the server knows the user. */
export function ChooseForm({ actor }: { actor: PasswordResetActor }) {
  const failure = useSelector(actor, ({ context }) => context.failure);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const [password, setPassword] = useState('');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    actor.send({ type: 'reset.choose', password });
  };
  return (
    <form onSubmit={submit}>
      <FormFailure failure={failure} shown={['password']} />
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={failure?.fields['password']?.[0]}
        hint={<Advice password={password} />}
        required
        tall
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- this field is the page's only purpose
        autoFocus
      />
      <Button look="primary" size="tall" wide type="submit" busy={isBusy}>
        Save new password
      </Button>
    </form>
  );
}

function Advice({ password }: { password: string }) {
  const brand = brandOf(useBoot().brand);
  const [fault] = passwordFaults(password, { hasTwoFactor: false, forbidden: [brand.name] });
  if (password === '') return 'A sentence only you would write is easy to remember and hard to guess.';
  return (
    <output className="row">
      <Icon of={fault === undefined ? CircleCheck : CircleDashed} tone={fault === undefined ? 'good' : undefined} />
      {fault ?? 'Strong password.'}
    </output>
  );
}
