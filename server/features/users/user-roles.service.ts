import { brandOf } from '#brands/brand.ts';
import type { FeatureName, Role } from '#contract/access.contract.ts';
import type { AdminUserDetail } from '#contract/users.contract.ts';
import { accountTypeOf, rolesOf } from '#rules/access/account-type.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { revokePerson } from '../session/revoke-person.ts';
import { audit, type ChangeCall, changePerson, requireOtherAdmin } from './change-user.service.ts';
import { findOverride, updateRoles } from './change-user.sql.ts';
import { callerOf, requirePerson } from './people-visibility.ts';
import { findDetail } from './user-detail.sql.ts';
import { refusalToChange } from './user-rights.ts';
import { assignableRoles, refusalToGive, type RoleQuestion } from './user-roles.ts';

const REGIONAL_MANAGER: FeatureName = 'regional-manager';
const CENTRAL_VARIANT: FeatureName = 'central-variant';

/** Facts that decide on roles, with `enabled` as the user's own flag. */
export async function roleQuestion(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  { roles }: Identity,
  { enabled, refusal }: { enabled: boolean; refusal: string },
): Promise<RoleQuestion> {
  const override = await findOverride(tx, REGIONAL_MANAGER);
  return {
    brand: brandOf(deps.config.brand),
    givers: roles,
    refusal,
    hasRegionalManager: override ?? enabled,
    isCentral: (await findOverride(tx, CENTRAL_VARIANT)) === true,
  };
}

/** @throws {Refusal} `not_found` */
export const readUserRoles = (deps: Deps, identity: Identity, id: number) =>
  withAccount(deps.pool, identity, async (tx) => {
    const person = await requirePerson(tx, await callerOf(tx, identity), id);
    const detail = await findDetail(tx, id);
    const question = await roleQuestion(deps, tx, identity, {
      enabled: detail?.regional_manager_enabled === true,
      refusal: refusalToChange(identity, person),
    });
    return { roles: person.roles, account_type: accountTypeOf(person.roles), assignable: assignableRoles(question) };
  });

/**
 * Changes a user's account type, which ends their sessions and API keys.
 * @throws {Refusal} `refused` when the caller may not assign it, `conflict` for the last administrator.
 */
export const updateUserRoles = (deps: Deps, call: ChangeCall, accountType: Role): Promise<AdminUserDetail> =>
  changePerson(deps, call, async ({ tx, person }) => {
    const enabled = person.regional_manager_enabled;
    const question = await roleQuestion(deps, tx, call.identity, { enabled, refusal: '' });
    const reason = refusalToGive(accountType, question);
    if (reason !== '') throw refuseField('account_type', reason);
    const before = accountTypeOf(person.roles);
    if (before === accountType) return;
    const roles = rolesOf(accountType);
    if (!roles.includes('admin')) await requireOtherAdmin(tx, person);
    await updateRoles(tx, person.id, roles);
    await revokePerson(tx, person.id, deps.now());
    await audit(tx, call, 'users.rolesChanged', { before, after: accountType });
  });
