import { countSegments } from '#rules/messages/segments.ts';
import type { Tx } from '../../db/tx.ts';
import type { DemoAgency } from './demo-people.ts';
import { numberOf, teamOf } from './demo-dialers.ts';

const DAY_MS = 86_400_000;

/** Broadcasts of the team. The paused one is a colleague's: it shows a banner to its sender until it ends. */
const BROADCASTS = [
  {
    sender: 0,
    name: 'AEP reminder, wave 1',
    status: 'done',
    body: 'Hi {{ first_name }}, Medicare open enrollment ends 12/07. Want me to check your plan? {{ my_name }}.',
    startsIn: -4,
  },
  {
    sender: 1,
    name: 'AEP reminder, wave 2',
    status: 'paused',
    body: 'Hi {{ first_name }}, two weeks left to change your Medicare plan. Shall we talk? {{ my_name }}.',
    startsIn: -1,
  },
  {
    sender: 0,
    name: 'Holiday office hours',
    status: 'scheduled',
    body: 'Hi {{ first_name }}, our office is closed from 12/24 to 01/01. Call me before with any question. {{ my_name }}.',
    startsIn: 10,
  },
] as const;

/** Contacts of each, in the order of their ids. */
const MATCHED = 160;
/** Of the paused one, those who got it before. */
const BEFORE_PAUSE = 9;

interface Insert {
  readonly accountId: number;
  readonly userId: number;
  readonly number: string;
  readonly now: Date;
}

/** A finished and a scheduled broadcast of the user that newcomers sign in as, and a paused one of the next on the team, if any. */
export async function insertDemoBroadcasts(tx: Tx, accountId: number, agency: DemoAgency, now: Date): Promise<void> {
  const team = teamOf(agency);
  for (const broadcast of BROADCASTS) {
    const username = team[broadcast.sender];
    const sender = username === undefined ? null : await findSender(tx, accountId, username);
    if (username === undefined || sender === null) continue;
    const insert = { accountId, userId: sender.id, number: numberOf(agency, username), now };
    const at = new Date(now.getTime() + broadcast.startsIn * DAY_MS);
    const id = await insertBroadcast(tx, insert, broadcast, at);
    await insertRecipients(tx, insert, id);
    const sent = broadcast.status === 'done' ? MATCHED : broadcast.status === 'paused' ? BEFORE_PAUSE : 0;
    const text = broadcast.body.replace('{{ my_name }}', sender.name);
    if (sent > 0) await insertSent(tx, insert, { id, at, body: `${text} Reply STOP to opt out.`, most: sent });
    await countBroadcast(tx, id);
  }
}

async function findSender(tx: Tx, accountId: number, username: string): Promise<{ id: number; name: string } | null> {
  const [user] = await tx.raw<{ id: number; name: string }>(
    `select id, trim(first_name || ' ' || last_name) as name from users where account_id = $1 and username = $2`,
    [accountId, username],
  );
  return user ?? null;
}

async function insertBroadcast(
  tx: Tx,
  { accountId, userId, now }: Insert,
  { name, status, body }: (typeof BROADCASTS)[number],
  at: Date,
): Promise<number> {
  const wrote = new Date(Math.min(at.getTime(), now.getTime()) - 3_600_000);
  const [row] = await tx.raw<{ id: number }>(
    `insert into broadcasts (account_id, user_id, actor_id, channel, name, status, selection, sentence, body, schedule,
       scheduled_at, starts_at, frozen_at, created_at, updated_at, started_at, finished_at)
     values ($1, $2, $2, 'text', $3, $4, '{"contacts_scope": {"search": [], "q": "", "order": "asc", "order_field": "last_name",
       "page": 1, "limit": 50, "contact_group": "mine", "all_downline": false, "pool_id": "mine", "downline_user_id": 1,
       "for_contact_group_all": false, "forgiving": false}}', 'Mine', $5,
       jsonb_build_object('kind', 'at', 'send_at', $6::text), $7, $8, $7, $7, $7,
       case when $4 <> 'scheduled' then $8::timestamptz end, case when $4 = 'done' then $8::timestamptz + interval '9 minutes' end)
     returning id`,
    [accountId, userId, name, status, body, at.toISOString(), wrote, at],
  );
  if (row === undefined) throw new Error('the new broadcast has no row');
  return row.id;
}

