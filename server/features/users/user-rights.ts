import type { AdminUserDetail } from '#contract/users.contract.ts';
import { rankOf } from '#rules/access/acting.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { PersonRow } from './people.sql.ts';

type Standing = Pick<PersonRow, 'id' | 'account_id' | 'roles'>;

/** Reason why the caller may not change this user; empty when they may. */
export function refusalToChange(identity: Identity, { id, account_id: accountId, roles }: Standing): string {
  if (!identity.permissions.includes('users.manage')) return "Your role doesn't allow editing users.";
  if (accountId !== identity.accountId)
    return 'This user belongs to another account. Log in as a user there to make changes.';
  if (id === identity.userId || id === identity.actorId) return 'Edit your own details on your profile page.';
  if (rankOf(roles) >= rankOf(identity.roles)) return 'You can only edit users with a lower role than yours.';
  return '';
}

/** @throws {Refusal} `access_denied` with the reason. */
export function requireChangeable(identity: Identity, person: Standing): void {
  const reason = refusalToChange(identity, person);
  if (reason !== '') throw new Refusal('access_denied', reason);
}

/** True when a user may see another's addresses and history: their managers, and they themselves. */
export const seesInside = ({ userId, roles }: Identity, person: Standing): boolean =>
  person.id === userId || rankOf(person.roles) < rankOf(roles);

/** True when a user manages the whole account: units, plans, overrides and payments. */
export const decidesForAccount = ({ permissions }: Pick<Identity, 'permissions'>): boolean =>
  permissions.includes('flags.manage');

export const FOR_ADMINISTRATORS = 'Only an account administrator can change this.';

export function rightsOver(identity: Identity, person: Standing): AdminUserDetail['may'] {
  const edit = refusalToChange(identity, person) === '';
  return { edit, roles: edit, deactivate: edit, paid_membership: edit && decidesForAccount(identity) };
}
