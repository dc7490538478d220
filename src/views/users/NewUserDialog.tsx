import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Role } from '#contract/access.contract.ts';
import { ROLES } from '#contract/access.contract.ts';
import { createUser, listUserPlaces, listUsers } from '#contract/users.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { rankOf } from '#rules/access/acting.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { offered } from '../_resource/offered.ts';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';

const INPUTS = [
  { name: 'first_name', label: 'First name', half: true },
  { name: 'last_name', label: 'Last name', half: true },
  { name: 'username', label: 'Username', half: false },
  { name: 'email', label: 'E-mail', half: false },
] as const;

/** A new user: name, role and place. They choose their password themselves. */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const { brand, user, toasts } = useApp();
  const navigate = useNavigate();
  const places = useResource(listUserPlaces, {});
  const [draft, setDraft] = useState({ first_name: '', last_name: '', username: '', email: '' });
  const [role, setRole] = useState<Role>('agent');
  const [unit, setUnit] = useState(user.business_unit.id);
  const [manager, setManager] = useState(user.id);
  const create = useSubmit(createUser, {
    invalidates: [listUsers],
    onDone: ({ data }) => {
      onClose();
      toasts.show({ tone: 'good', text: `We e-mailed ${data.email} a link to choose a password` });
      void navigate({ to: '/admin/users/$id', params: { id: String(data.id) } });
    },
  });
  const fields = create.error?.fields ?? {};
  const errorOf = (name: string) => fields[`user.${name}`]?.[0];
  const roles = ROLES.filter(
    (one) =>
      !brand.hiddenRoles.includes(one) && rankOf(rolesOf(one)) < rankOf(user.roles) && one !== 'regional_manager',
  );
  const units = offered(places.data?.data.business_units ?? [{ ...user.business_unit, active: true }]);
  const managers = places.data?.data.managers ?? [];

  return (
    <Dialog title="Add user" open onClose={onClose}>
      <form
        className="user-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const place = { business_unit_id: unit, manager_id: manager };
          create.submit({ body: { user: { ...draft, ...place, account_type: role } } });
        }}
      >
        {INPUTS.map(({ name, label, half }, index) => (
          <div key={name} className={half ? undefined : 'whole'}>
            <TextField
              label={label}
              autoComplete="off"
              type={name === 'email' ? 'email' : 'text'}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
              autoFocus={index === 0}
              value={draft[name]}
              error={errorOf(name)}
              onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
            />
          </div>
        ))}
        <div className="whole">
          <SelectField
            label="Role"
            value={role}
            error={errorOf('account_type')}
            options={roles.map((one) => ({ value: one, label: brand.roleLabels[one] }))}
            onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? 'agent')}
          />
        </div>
        <SelectField
          label="Business unit"
          value={String(unit)}
          error={errorOf('business_unit_id')}
          options={units.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => setUnit(Number(event.target.value))}
        />
        <SelectField
          label="Manager"
          value={String(manager)}
          error={errorOf('manager_id')}
          options={[
            ...(managers.some(({ id }) => id === user.id)
              ? []
              : [{ value: String(user.id), label: `${user.first_name} ${user.last_name}` }]),
            ...managers.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => setManager(Number(event.target.value))}
        />
        {create.error && Object.keys(fields).length === 0 ? (
          <div className="whole">
            <Note tone="bad" title={create.error.message} role="alert">
              Your changes are kept.
            </Note>
          </div>
        ) : null}
        <p className="whole meta quiet">They'll get an e-mail with a link to choose a password.</p>
        <footer className="whole">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.state === 'submitting'}>
            Add and send link
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
