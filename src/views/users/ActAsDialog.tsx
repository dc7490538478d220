import { useId, useState } from 'react';
import { ACTING_MAX_MIN } from '#contract/session.contract.ts';
import { type AdminUser, loginAsUser, type LoginType } from '#contract/users.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { LOGIN_TYPE_WORDS, nameOf, NOT_WHILE_ACTING } from './user-words.ts';

interface ActAsDialogProps {
  person: AdminUser;
  onClose: () => void;
}

/** Confirmation before logging in as another user: the way, the reason and the effect. */
export function ActAsDialog({ person, onClose }: ActAsDialogProps) {
  const { session } = useApp();
  const [type, setType] = useState<LoginType>(person.login_types[0] ?? 'login_as');
  const [reason, setReason] = useState('');
  const act = useSubmit(loginAsUser, { onDone: () => session.send({ type: 'session.actedFor' }) });
  const name = nameOf(person);
  const wrong = act.error?.fields['reason']?.[0];

  return (
    <Dialog title={`Log in as ${name}`} open onClose={onClose}>
      <form
        className="act-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act.submit({ params: { id: person.id }, body: { login_type: type, reason } });
        }}
      >
        {person.login_types.length > 1 ? (
          <fieldset className="act-types">
            <legend className="field-label">Mode</legend>
            {person.login_types.map((choice) => (
              <TypeChoice key={choice} type={choice} checked={choice === type} onChoose={() => setType(choice)} />
            ))}
          </fieldset>
        ) : (
          <p className="soft">{LOGIN_TYPE_WORDS[type].about}</p>
        )}
        <TextField
          label="Reason"
          hint="Your administrators can see this."
          autoComplete="off"
          maxLength={300}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first question
          autoFocus
          value={reason}
          error={wrong}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ul className="act-means meta soft">
          <li>You'll see what {name} sees, and can do only what you're both allowed to.</li>
          <li>At most {ACTING_MAX_MIN} minutes. You can exit at any time.</li>
          <li>Everything is logged under both names.</li>
          <li>Unavailable while logged in: {NOT_WHILE_ACTING}.</li>
        </ul>
        {act.error && wrong === undefined ? (
          <Note tone="bad" title={act.error.message} role="alert">
            Your changes are kept.
          </Note>
        ) : null}
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={act.state === 'submitting' || act.state === 'done'}>
            {LOGIN_TYPE_WORDS[type].label} {name}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function TypeChoice({ type, checked, onChoose }: { type: LoginType; checked: boolean; onChoose: () => void }) {
  const id = useId();
  const { label, about } = LOGIN_TYPE_WORDS[type];
  return (
    <label className="way" htmlFor={id}>
      <input type="radio" id={id} name="login-type" className="check radio" checked={checked} onChange={onChoose} />
      <b className="med">{label}</b>
      <small className="meta quiet">{about}</small>
    </label>
  );
}
