import { randomBytes, randomUUID } from 'node:crypto';
import type { Body } from '#contract/endpoint.ts';
import type { createUser } from '#contract/users.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../audit.ts';
import type { Tx } from '../../db/tx.ts';
import { StartFault } from '../../start-fault.ts';
import { openPasswordLink } from '../passwords/password-links.ts';
import { hashPassword } from '../session/password.ts';
import { insertPerson } from './change-user.sql.ts';
import * as sql from './first-admin.sql.ts';

export interface FirstAdmin {
  /** Name of a new agency; unused for an existing administrator. */
  readonly agency: string;
  readonly brand: string;
  readonly user: Omit<Body<typeof createUser>['user'], 'account_type'>;
}

export interface OpenedAdmin {
  /** False: the administrator was there, and got another link. */
  readonly created: boolean;
  /** Token of a single-use link to choose a password: valid for days when created, else for minutes. */
  readonly token: string;
}

/**
 * Creates an agency with its first administrator: the only way in when no one can sign in. `tx` bypasses row-level
 * security. An existing administrator gets another link, in case the last password was lost.
 * @throws {StartFault} when the agency or the user name belongs to someone else.
 */
export async function openFirstAdmin(tx: Tx, wanted: FirstAdmin, at: Date): Promise<OpenedAdmin> {
  await sql.lockAgencies(tx);
  const found = await sql.findByUsername(tx, wanted.user.username);
  if (found !== null) return { created: false, token: await linkAgain(tx, found, wanted.user, at) };
  return { created: true, token: await create(tx, wanted, at) };
}

async function linkAgain(tx: Tx, found: sql.FoundPerson, user: FirstAdmin['user'], at: Date): Promise<string> {
  if (!found.is_admin || !found.active || found.email.toLowerCase() !== user.email.toLowerCase()) {
    throw new StartFault(`The user name ${user.username} is taken. Choose another one.`);
  }
  await sql.enterAccount(tx, found.account_id);
  await audit(tx, found.account_id, found.id, 'password.linked');
  return openPasswordLink(tx, { id: found.id, accountId: found.account_id }, 'again', at);
}

async function create(tx: Tx, { agency, brand, user }: FirstAdmin, at: Date): Promise<string> {
  if (await sql.hasAgency(tx, agency))
    throw new StartFault(`An agency named ${agency} already exists. Its administrators can add users.`);
  const domain = user.email.slice(user.email.indexOf('@') + 1);
  const { accountId, unitId } = await sql.insertAgency(tx, { name: cleanLine(agency), domain, brand });
  const id = await insertPerson(tx, {
    username: user.username,
    first_name: cleanLine(user.first_name),
    last_name: cleanLine(user.last_name),
    email: cleanLine(user.email),
    roles: rolesOf('admin'),
    business_unit_id: unitId,
    manager_id: null,
    timezone: user.timezone ?? 'est',
    // A password that no one knows: the link is the only way in.
    passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
  });
  if (id === null) throw new StartFault(`The user name ${user.username} is taken. Choose another one.`);
  await audit(tx, accountId, id, 'account.opened');
  return openPasswordLink(tx, { id, accountId }, 'welcome', at);
}

const audit = (tx: Tx, accountId: number, userId: number, action: string) =>
  writeAudit(tx, { accountId, actorId: userId, userId }, `operator-${randomUUID()}`, {
    action,
    subjectType: 'user',
    subjectId: userId,
    detail: { reason: "by an operator, with the server's own command" },
  });
