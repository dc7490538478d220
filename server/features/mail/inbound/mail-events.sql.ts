import { type Pool } from '../../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../../db/tx.ts';
import type { ReportKind } from './delivery-status.ts';

export async function findAccountOf(pool: Pool, emailId: number): Promise<number | null> {
  const rows = await outsideAccounts<{ account: number | null }>(pool, 'select find_account_of_email($1) as account', [
    emailId,
  ]);
  return rows[0]?.account ?? null;
}

export interface ReportedEmail {
  readonly id: number;
  readonly contact_id: number;
  readonly address: string;
  readonly direction: 'out' | 'in';
  readonly subject: string;
  readonly user_id: number;
  readonly actor_id: number;
}

/** `null`: erased or purged. */
export async function findEmail(tx: Tx, id: number): Promise<ReportedEmail | null> {
  const rows = await tx.raw<ReportedEmail>(
    'select id, contact_id, address, direction, subject, user_id, actor_id from contact_emails where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

export interface MailEvent {
  readonly emailId: number;
  readonly providerId: string;
  readonly recipient: string;
  readonly kind: ReportKind;
  readonly at: Date;
  readonly reason: string;
  readonly raw: string;
}

/** False: it is there already. */
export async function insertMailEvent(tx: Tx, event: MailEvent): Promise<boolean> {
  const rows = await tx.raw(
    `insert into mail_events (account_id, email_id, provider_id, recipient, kind, at, reason, raw)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7) on conflict (account_id, provider_id, recipient) do nothing
     returning id`,
    [event.emailId, event.providerId, event.recipient, event.kind, event.at, event.reason, event.raw],
  );
  return rows.length > 0;
}

/** Contacts of the account with an address, deleted ones as well. */
export async function findContactsWithEmail(tx: Tx, address: string): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>(
    'select id from contacts where account_id = app_account_id() and lower(email) = $1 order by id',
    [address],
  );
  return rows.map(({ id }) => id);
}

/** Soft bounces of an address since then. */
export async function countSoft(tx: Tx, recipient: string, since: Date): Promise<number> {
  const rows = await tx.raw<{ count: number }>(
    `select count(*)::int as count from mail_events
     where account_id = app_account_id() and recipient = $1 and kind = 'soft' and at > $2`,
    [recipient, since],
  );
  return rows[0]?.count ?? 0;
}

interface Changed {
  readonly id: number;
  readonly owner_id: number;
}

/**
 * Mail to the address of these contacts would bounce. A user who vouched for it since `unless` knows better.
 */
export const killAddress = (
  tx: Tx,
  ids: readonly number[],
  { address, check, at, unless }: { address: string; check: string; at: Date; unless: Date },
) =>
  tx.raw<Changed>(
    `update contacts set email_status = 'invalid', email_check = $3, email_checked_at = $4
     where id = any($1::bigint[]) and lower(email) = $2
       and not (email_status = 'forced' and email_checked_at > $5) returning id, owner_id`,
    [ids, address, check, at, unless],
  );

/** What became of an e-mail that had left. Returns its contact. */
export const noteReturned = (tx: Tx, emailId: number, { reason, at }: { reason: string; at: Date }) =>
  tx.raw<Changed>(
    `update contact_emails e set status = 'failed', reason = $2, settled_at = $3
     from contacts c where e.id = $1 and c.id = e.contact_id and e.status in ('sent', 'queued')
     returning c.id, c.owner_id`,
    [emailId, reason, at],
  );
