import { randomBytes } from 'node:crypto';
import type { Body } from '#contract/endpoint.ts';
import type { AdminUserDetail, createUser as CreateUser } from '#contract/users.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { mailPasswordLink } from '../passwords/password-links.ts';
import { hashPassword } from '../session/password.ts';
import { insertPerson } from './change-user.sql.ts';
import { type Caller, callerOf, requirePerson } from './people-visibility.ts';
import { detailOf } from './read-user.service.ts';
import { LEADING_ROLES } from './user-people.service.ts';
import { tellUsers } from './tell-users.ts';
import { requireManager, requireUnit } from './user-places.ts';
import { roleQuestion } from './user-roles.service.ts';
import { refusalToGive } from './user-roles.ts';

type NewUser = Body<typeof CreateUser>['user'];

interface CreateCall {
  readonly identity: Identity;
  readonly requestId: string;
  /** Public address of the app for the link in the e-mail. */
  readonly origin: string;
}

/**
 * Adds a user below the caller, who gets an e-mail with a link to choose a password.
 * @throws {Refusal} `refused` by field.
 */
export async function createUser(deps: Deps, call: CreateCall, wanted: NewUser): Promise<AdminUserDetail> {
  const { identity, requestId } = call;
  // A password that no one knows: the link is the only way in.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  return withAccount(deps.pool, identity, async (tx) => {
    const caller = await callerOf(tx, identity);
    const roles = rolesOf(wanted.account_type);
    const question = await roleQuestion(deps, tx, identity, { enabled: false, refusal: '' });
    const reason = refusalToGive(wanted.account_type, question);
    if (reason !== '') throw refuseField('user.account_type', reason);
    const place = await placeOf(tx, caller, wanted);
    const person = {
      username: wanted.username,
      email: cleanLine(wanted.email),
      first_name: cleanLine(wanted.first_name),
      last_name: cleanLine(wanted.last_name),
    };
    const timezone = wanted.timezone ?? 'est';
    const id = await insertPerson(tx, { ...person, ...place, roles, timezone, passwordHash });
    if (id === null) throw refuseField('user.username', 'This username is taken.');
    await writeAudit(tx, identity, requestId, {
      action: 'users.created',
      subjectType: 'user',
      subjectId: id,
      detail: { account_type: wanted.account_type },
    });
    await tellUsers(tx, identity.accountId, id);
    await mailPasswordLink(deps, tx, { id, accountId: identity.accountId, ...person }, 'welcome', call.origin);
    return detailOf(deps, tx, caller, await requirePerson(tx, caller, id));
  });
}

/** Unit and manager: as requested, otherwise the caller's own unit and the caller. */
async function placeOf(tx: Tx, caller: Caller, wanted: NewUser) {
  const { userId, businessUnitId, roles } = caller.identity;
  const unit = wanted.business_unit_id ?? businessUnitId;
  await requireUnit(tx, caller, unit);
  const leads = LEADING_ROLES.some((role) => roles.includes(role));
  const manager = wanted.manager_id === undefined && leads ? userId : (wanted.manager_id ?? null);
  await requireManager(tx, caller, { id: null, roles: rolesOf(wanted.account_type) }, manager);
  return { business_unit_id: unit, manager_id: manager };
}