/** The first contacts of the agent: those who agreed and have a number of their own get it. */
const insertRecipients = (tx: Tx, { accountId, userId }: Insert, broadcastId: number) =>
  tx.raw(
    `insert into broadcast_recipients (account_id, broadcast_id, position, contact_id, address, state, reason)
     select $1, $3, row_number() over (order by c.id), c.id, coalesce(c.phone, ''),
       case when j.reason is null and j.nth = 1 then 'waiting' else 'left_out' end,
       case when j.reason is null and j.nth > 1 then 'duplicate' else j.reason end
     from (select m.*, row_number() over (partition by m.reason, m.phone order by m.id) as nth from (
       select c.id, c.phone, case when coalesce(c.phone, '') = '' then 'no_address'
           when s.do_not_call then 'do_not_call' when s.withdrawn then 'withdrawn'
           when s.given then null when s.expired then 'expired' else 'no_consent' end as reason
       from (select * from contacts where account_id = $1 and owner_id = $2 and deleted_at is null order by id limit $4) c
       cross join lateral (select
         coalesce(bool_or(k.kind = 'do_not_call'), false) as do_not_call,
         coalesce(bool_or(k.kind = 'withdrawn' and k.channel in ('text', 'any')), false) as withdrawn,
         coalesce(bool_or(k.kind = 'given' and k.channel in ('text', 'any') and (k.expires_on is null or k.expires_on > now())), false) as given,
         coalesce(bool_or(k.kind = 'given' and k.channel in ('text', 'any')), false) as expired
         from contact_consents k join contacts o on o.id = k.contact_id
         where o.account_id = $1 and (o.id = c.id or (o.phone = c.phone and k.kind <> 'given'))) s
     ) m) j join contacts c on c.id = j.id`,
    [accountId, userId, broadcastId, MATCHED],
  );

interface Sent {
  readonly id: number;
  readonly at: Date;
  readonly body: string;
  readonly most: number;
}

/** Texts of those who got it, in conversations of their own. Every ninth number takes none. */
async function insertSent(tx: Tx, { accountId, userId, number }: Insert, { id, at, body, most }: Sent): Promise<void> {
  await tx.raw(
    `insert into conversations (account_id, contact_id, phone, user_id, owner_id, pool_id, last_at, created_at)
     select c.account_id, c.id, r.address, c.owner_id, c.owner_id, c.pool_id, $3, $3
     from broadcast_recipients r join contacts c on c.id = r.contact_id
     where r.broadcast_id = $1 and r.state = 'waiting' and r.account_id = $2 on conflict do nothing`,
    [id, accountId, at],
  );
  await tx.raw(
    `with sent as (
       insert into text_messages (account_id, conversation_id, contact_id, direction, status, reason, error_code, body, from_number,
         to_number, segments, purpose, user_id, actor_id, carrier, broadcast_id, created_at, claimed_at, sent_at, delivered_at)
       select r.account_id, v.id, c.id, 'out', case when r.nth % 9 = 5 then 'failed' else 'delivered' end,
         case when r.nth % 9 = 5 then 'The number is out of service.' else '' end, case when r.nth % 9 = 5 then 30005 end,
         replace($4, '{{ first_name }}', c.first_name), $5, r.address, $6, 'automated', $7, $7, 'embedded', $1,
         $3::timestamptz + r.nth * interval '1 second', $3::timestamptz + r.nth * interval '1 second',
         case when r.nth % 9 <> 5 then $3::timestamptz + r.nth * interval '1 second' end,
         case when r.nth % 9 <> 5 then $3::timestamptz + r.nth * interval '2 seconds' end
       from (select *, row_number() over (order by position) as nth from broadcast_recipients
         where broadcast_id = $1 and state = 'waiting' order by position limit $8) r
       join contacts c on c.id = r.contact_id join conversations v on v.contact_id = c.id
       where r.account_id = $2 and c.first_name <> '' returning id, contact_id, status, segments, reason, sent_at
     )
     update broadcast_recipients r set state = sent.status, text_id = sent.id, segments = sent.segments, detail = sent.reason,
       at = coalesce(sent.sent_at, $3) from sent where r.broadcast_id = $1 and r.contact_id = sent.contact_id`,
    [id, accountId, at, body, number, countSegments(body).segments, userId, most],
  );
  await tx.raw(
    `update broadcast_recipients set state = 'held_back', reason = 'empty_field', field = 'First name', at = $2
     where broadcast_id = $1 and state = 'waiting' and $3`,
    [id, at, most === MATCHED],
  );
  await tx.raw(
    `select recount_conversation(v.id) from conversations v join text_messages t on t.conversation_id = v.id where t.broadcast_id = $1`,
    [id],
  );
}

/** The sums that the page shows. */
const countBroadcast = (tx: Tx, id: number) =>
  tx.raw(
    `update broadcasts b set matched = s.matched, recipients = s.recipients, left_out = s.left_out, progress = s.progress
     from (select count(*) as matched, count(*) filter (where state <> 'left_out') as recipients,
         (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'contacts', n) order by reason), '[]')
           from (select reason, count(*) as n from broadcast_recipients where broadcast_id = $1 and state = 'left_out'
             group by reason) left_out) as left_out,
         jsonb_build_object('waiting', count(*) filter (where state = 'waiting'), 'sending', 0, 'sent', 0,
           'delivered', count(*) filter (where state = 'delivered'), 'failed', count(*) filter (where state = 'failed'),
           'held_back', count(*) filter (where state = 'held_back'), 'stopped', 0, 'replied', 0, 'opted_out', 0,
           'segments', coalesce(sum(segments) filter (where state = 'delivered'), 0)) as progress
       from broadcast_recipients where broadcast_id = $1) s where b.id = $1`,
    [id],
  );
