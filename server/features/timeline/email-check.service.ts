import type { Contact } from '#contract/contacts.contract.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import type { MailServers, MailTaking } from '../../adapters/mail/mail-servers.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import {
  type Caller,
  type FoundContact,
  requireContact,
  requireLiveContact,
  toContact,
} from '../contacts/contacts.service.ts';
import { findSender, keepEmailCheck } from './emails.sql.ts';

type Finding = Pick<Contact, 'email_status' | 'email_check'>;

/**
 * Checks the form of the address and looks up the mail servers of its domain, outside of any transaction.
 * @throws {Refusal} `not_found`, `conflict` when the contact is deleted or has another address by then.
 */
export async function validateEmail(
  deps: Deps,
  caller: Caller,
  contactId: number,
  servers: MailServers,
): Promise<Contact> {
  const { identity } = caller;
  // A lock would count as an effect of the request, though nothing is written yet.
  const email = await withAccount(deps.pool, identity, async (tx) =>
    requireEmail(await requireLiveContact(tx, identity, contactId, false)),
  );
  const finding = await check(email, servers);
  return keep(deps, caller, contactId, 'contact.emailChecked', (_tx, contact) => {
    if (contact.email !== email) throw new Refusal('conflict', 'The address was changed. Check the new one.');
    return finding;
  });
}

/** Vouches for the address. @throws {Refusal} `not_found`, `conflict` when the contact is deleted or has no address. */
export function forceVerifyEmail(deps: Deps, caller: Caller, contactId: number): Promise<Contact> {
  return keep(deps, caller, contactId, 'contact.emailVouched', async (tx, contact) => {
    requireEmail(contact);
    const { name } = await findSender(tx, caller.identity.userId);
    return { email_status: 'forced', email_check: `Marked valid by ${name}.` };
  });
}

function requireEmail({ email }: FoundContact): string {
  if (email === null || email === '') throw new Refusal('conflict', 'This contact has no e-mail address.');
  return email;
}

async function check(email: string, servers: MailServers): Promise<Finding> {
  if (!isEmailAddress(email)) return { email_status: 'invalid', email_check: "This isn't a valid e-mail address." };
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return FINDINGS[await servers.ask(domain)](domain);
}

const FINDINGS: Readonly<Record<MailTaking, (domain: string) => Finding>> = {
  takes: (domain) => ({ email_status: 'valid', email_check: `${domain} accepts e-mail.` }),
  none: (domain) => ({ email_status: 'invalid', email_check: `${domain} doesn't accept e-mail.` }),
  nowhere: (domain) => ({ email_status: 'invalid', email_check: `${domain} has no mail server.` }),
  noDomain: (domain) => ({ email_status: 'invalid', email_check: `${domain} doesn't exist.` }),
  unanswered: (domain) => ({
    email_status: 'unknown',
    email_check: `Couldn't look up ${domain}. Try again later.`,
  }),
};

/** Stores the status of the address with the contact, with audit and event; that is no new version of it. */
function keep(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  action: string,
  find: (tx: Tx, contact: FoundContact) => Finding | Promise<Finding>,
): Promise<Contact> {
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const { email_status, email_check } = await find(tx, contact);
    await keepEmailCheck(tx, contactId, { email_status, email_check }, deps.now());
    const detail = { email_status };
    await writeAudit(tx, identity, requestId, { action, subjectType: 'contact', subjectId: contactId, detail });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    return toContact(await requireContact(tx, identity, contactId));
  });
}
