import { LogIn, UserRoundX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type AdminUserDetail, readUser } from '#contract/users.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { UserAudit } from './UserAudit.tsx';
import { UserIdentity } from './UserIdentity.tsx';
import { UserMembership } from './UserMembership.tsx';
import { UserRoles } from './UserRoles.tsx';
import { UserSecurity } from './UserSecurity.tsx';
import { useActive } from './use-active.ts';
import { useUserChange } from './use-user-change.ts';
import { actLabel, nameOf } from './user-words.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './users.css';

const ActAsDialog = lazyPart(() => import('./ActAsDialog.tsx'), 'ActAsDialog');

const CRUMBS = [{ label: 'Users', href: '/admin/users' }];

/** One person: who they are, what they may do, and what happened. */
export function UserPage({ id }: { id: number }) {
  const { data, error, reload } = useResource(readUser, { params: { id } });
  if (data !== null) return <Loaded person={data.data} />;
  return (
    <>
      <PageBar title={titleOf('/admin/users/$id')} crumbs={CRUMBS} />
      {error === null ? <SkeletonLines lines={10} label="Loading user" /> : null}
      {error?.kind === 'notFound' ? (
        <EmptyState
          icon={UserRoundX}
          title="User not found"
          text="The user doesn't exist, or you don't have access."
          action={<ButtonLink href="/admin/users">All users</ButtonLink>}
        />
      ) : null}
      {error && error.kind !== 'notFound' ? (
        <ErrorPanel
          title="Couldn't load user"
          text={error.message}
          requestId={error.requestId}
          actions={<Button onClick={reload}>Try again</Button>}
        />
      ) : null}
    </>
  );
}

function Loaded({ person }: { person: AdminUserDetail }) {
  const { brand, user } = useApp();
  const active = useActive();
  const change = useUserChange(person.id);
  const [acts, setActs] = useState(false);
  const scope = [brand.roleLabels[person.account_type], person.business_unit.name].join(', ');
  return (
    <>
      <PageBar
        title={nameOf(person)}
        crumbs={CRUMBS}
        manyActions
        scope={
          <>
            {scope} {person.active ? null : <StatusWord tone="warn">Deactivated</StatusWord>}
          </>
        }
        actions={
          <>
            {person.may.deactivate && person.active ? (
              <Button look="danger" busy={active.busy} onClick={() => active.deactivate(person.id)}>
                Deactivate
              </Button>
            ) : null}
            {person.may.deactivate && !person.active ? (
              <Button busy={active.busy} onClick={() => active.activate(person.id)}>
                Activate
              </Button>
            ) : null}
            <Button
              look="primary"
              icon={LogIn}
              refusal={person.login_types.length === 0 ? person.no_login : undefined}
              onClick={() => setActs(true)}
            >
              {actLabel(person)}
            </Button>
          </>
        }
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be focusable */}
      <section className="scroll" tabIndex={0} aria-label={nameOf(person)}>
        <div className="body">
          <div className="two">
            <div className="user-col">
              <UserIdentity person={person} change={change} />
              <UserSecurity person={person} change={change} />
              <UserAudit person={person} zone={IANA_ZONES[user.timezone]} />
            </div>
            <div className="user-col">
              <UserRoles person={person} />
              <UserMembership person={person} change={change} />
            </div>
          </div>
        </div>
      </section>
      <Suspense>{acts ? <ActAsDialog person={person} onClose={() => setActs(false)} /> : null}</Suspense>
    </>
  );
}
