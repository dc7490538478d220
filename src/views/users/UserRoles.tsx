import { Suspense, useId, useState } from 'react';
import type { Role } from '#contract/access.contract.ts';
import { type AdminUserDetail, listUsers, readUser, readUserRoles, updateUserRoles } from '#contract/users.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { nameOf } from './user-words.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

/** Roles of the user, and those they can be given; each unavailable role shows its reason. */
export function UserRoles({ person }: { person: AdminUserDetail }) {
  const { brand, toasts } = useApp();
  const { data, error, reload } = useResource(readUserRoles, { params: { id: person.id } });
  const [chosen, setChosen] = useState<Role | null>(null);
  const [asks, setAsks] = useState(false);
  const give = useSubmit(updateUserRoles, {
    invalidates: [listUsers, readUser, readUserRoles],
    onDone: ({ data: given }) => {
      setAsks(false);
      setChosen(null);
      toasts.show({ tone: 'good', text: `${nameOf(given)} is ${brand.roleLabels[given.account_type]} now` });
    },
    onFailed: () => setAsks(false),
  });
  const role = chosen ?? person.account_type;
  const isOther = role !== person.account_type;
  return (
    <Card title="Role" padded>
      {data === null && error === null ? <SkeletonLines lines={5} label="Loading roles" /> : null}
      {data === null && error !== null ? (
        <Note tone="bad" title={error.message} role="alert">
          <Button size="small" onClick={reload}>
            Try again
          </Button>
        </Note>
      ) : null}
      {data && !person.may.roles ? (
        <>
          <p className="med">{brand.roleLabels[person.account_type]}</p>
          <p className="meta quiet">{data.data.assignable[0]?.reason}</p>
        </>
      ) : null}
      {data && person.may.roles ? (
        <fieldset className="role-list">
          <legend className="sr">Role</legend>
          {data.data.assignable.map((one) => (
            <RoleChoice
              key={one.role}
              choice={one}
              isTheirs={one.role === person.account_type}
              chosen={role}
              onChoose={setChosen}
            />
          ))}
        </fieldset>
      ) : null}
      {give.error ? (
        <Note tone="bad" title={Object.values(give.error.fields)[0]?.[0] ?? give.error.message} role="alert" />
      ) : null}
      {isOther ? (
        <div className="row role-act">
          <Button look="primary" busy={give.state === 'submitting'} onClick={() => setAsks(true)}>
            Change to {brand.roleLabels[role]}
          </Button>
          <Button onClick={() => setChosen(null)}>Keep current role</Button>
        </div>
      ) : null}
      <Suspense>
        {asks ? (
          <AlertDialog
            title={`Change ${nameOf(person)}'s role to ${brand.roleLabels[role]}?`}
            open
            confirmLabel={`Change to ${brand.roleLabels[role]}`}
            cancelLabel="Keep current role"
            busy={give.state === 'submitting'}
            onConfirm={() => give.submit({ params: { id: person.id }, body: { account_type: role } })}
            onCancel={() => setAsks(false)}
          >
            <p>They'll be signed out everywhere and their API keys will stop working.</p>
            {person.downline_count > 0 ? (
              <p>{formatCounted(person.downline_count, 'user stays', 'users stay')} in their downline.</p>
            ) : null}
          </AlertDialog>
        ) : null}
      </Suspense>
    </Card>
  );
}

interface RoleChoiceProps {
  choice: { role: Role; label: string; allowed: boolean; reason: string };
  isTheirs: boolean;
  chosen: Role;
  onChoose: (role: Role) => void;
}

function RoleChoice({ choice: { role, label, allowed, reason }, isTheirs, chosen, onChoose }: RoleChoiceProps) {
  const id = useId();
  return (
    <label className="way" htmlFor={id}>
      <input
        type="radio"
        id={id}
        name="role"
        className="check radio"
        checked={role === chosen}
        disabled={!allowed && !isTheirs}
        onChange={() => onChoose(role)}
      />
      <span className="med">{label}</span>
      {reason === '' || isTheirs ? null : <small className="meta quiet">{reason}</small>}
    </label>
  );
}
