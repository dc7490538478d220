import { brandOf } from '#brands/brand.ts';
import type { createHelp } from '#contract/help.contract.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import type { Mail } from '../../adapters/mail/mail.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../resource/table.ts';
import { settingIn } from '../settings/current-settings.ts';
import { type Asker, findAsker, insertTicket, type NewTicket } from './help-tickets.sql.ts';

/** Stores a ticket and mails it to the support of the account, in one transaction. */
export const askForHelp = (
  deps: Pick<Deps, 'pool' | 'mailer' | 'config' | 'now'>,
  { identity, requestId }: Caller,
  body: Body<typeof createHelp>,
): Promise<Reply<typeof createHelp>['data']> =>
  withAccount(deps.pool, identity, async (tx) => {
    const ticket = { ...body, subject: cleanLine(body.subject), message: cleanText(body.message) };
    const asker = await findAsker(tx, identity);
    const id = await insertTicket(tx, identity, ticket, deps.now());
    const to = String(await settingIn(deps, tx, 'support_email'));
    await deps.mailer.send(tx, identity.accountId, ticketMail(deps, id, ticket, { ...asker, to }));
    await writeAudit(tx, identity, requestId, { action: 'help.asked', subjectType: 'help_ticket', subjectId: id });
    return { id, reply_to: asker.email };
  });

/** Answers go to the person who wrote it. */
export function ticketMail(
  { config }: Pick<Deps, 'config'>,
  id: number,
  ticket: NewTicket,
  asker: Asker & { to: string },
): Mail {
  const brand = brandOf(config.brand);
  const { subject, message, page, app_version: version, machines } = ticket;
  const facts = [
    ['From', asker.username === '' ? '' : `${asker.name} (${asker.username})`],
    ['Logged in as', asker.shown],
    ['Agency', asker.account],
    ['Page', page],
    ['Version', version],
  ].flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value}`]));
  return {
    to: asker.to,
    subject: `${brand.name}: help request #${id}: ${subject}`,
    text: [message, facts.join('\n'), machines].filter(Boolean).join('\n\n').concat('\n'),
    ...(asker.email !== '' && { replyTo: { name: asker.name, address: asker.email } }),
  };
}
