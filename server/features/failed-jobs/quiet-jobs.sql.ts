import type { WaitingSends } from '#contract/failed-jobs.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** Queued e-mail of the account with the state of its job. `active`: a worker has it. */
const QUEUED = `from contact_emails e join outgoing_messages m on m.id = e.message_id
  left join pgboss.job j on j.name = 'messages.send' and j.singleton_key = m.id::text and j.state <= 'active'
    and j.data ->> 'accountId' = m.account_id::text
  where e.status = 'queued'`;

export async function countSends(tx: Tx): Promise<WaitingSends> {
  const [row] = await tx.raw<WaitingSends>(
    `select count(*) filter (where j.state is distinct from 'active')::int as waiting,
       count(*) filter (where j.state = 'active')::int as leaving ${QUEUED}`,
  );
  return row ?? { waiting: 0, leaving: 0 };
}

/** Messages that no worker has, after one id, oldest first. */
export const findSends = (tx: Tx, after: number, limit: number) =>
  tx.raw<{ id: number; has_job: boolean }>(
    `select m.id, j.state is not null as has_job ${QUEUED} and j.state is distinct from 'active' and m.id > $1
     order by m.id limit $2`,
    [after, limit],
  );

/**
 * Takes the jobs of these messages out of the queue, which has no row-level security; returns the messages. One that a
 * worker takes at this moment is left to it.
 */
export async function takeJobs(tx: Tx, accountId: number, messageIds: readonly number[]): Promise<number[]> {
  const taken = await tx.raw<{ key: string }>(
    `with waiting as (
       select j.name, j.id from pgboss.job j
       where j.name = 'messages.send' and j.singleton_key = any($2) and j.state < 'active'
         and j.data ->> 'accountId' = $1::bigint::text
       order by j.id for update skip locked
     )
     delete from pgboss.job j using waiting where j.name = waiting.name and j.id = waiting.id
     returning j.singleton_key as key`,
    [accountId, messageIds.map(String)],
  );
  return taken.map(({ key }) => Number(key));
}

interface Stopped {
  readonly id: number;
  readonly owner_id: number;
}

/**
 * Removes messages, and says so at their e-mails; returns the contacts. An e-mail keeps the number of its message: a
 * worker that had it already says that it was sent after all.
 */
export async function stopMessages(
  tx: Tx,
  messageIds: readonly number[],
  { reason, at }: { reason: string; at: Date },
): Promise<Stopped[]> {
  await tx.raw(
    `delete from outgoing_messages where id in (
       select id from outgoing_messages where id = any($1) order by id for update
     )`,
    [messageIds],
  );
  return tx.raw<Stopped>(
    `update contact_emails e set status = 'failed', reason = $2, settled_at = $3
     from contacts c where e.message_id = any($1) and e.status = 'queued' and c.id = e.contact_id
     returning c.id, c.owner_id`,
    [messageIds, reason, at],
  );
}

export async function findUserName(tx: Tx, userId: number): Promise<string> {
  const [user] = await tx.raw<{ name: string }>(
    `select trim(first_name || ' ' || last_name) as name from users where id = $1`,
    [userId],
  );
  return user?.name ?? '';
}
