import { useId, useState } from 'react';
import type { PlanKind, PlanLicense } from '#contract/plans/plan.contract.ts';
import { listAdminOwners } from '#contract/users.contract.ts';
import { UNITS } from '#rules/plans/plan-words.ts';
import { capital } from '#rules/words/capital.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { CALLS } from './plan-kinds.ts';

interface LicenseDialogProps {
  readonly kind: PlanKind;
  readonly license: PlanLicense;
  readonly onClose: () => void;
}

/** Gives a license to a person, takes it back, or changes how much it includes. */
export function LicenseDialog({ kind, license, onClose }: LicenseDialogProps) {
  const { toasts } = useApp();
  const calls = CALLS[kind];
  const id = useId();
  const people = useResource(listAdminOwners, {});
  const [holder, setHolder] = useState(license.user === null ? '' : String(license.user.id));
  const [typed, setTyped] = useState(String(license.allocation));
  const save = useSubmit(calls.updateLicense, {
    invalidates: [calls.listLicenses, calls.list, calls.active, calls.usage],
    onDone: () => {
      toasts.show({ tone: 'good', text: 'License saved' });
      onClose();
    },
  });
  const allocation = Number(typed);
  const isCount = typed.trim() !== '' && Number.isSafeInteger(allocation) && allocation >= 0;
  const { error } = save;
  const isNamed = error?.fields['allocation'] !== undefined || error?.fields['user_id'] !== undefined;
  return (
    <Dialog
      open
      title={license.user === null ? 'Assign license' : `License of ${license.user.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={save.state === 'submitting'}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="plans-license"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isCount)
            save.submit({
              params: { id: license.id },
              body: { user_id: holder === '' ? null : Number(holder), allocation },
            });
        }}
      >
        {error === null || isNamed ? null : <Note tone="bad" role="alert" title={error.message} />}
        <SelectField
          label="Agent"
          value={holder}
          options={[{ value: '', label: 'Not assigned' }, ...optionsOf(license, people.data?.data ?? [])]}
          error={error?.fields['user_id']?.[0]}
          hint={people.error === null ? undefined : `Couldn't load agents. ${people.error.message}`}
          onChange={({ currentTarget: { value } }) => setHolder(value)}
        />
        <TextField
          label={`${capital(UNITS[kind].many)} a month`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={isCount ? error?.fields['allocation']?.[0] : 'Enter a whole number.'}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </form>
    </Dialog>
  );
}

/** The holder comes first: they may no longer be among the people whom the current user manages. */
function optionsOf({ user }: PlanLicense, people: readonly { readonly id: number; readonly name: string }[]) {
  const all = user === null ? people : [user, ...people.filter(({ id }) => id !== user.id)];
  return all.map(({ id, name }) => ({ value: String(id), label: name }));
}
