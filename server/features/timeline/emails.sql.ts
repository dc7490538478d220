import type { ContactEmail } from '#contract/timeline/emails.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { FoundContact } from '../contacts/contacts.service.ts';

export interface FoundEmail extends Omit<ContactEmail, 'at' | 'user'> {
  readonly at: Date;
  readonly user_id: number;
  readonly user_name: string;
  /** `null`: the body is all there is. */
  readonly html: string | null;
  readonly campaign_file_id: number | null;
  /** Name of what it attaches; `null`: nothing. */
  readonly file_name: string | null;
}

const FIND = `select e.id, e.direction, e.address, e.cc, e.subject, e.body, e.html, e.status, e.reason, e.sender_verified, e.at, e.user_id,
    e.campaign_file_id, k.name as file_name,
    trim(u.first_name || ' ' || u.last_name) as user_name
  from contact_emails e join users u on u.id = e.user_id left join campaign_files k on k.id = e.campaign_file_id`;

/** Newest first. */
export const findEmails = (tx: Tx, contactId: number, { page, limit }: { page: number; limit: number }) =>
  tx.raw<FoundEmail>(`${FIND} where e.contact_id = $1 order by e.at desc, e.id desc limit $2 offset $3`, [
    contactId,
    limit,
    (page - 1) * limit,
  ]);

/** Locked. `null`: the contact has no such mail. */
export async function lockEmail(tx: Tx, contactId: number, id: number): Promise<FoundEmail | null> {
  const rows = await tx.raw<FoundEmail>(`${FIND} where e.contact_id = $1 and e.id = $2 for update of e`, [
    contactId,
    id,
  ]);
  return rows[0] ?? null;
}

export interface NewEmail extends Pick<ContactEmail, 'direction' | 'address' | 'cc' | 'subject' | 'body' | 'status'> {
  readonly contactId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly html: string | null;
  readonly messageId: number | null;
  /** The broadcast that it is part of; absent: none. */
  readonly broadcastId?: number;
  /** What it attaches; absent: nothing. */
  readonly campaignFileId?: number | null;
  readonly at: Date;
}

export async function insertEmail(tx: Tx, email: NewEmail): Promise<number> {
  const rows = await tx.raw<{ id: number }>(
    `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, cc, subject, body, html,
       status, message_id, at, broadcast_id, campaign_file_id)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    [
      email.contactId,
      email.userId,
      email.actorId,
      email.direction,
      email.address,
      email.cc,
      email.subject,
      email.body,
      email.html,
      email.status,
      email.messageId,
      email.at,
      email.broadcastId ?? null,
      email.campaignFileId ?? null,
    ],
  );
  if (rows[0] === undefined) throw new Error('the new mail has no row');
  return rows[0].id;
}

/** Sends it once more: to this address, waiting under this id. `null`: it has arrived already. */
export const requeueEmail = (tx: Tx, id: number, address: string, messageId: number | null) =>
  tx.raw(
    `update contact_emails set address = $2, message_id = $3::bigint, reason = '', settled_at = null,
       status = case when $3::bigint is null then 'sent' else 'queued' end where id = $1`,
    [id, address, messageId],
  );

type Reached = Pick<
  FoundContact,
  'id' | 'state' | 'city' | 'zip_code' | 'phone' | 'email' | 'email_status' | 'died_on'
>;

/** The recipient of an e-mail. `null`: deleted. */
export async function findReached(tx: Tx, emailId: number): Promise<Reached | null> {
  const rows = await tx.raw<Reached>(
    `select c.id, c.state, c.city, c.zip_code, c.phone, c.email, c.email_status, c.died_on
     from contact_emails e join contacts c on c.id = e.contact_id where e.id = $1 and c.deleted_at is null`,
    [emailId],
  );
  return rows[0] ?? null;
}

/** Recipient of a message that waits. `null`: not a logged e-mail. */
export async function findContactOf(tx: Tx, messageId: number): Promise<number | null> {
  const rows = await tx.prepared<{ contact_id: number }>(
    'select contact_id from contact_emails where message_id = $1',
    [messageId],
  );
  return rows[0]?.contact_id ?? null;
}

interface Settled {
  readonly id: number;
  readonly owner_id: number;
}

/**
 * Outcome of a waiting message. Returns its contact; `null`: not a logged e-mail. One that was stopped, and waits no
 * more, may have left anyway.
 */
export async function settleEmail(
  tx: Tx,
  messageId: number,
  { status, reason, at }: { status: ContactEmail['status']; reason: string; at: Date },
): Promise<Settled | null> {
  const rows = await tx.raw<Settled>(
    `update contact_emails e set status = $2, reason = $3,
       message_id = case when $2 = 'queued' then e.message_id end, settled_at = case when $2 <> 'queued' then $4::timestamptz end
     from contacts c where e.message_id = $1 and c.id = e.contact_id and ($2 <> 'queued' or e.status = 'queued')
     returning c.id, c.owner_id`,
    [messageId, status, reason, at],
  );
  return rows[0] ?? null;
}

/** The last mail of a contact under a subject, by its id on the wire; `null`: none. */
export async function findToAnswer(tx: Tx, contactId: number, subject: string): Promise<string | null> {
  const rows = await tx.raw<{ message_ref: string }>(
    `select message_ref from contact_emails
     where contact_id = $1 and direction = 'in' and message_ref like '<%'
       and regexp_replace(lower(subject), '^((re|aw|fwd?):\\s*)+', '') = regexp_replace(lower($2), '^((re|aw|fwd?):\\s*)+', '')
     order by at desc, id desc limit 1`,
    [contactId, subject],
  );
  return rows[0]?.message_ref ?? null;
}

/** Signature and reply address of a user's e-mail. */
export async function findSender(tx: Tx, userId: number): Promise<{ name: string; address: string }> {
  const rows = await tx.raw<{ name: string; address: string }>(
    `select trim(first_name || ' ' || last_name) as name, email as address from users where id = $1`,
    [userId],
  );
  return rows[0] ?? { name: '', address: '' };
}

/** Status of the contact's address. */
export const keepEmailCheck = (
  tx: Tx,
  contactId: number,
  { email_status, email_check }: { email_status: string; email_check: string },
  at: Date,
) =>
  tx.raw('update contacts set email_status = $2, email_check = $3, email_checked_at = $4 where id = $1', [
    contactId,
    email_status,
    email_check,
    at,
  ]);

export const toEmail = ({ at, user_id, user_name, ...row }: FoundEmail): ContactEmail => ({
  id: row.id,
  direction: row.direction,
  address: row.address,
  cc: row.cc,
  subject: row.subject,
  body: row.body,
  status: row.status,
  reason: row.reason,
  sender_verified: row.sender_verified ?? null,
  attachment: row.file_name,
  at: at.toISOString(),
  user: { id: user_id, name: user_name },
});
