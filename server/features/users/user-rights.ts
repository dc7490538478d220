import type { AdminUserDetail } from '#contract/users.contract.ts';
import { rankOf } from '#rules/access/acting.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { PersonRow } from './people.sql.ts';

type Standing = Pick<PersonRow, 'id' | 'account_id' | 'roles'>;

/** Why the asker may not change this person; empty when they may. */
export function refusalToChange(identity: Identity, { id, account_id: accountId, roles }: Standing): string {
  if (!identity.permissions.includes('users.manage')) return 'Your role does not include changing people.';
  if (accountId !== identity.accountId) return 'They belong to another account: act for somebody there to change them.';
  if (id === identity.userId || id === identity.actorId) return 'You change yourself on your profile page.';
  if (rankOf(roles) >= rankOf(identity.roles)) return 'Only people below your own role can be changed.';
  return '';
}

/** @throws {Refusal} `access_denied` with the reason. */
export function requireChangeable(identity: Identity, person: Standing): void {
  const reason = refusalToChange(identity, person);
  if (reason !== '') throw new Refusal('access_denied', reason);
}

/** Whether somebody may know from where a person comes and what happened to them: those above them, and themselves. */
export const seesInside = ({ userId, roles }: Identity, person: Standing): boolean =>
  person.id === userId || rankOf(person.roles) < rankOf(roles);

/** Whether somebody decides for the whole account: on units, plans, switches and what is paid. */
export const decidesForAccount = ({ permissions }: Pick<Identity, 'permissions'>): boolean =>
  permissions.includes('flags.manage');

export const FOR_ADMINISTRATORS = 'Only an administrator of the account may change this.';

export function rightsOver(identity: Identity, person: Standing): AdminUserDetail['may'] {
  const edit = refusalToChange(identity, person) === '';
  return { edit, roles: edit, deactivate: edit, paid_membership: edit && decidesForAccount(identity) };
}
