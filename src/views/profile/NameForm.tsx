import { type FormEvent, type InputEvent, useState } from 'react';
import { updateProfile } from '#contract/profile.contract.ts';
import { acceptsInName } from '#rules/contacts/contact-name.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useApp } from '../_base/use-app.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { FormFailure } from './FormFailure.tsx';
import { heldUnless, useOwnChange } from './use-own-change.ts';

interface Draft {
  first_name?: string;
  last_name?: string;
  phone?: string;
}

/** Name, and the phone number used for codes and by colleagues. */
export function NameForm() {
  const { user, brand } = useApp();
  const [draft, setDraft] = useState<Draft>({});
  const save = useOwnChange(updateProfile, 'Saved.', () => setDraft({}));
  const fields = save.error?.fields ?? {};
  const kept = { first_name: user.first_name, last_name: user.last_name, phone: formatPhone(user.phone) };
  const input = (name: keyof Draft) => ({
    value: draft[name] ?? kept[name],
    error: fields[`profile.${name}`]?.[0],
    onChange: (event: FormEvent<HTMLInputElement>) => setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  // Pasted text is not a keystroke, and an O’Brien from elsewhere stays whole.
  const refuseKey = (event: InputEvent<HTMLInputElement>) => {
    const { data } = event;
    if (data.length === 1 && !acceptsInName(data, brand.nameCharacters)) event.preventDefault();
  };
  const changed = Object.entries(draft).filter(([name, value]) => value !== kept[name as keyof Draft]);

  return (
    <Card title="Name and phone" padded>
      <form
        className="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length > 0) save.submit({ body: { profile: Object.fromEntries(changed) } });
        }}
      >
        <div className="pair">
          <TextField
            label="First name"
            autoComplete="given-name"
            maxLength={100}
            onBeforeInput={refuseKey}
            {...input('first_name')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            maxLength={100}
            onBeforeInput={refuseKey}
            {...input('last_name')}
          />
        </div>
        <div className="settings-narrow">
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            hint="Used for sign-in codes, if you choose text messages."
            {...input('phone')}
          />
        </div>
        <FormFailure failure={save.error} shown={['profile.first_name', 'profile.last_name', 'profile.phone']} />
        <div className="settings-acts">
          <Button
            type="submit"
            look="primary"
            busy={save.state === 'submitting'}
            refusal={heldUnless(changed.length > 0)}
          >
            Save name and phone
          </Button>
        </div>
      </form>
    </Card>
  );
}
