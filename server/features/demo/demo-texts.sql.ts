import type { Tx } from '../../db/tx.ts';
import type { DemoAgency } from './demo-people.ts';
import { numberOf, teamOf } from './demo-dialers.ts';
import { type DemoConversation, demoTexts, type DemoText, type TextedContact } from './demo-texts.ts';

/** Conversations of the user that newcomers sign in as. */
const CONVERSATIONS = 40;

/** Conversations by text that newcomers find. */
export async function insertDemoTexts(tx: Tx, accountId: number, agency: DemoAgency, now: Date): Promise<void> {
  const [username = ''] = teamOf(agency);
  const [agent] = await tx.raw<{ id: number; first_name: string; agency: string }>(
    `select u.id, u.first_name, a.name as agency from users u join accounts a on a.id = u.account_id
     where u.account_id = $1 and u.username = $2`,
    [accountId, username],
  );
  const number = numberOf(agency, username);
  if (agent === undefined) return;
  const contacts = await findTexted(tx, accountId, agent.id);
  const made = demoTexts(contacts, { me: agent.first_name, agency: agent.agency, now });
  await insertConversations(tx, accountId, agent.id, made.conversations, now);
  await insertTexts(tx, { accountId, userId: agent.id, number }, made.texts);
  await tx.raw(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, created_at)
     select account_id, contact_id, 'text', 'withdrawn', 'any', 'Texted “STOP”.', 'text', opted_out_at, opted_out_at
     from conversations where account_id = $1 and opted_out_at is not null and contact_id is not null`,
    [accountId],
  );
  await tx.raw(
    `insert into number_consents (account_id, number, kind, evidence, given_at, created_at)
     select account_id, phone, 'withdrawn', 'Texted “STOP”.', opted_out_at, opted_out_at
     from conversations where account_id = $1 and opted_out_at is not null`,
    [accountId],
  );
}

/** Contacts with a phone of their own whom the agent may text, those touched last first. */
const findTexted = (tx: Tx, accountId: number, ownerId: number) =>
  tx.raw<TextedContact>(
    `select id, first_name, phone from contacts c
     where account_id = $1 and owner_id = $2 and phone is not null and first_name <> '' and deleted_at is null
       and not exists (select from contacts o where o.account_id = c.account_id and o.phone = c.phone and o.id <> c.id)
       and not exists (select from contact_consents k where k.contact_id = c.id and k.kind in ('withdrawn', 'do_not_call'))
     order by last_touch_at desc nulls last, id limit $3`,
    [accountId, ownerId, CONVERSATIONS - 1],
  );

const insertConversations = (
  tx: Tx,
  accountId: number,
  userId: number,
  conversations: readonly DemoConversation[],
  now: Date,
) =>
  tx.raw(
    `insert into conversations (account_id, contact_id, phone, user_id, owner_id, pool_id, unread, closed_at, opted_out_at,
       last_at, created_at)
     select $1, v.contact_id, v.phone, $2, coalesce(c.owner_id, $2), c.pool_id, v.unread, v.closed_at, v.opted_out_at, $4, $4
     from json_to_recordset($3) as v(contact_id bigint, phone text, unread int, closed_at timestamptz, opted_out_at timestamptz)
     left join contacts c on c.id = v.contact_id`,
    [accountId, userId, JSON.stringify(conversations), now],
  );

async function insertTexts(
  tx: Tx,
  { accountId, userId, number }: { readonly accountId: number; readonly userId: number; readonly number: string },
  texts: readonly DemoText[],
): Promise<void> {
  await tx.raw(
    `insert into text_messages (account_id, conversation_id, contact_id, direction, status, reason, error_code, held_until,
       body, from_number, to_number, segments, purpose, user_id, actor_id, automatic, asks, carrier, created_at, sent_at,
       delivered_at)
     select $1, v.id, t.contact_id, t.direction, t.status, t.reason, t.error_code, t.held_until, t.body,
       case t.direction when 'out' then $3 else t.phone end, case t.direction when 'out' then t.phone else $3 end,
       t.segments, 'service', w.id, w.id, t.automatic, t.asks, 'embedded', t.at,
       case when t.status = 'delivered' then t.at end, case when t.status = 'delivered' then t.at end
     from json_to_recordset($4) as t(contact_id bigint, phone text, direction text, status text, reason text, error_code int,
       held_until timestamptz, body text, segments int, asks text, automatic text, at timestamptz)
     join conversations v on v.account_id = $1 and v.phone = t.phone and v.contact_id is not distinct from t.contact_id
     left join users w on w.id = $2 and t.direction = 'out' and t.automatic is null
     order by t.at`,
    [accountId, userId, number, JSON.stringify(texts)],
  );
  await tx.raw(
    'select recount_conversation(v.id) from (select id from conversations where account_id = $1 order by id) v',
    [accountId],
  );
  await tx.raw(
    `update conversations v set review_text_id = t.id from text_messages t
     where t.account_id = $1 and t.conversation_id = v.id and t.asks = 'revocation'`,
    [accountId],
  );
}
