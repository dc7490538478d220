import { useState } from 'react';
import { updateUser } from '#contract/profile.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { FormFailure } from './FormFailure.tsx';
import { heldUnless, useOwnChange } from './use-own-change.ts';

/** The address for instructions and codes; changing it requires re-authentication. */
export function EmailForm({ acting }: { acting: boolean }) {
  const { user } = useApp();
  const [draft, setDraft] = useState<string | null>(null);
  const save = useOwnChange(updateUser, 'E-mail address changed. We notified both addresses.', () => setDraft(null));
  const email = draft ?? user.email;
  return (
    <Card title="E-mail" padded>
      <form
        className="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!acting && email !== user.email) save.submit({ params: { id: user.id }, body: { user: { email } } });
        }}
      >
        <div className="settings-narrow">
          <TextField
            label="E-mail address"
            type="email"
            autoComplete="email"
            maxLength={200}
            value={email}
            readOnly={acting}
            error={save.error?.fields['user.email']?.[0]}
            hint={
              acting
                ? 'Only the account owner can change this. Exit first.'
                : "You'll confirm your password. We'll notify both the old and new address."
            }
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
        </div>
        <FormFailure failure={save.error} shown={['user.email']} />
        {acting ? null : (
          <div className="settings-acts">
            <Button type="submit" busy={save.state === 'submitting'} refusal={heldUnless(email !== user.email)}>
              Change e-mail address
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
