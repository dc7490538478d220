import { brandOf } from '#brands/brand.ts';
import type { AdminUserDetail } from '#contract/users.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type Identity, requireProof } from '../../identity.ts';
import { hasSubscription } from '../max-plus/max-plus-facts.ts';
import { tellMaxPlus } from '../max-plus/tell-max-plus.ts';
import { distrustMail } from '../passwords/passwords.service.ts';
import { mailsOfEmailChange } from '../profile/profile-mail.ts';
import { revokePerson } from '../session/revoke-person.ts';
import * as sql from './change-user.sql.ts';
import { type Caller, callerOf, requirePerson } from './people-visibility.ts';
import { detailOf } from './read-user.service.ts';
import {
  type Changes,
  differing,
  readNetworks,
  readWanted,
  requireOwnFields,
  touchesProofs,
  type Wanted,
} from './user-changes.ts';
import { tellUsers } from './tell-users.ts';
import { circle, requireManager, requireUnit } from './user-places.ts';
import { decidesForAccount, FOR_ADMINISTRATORS, requireChangeable } from './user-rights.ts';

export interface ChangeCall {
  readonly identity: Identity;
  readonly requestId: string;
  readonly params: { readonly id: number };
}

/** A user being changed: locked until the transaction ends. */
export interface Change {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly person: sql.LockedPerson;
}

/** PostgreSQL's code of a refused check: the tree's trigger refuses circles. */
const CHECK_VIOLATION = '23514';

/**
 * Changes a user whom the caller may change, and returns the result.
 * @throws {Refusal} `not_found`, `access_denied` with the reason.
 */
export async function changePerson(
  deps: Deps,
  { identity, params: { id } }: ChangeCall,
  work: (change: Change) => Promise<void>,
): Promise<AdminUserDetail> {
  try {
    return await withAccount(deps.pool, identity, async (tx) => {
      const caller = await callerOf(tx, identity);
      const seen = await requirePerson(tx, caller, id);
      const person = await sql.lockPerson(tx, id);
      // Users of an assigned account are visible, and read-only from here.
      requireChangeable(identity, person ?? seen);
      if (person === null) throw new Refusal('not_found', 'User not found.');
      await work({ tx, caller, person });
      await tellUsers(tx, person.account_id, id);
      return detailOf(deps, tx, caller, await requirePerson(tx, caller, id));
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === CHECK_VIOLATION) throw circle();
    throw error;
  }
}

/** Changes fields, and `active` where the call has it. */
export const updateUser = (
  deps: Deps,
  call: ChangeCall,
  { active, ...wanted }: Wanted & { active?: boolean | undefined },
) =>
  changePerson(deps, call, async (change) => {
    requireOwnFields(call.identity, wanted);
    const fields = await changeFields(deps, change, wanted);
    const networks = await changeNetworks(deps, change, wanted);
    const changes = { ...fields, ...networks };
    if (Object.keys(changes).length > 0) {
      await audit(change.tx, call, 'users.changed', { changes });
    }
    if (active === true) await activate(change, call);
    if (active === false) await deactivate(deps, change, call);
  });

async function changeFields(deps: Deps, { tx, caller, person }: Change, wanted: Wanted): Promise<Changes> {
  const at = deps.now();
  const changed = differing(person, readWanted(wanted));
  if (touchesProofs(changed)) requireProof(caller.identity, at);
  if (changed.business_unit_id !== undefined) await requireUnit(tx, caller, changed.business_unit_id);
  if (changed.manager_id !== undefined) {
    await sql.lockOrder(tx);
    await requireManager(tx, caller, person, changed.manager_id);
  }
  if (changed.max_plus_plan !== undefined && (await hasSubscription(tx, person.id))) {
    throw refuseField('user.max_plus_plan', 'Max Plus is paid for. Cancel that subscription first.');
  }
  await sql.updateFields(tx, person.id, changed);
  if (changed.max_plus_plan !== undefined) {
    await tellMaxPlus(tx, { accountId: person.account_id, payerId: null }, [person.id]);
  }
  if (changed.email !== undefined) await moveMail(deps, { tx, person }, changed.email, at);
  const entries = Object.entries(changed) as [sql.PersonField, unknown][];
  return Object.fromEntries(entries.map(([field, after]) => [field, [person[field], after]]));
}

/** Notifies both addresses, and voids links e-mailed to the old one. */
async function moveMail(
  { config, mailer }: Deps,
  { tx, person }: Pick<Change, 'tx' | 'person'>,
  after: string,
  at: Date,
): Promise<void> {
  const { username, email: before, account_id: accountId } = person;
  const mails = mailsOfEmailChange({ username, brandName: brandOf(config.brand).name, before, after });
  for (const mail of mails) await mailer.send(tx, accountId, mail);
  await distrustMail(tx, person.id, at);
}

/** Replacing a list can open it to everyone as well as emptying it, so both require recent re-authentication. */
async function changeNetworks(
  { now }: Pick<Deps, 'now'>,
  { tx, caller, person }: Change,
  { auth_ips: wanted }: Wanted,
): Promise<Changes> {
  if (wanted === undefined) return {};
  const words = async () => (await sql.findNetworks(tx, person.id)).map(({ network }) => network).join(', ');
  const before = await words();
  await sql.replaceNetworks(tx, person.id, readNetworks(wanted));
  const after = await words();
  if (before === after) return {};
  if (before !== '') requireProof(caller.identity, now());
  return { auth_ips: [before, after] };
}

export const deactivateUser = (deps: Deps, call: ChangeCall) =>
  changePerson(deps, call, (change) => deactivate(deps, change, call));

async function deactivate(deps: Deps, { tx, caller, person }: Change, call: ChangeCall): Promise<void> {
  if (!person.active) return;
  requireProof(caller.identity, deps.now());
  await requireOtherAdmin(tx, person);
  await sql.updateActive(tx, person.id, false);
  await revokePerson(tx, person.id, deps.now());
  await audit(tx, call, 'users.deactivated');
}

async function activate({ tx, person }: Change, call: ChangeCall): Promise<void> {
  if (person.active) return;
  await sql.updateActive(tx, person.id, true);
  await audit(tx, call, 'users.activated');
}

/** @throws {Refusal} `conflict` when the account would be left without an active admin. */
export async function requireOtherAdmin(tx: Tx, { id, roles, active }: sql.LockedPerson): Promise<void> {
  if (!active || !roles.includes('admin')) return;
  await sql.lockOrder(tx);
  if (await sql.hasOtherAdmin(tx, id)) return;
  throw new Refusal('conflict', "This is the account's last administrator. Make another user an administrator first.");
}

/** @throws {Refusal} `access_denied` for users who do not decide for the account. */
export const setPaidMembership = (deps: Deps, call: ChangeCall, paid: boolean) =>
  changePerson(deps, call, async ({ tx, person }) => {
    if (!decidesForAccount(call.identity)) throw new Refusal('access_denied', FOR_ADMINISTRATORS);
    if (person.paid_user === paid) return;
    await sql.updatePaid(tx, person.id, paid);
    await audit(tx, call, 'users.membershipChanged', { changes: { paid_membership: [person.paid_user, paid] } });
  });

export const audit = (
  tx: Tx,
  { identity, requestId, params: { id } }: ChangeCall,
  action: string,
  detail: Readonly<Record<string, unknown>> = {},
) => writeAudit(tx, identity, requestId, { action, subjectType: 'user', subjectId: id, detail });
