import type { sendTestEmail, sendTestSms } from '#contract/broadcasts.contract.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { attachmentOf, findCampaignFile } from '../../campaign-triggers/campaign-files.ts';
import { readPhone } from '../../contacts/contact-phone.ts';
import type { Caller } from '../../contacts/contacts.service.ts';
import { seenBy } from '../../contacts/contact-visibility.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import { lockFor } from '../broadcasts.service.ts';
import { type Merged, requireContent } from './content.ts';
import { findNeighbors, findSample } from '../audience/recipients.sql.ts';
import { mergeFor } from '../audience/recipients.service.ts';

type Asked = Body<typeof sendTestSms>;

/** A draft as one recipient gets it. @throws {Refusal} `refused` by field, `conflict` without recipients. */
async function sample(deps: Deps, tx: Tx, identity: Identity, row: BroadcastRow, asked: Asked): Promise<Merged> {
  requireContent(row);
  const { position } = await findNeighbors(tx, row.id, asked.position ?? null);
  const seen = await seenBy(tx, identity);
  const [found] = position === null ? [] : await findSample(tx, row.id, { seen, limit: 1, position });
  if (found === undefined) throw new Refusal('conflict', 'No one would get this broadcast.');
  return mergeFor(tx, row, found.contact, deps.now());
}

async function requireDraft(tx: Tx, identity: Identity, asked: Asked, channel: BroadcastRow['channel']) {
  const row = await lockFor(tx, identity, asked.broadcast_id, 'edit');
  if (row.channel !== channel) throw refuseField('broadcast_id', 'This broadcast is of the other kind.');
  return row;
}

const note = (tx: Tx, { identity, requestId }: Caller, { id, channel }: BroadcastRow) =>
  writeAudit(tx, identity, requestId, {
    action: 'broadcast.tested',
    subjectType: 'broadcast',
    subjectId: id,
    detail: { channel },
  });

interface Own {
  readonly phone: string;
  readonly email: string;
}

async function findOwn(tx: Tx, { userId }: Identity): Promise<Own> {
  const [own] = await tx.raw<Own>('select phone, email from users where id = $1', [userId]);
  return own ?? { phone: '', email: '' };
}

/** @throws {Refusal} `conflict` without a phone number in the profile; `refused`, `not_found`. */
export function testSms(deps: Deps, caller: Caller, asked: Asked): Promise<Reply<typeof sendTestSms>> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await requireDraft(tx, identity, asked, 'text');
    const to = readPhone((await findOwn(tx, identity)).phone);
    if (to === null) throw new Refusal('conflict', 'Add your mobile number to your profile to get a test.');
    const { text, segments } = await sample(deps, tx, identity, row, asked);
    await deps.texter.send(tx, identity.accountId, { to, body: text });
    await note(tx, caller, row);
    return { data: { to, segments: segments?.segments ?? 0 } };
  });
}

/** @throws {Refusal} `conflict` without an e-mail address in the profile; `refused`, `not_found`. */
export function testEmail(
  deps: Deps,
  caller: Caller,
  asked: Body<typeof sendTestEmail>,
): Promise<Reply<typeof sendTestEmail>> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await requireDraft(tx, identity, asked, 'mail');
    const { email: to } = await findOwn(tx, identity);
    if (!isEmailAddress(to)) throw new Refusal('conflict', 'Add your e-mail address to your profile to get a test.');
    const file = row.campaign_file_id === null ? null : await findCampaignFile(tx, row.campaign_file_id);
    const { subject, text, html } = await sample(deps, tx, identity, row, asked);
    await deps.mailer.send(tx, identity.accountId, {
      to,
      subject: `Test: ${subject}`,
      text,
      ...(html !== null && { html }),
      ...(file !== null && { attachment: attachmentOf(file) }),
    });
    await note(tx, caller, row);
    return { data: { to } };
  });
}
