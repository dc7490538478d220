import { useState } from 'react';
import type { Permission } from '#contract/access.contract.ts';
import { PERMISSION_LABELS } from '#rules/access/permission-labels.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { type Failed, FormFailure } from '../profile/FormFailure.tsx';

interface KeyDraft {
  name: string;
  scopes: Permission[];
}

interface KeyFormProps {
  /** The key being edited; absent for a new one. */
  start?: KeyDraft;
  /** The user's own permissions: a key can't have more. */
  permissions: readonly Permission[];
  submitLabel: string;
  busy: boolean;
  error: Failed | null;
  onSubmit: (draft: KeyDraft) => void;
  onCancel: () => void;
}

/** Name and scopes of a key. */
export function KeyForm({ start, permissions, submitLabel, busy, error, onSubmit, onCancel }: KeyFormProps) {
  const [name, setName] = useState(start?.name ?? '');
  const [scopes, setScopes] = useState<readonly Permission[]>(start?.scopes ?? []);
  const [isTried, setTried] = useState(false);
  const hasName = name.trim() !== '';
  const given = permissions.filter((permission) => scopes.includes(permission));
  const nameError = isTried && !hasName ? 'Enter a key name.' : error?.fields['name']?.[0];
  const scopeError = isTried && given.length === 0 ? 'Choose at least one scope.' : error?.fields['scopes']?.[0];

  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (hasName && given.length > 0) onSubmit({ name: name.trim(), scopes: given });
      }}
    >
      <div className="settings-narrow">
        <TextField
          label="Key name"
          hint="What the key is for, such as “Website form”."
          autoComplete="off"
          maxLength={80}
          value={name}
          error={nameError}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a button opens it, and this is the next step
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <fieldset className="scopes">
        <legend>Scopes</legend>
        {permissions.map((permission) => (
          <Checkbox
            key={permission}
            checked={scopes.includes(permission)}
            onCheckedChange={(checked) =>
              setScopes(checked ? [...scopes, permission] : scopes.filter((scope) => scope !== permission))
            }
          >
            {PERMISSION_LABELS[permission]}
          </Checkbox>
        ))}
      </fieldset>
      {scopeError === undefined ? null : <FormFailure failure={{ message: scopeError, fields: {} }} />}
      <FormFailure failure={error} shown={['name', 'scopes']} />
      <div className="settings-acts">
        <Button type="submit" look="primary" busy={busy}>
          {submitLabel}
        </Button>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
