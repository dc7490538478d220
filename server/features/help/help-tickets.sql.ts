import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';

/** The person at the keyboard. Empty for support of another agency: this one's mails don't name its people. */
export interface Asker {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  /** The user they are logged in as; empty: themselves. */
  readonly shown: string;
  readonly account: string;
}

export interface NewTicket {
  readonly subject: string;
  readonly message: string;
  readonly page: string;
  readonly app_version: string;
  readonly machines: string;
}

export async function findAsker(tx: Tx, { userId, actorId }: Identity): Promise<Asker> {
  const [row] = await tx.raw<Asker>(
    `select coalesce(trim(a.first_name || ' ' || a.last_name), '') as name, coalesce(a.username, '') as username, coalesce(a.email, '') as email,
       case when u.id = $1 then '' else trim(u.first_name || ' ' || u.last_name) end as shown, c.name as account
     from users u join accounts c on c.id = u.account_id
     left join users a on a.id = $1
     where u.id = $2`,
    [actorId, userId],
  );
  if (row === undefined) throw new Error('The person who asks for help was not found.');
  return row;
}

/** Answers the number of the ticket. */
export async function insertTicket(
  tx: Tx,
  { userId, actorId }: Identity,
  { subject, message, page, app_version: version, machines }: NewTicket,
  at: Date,
): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into help_tickets (account_id, user_id, actor_id, subject, message, page, app_version, machines, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [userId, actorId, subject, message, page, version, machines, at],
  );
  if (row === undefined) throw new Error("The ticket wasn't saved.");
  return row.id;
}
