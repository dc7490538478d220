import { type RawBuilder, sql } from 'kysely';
import type { Audience, BroadcastChannel } from '#contract/broadcasts/broadcast.contract.ts';
import { RECIPIENT_REASONS } from '#contract/broadcasts/broadcast.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { type Picked, unorderedIds } from '../../bulk/selection.ts';
import { type Seen, seenIn } from '../../contacts/contact-visibility.sql.ts';

export interface Freezing {
  readonly broadcastId: number;
  readonly channel: BroadcastChannel;
  readonly picked: Picked;
  readonly seen: Seen;
  /** States whose rules ask for consent at present; `null`: all of them. */
  readonly consentStates: readonly string[] | null;
  readonly at: Date;
  /** Consent that ran out before this day is none. */
  readonly day: string;
}

/**
 * What contacts have said about a channel, the latest of each kind. The same as `lastWord` for the purpose `automated`,
 * which every narrower statement reaches; `tests/broadcasts/freeze.server.test.ts` compares them.
 */
const SAID: Readonly<Record<BroadcastChannel, { stops: RawBuilder<unknown>; gives: RawBuilder<unknown> }>> = {
  text: {
    stops: sql`(e.kind = 'do_not_call' or (e.kind = 'withdrawn' and e.channel in ('text', 'any')))`,
    gives: sql`(e.kind = 'given' and e.channel in ('text', 'any') and e.purpose in ('any', 'automated'))`,
  },
  mail: {
    stops: sql`(e.kind = 'withdrawn' and e.channel in ('mail', 'any'))`,
    gives: sql`(e.kind = 'given' and e.channel in ('mail', 'any') and e.purpose in ('any', 'automated'))`,
  },
};

const ADDRESS: Readonly<Record<BroadcastChannel, RawBuilder<unknown>>> = {
  text: sql`coalesce(nullif(c.phone, ''), nullif(c.phone_2, ''), '')`,
  mail: sql`coalesce(nullif(c.email, ''), '')`,
};

/** Every address of a contact: who has stopped with one of them has stopped for all who share it. */
const ADDRESSES: Readonly<Record<BroadcastChannel, RawBuilder<unknown>>> = {
  text: sql`(values (o.phone), (o.phone_2))`,
  mail: sql`(values (lower(o.email)), (lower(o.email_2)))`,
};

const NUMBERS = sql`union all
  select n.number, n.given_at, null from number_consents n where n.account_id = app_account_id() and n.kind = 'withdrawn' and n.given_at <= `;

/** Calls logged with "do not call" are statements as well. */
const LOGGED = sql`union all
  select a.contact_id, 'do_not_call', 'call', 'marketing', a.at, null from contact_activities a
  where a.type = 'do_not_call' and a.deleted_at is null`;

/**
 * Writes down who matches, in one statement: each contact once, with the first reason why it gets nothing. Returns the
 * subtraction. What only a person's own facts tell (hours, merge fields, erased people) is asked when it is sent.
 */
export async function freezeAudience(tx: Tx, freezing: Freezing): Promise<Omit<Audience, 'frozen_at'>> {
  const rows = await tx.all<{ reason: Audience['left_out'][number]['reason'] | null; contacts: number }>(
    sql<{ reason: Audience['left_out'][number]['reason'] | null; contacts: number }>`with written as (
        insert into broadcast_recipients (account_id, broadcast_id, position, contact_id, address, state, reason)
        ${judged(freezing)} returning reason)
      select reason, count(*)::int as contacts from written group by reason`,
  );
  const matched = rows.reduce((sum, { contacts }) => sum + contacts, 0);
  const leftOut = RECIPIENT_REASONS.flatMap((reason) => {
    const contacts = rows.find((row) => row.reason === reason)?.contacts ?? 0;
    return contacts === 0 ? [] : [{ reason, contacts }];
  });
  return { matched, left_out: leftOut, recipients: rows.find(({ reason }) => reason === null)?.contacts ?? 0 };
}

function judged({ broadcastId, channel, picked, seen, consentStates, at, day }: Freezing): RawBuilder<unknown> {
  const { stops, gives } = SAID[channel];
  const isText = channel === 'text';
  const needsConsent =
    consentStates === null
      ? sql`true`
      : consentStates.length === 0
        ? sql`false`
        : sql`upper(m.state) = any(${consentStates}::text[])`;
  // Ids are whatever the caller wrote; a scope holds visible contacts alone.
  const isSeen = 'ids' in picked ? seenIn(seen) : sql`true`;
  return sql`
    with entries as (
      select e.contact_id, e.kind, e.channel, e.purpose, e.given_at, e.expires_on from contact_consents e
      where e.account_id = app_account_id() and e.kind <> 'retracted'
        and not exists (select from contact_consents x where x.retracts_id = e.id)
      ${isText ? LOGGED : sql``}
    ), said as materialized (
      select e.contact_id,
        max(e.given_at) filter (where ${stops} and e.kind = 'withdrawn') as withdrawn_at,
        max(e.given_at) filter (where ${stops} and e.kind = 'do_not_call') as do_not_call_at,
        max(e.given_at) filter (where ${gives} and (e.expires_on is null or e.expires_on >= ${day}::date)) as given_at,
        max(e.given_at) filter (where ${gives} and e.expires_on < ${day}::date) as expired_at
      from entries e where e.given_at <= ${at} and (${stops} or ${gives}) group by e.contact_id
    ), stopped as materialized (
      select address, max(withdrawn_at) as withdrawn_at, max(do_not_call_at) as do_not_call_at from (
        select a.address, s.withdrawn_at, s.do_not_call_at
        from said s join contacts o on o.id = s.contact_id cross join lateral ${ADDRESSES[channel]} a(address)
        where a.address <> '' and greatest(s.withdrawn_at, s.do_not_call_at) >= coalesce(s.given_at, '-infinity')
        ${isText ? sql`${NUMBERS} ${at}` : sql``}
      ) each group by address
    ), lines as materialized (
      select distinct on (number) number, line_type from phone_verifications
      where account_id = app_account_id() and status = 'done' and ${isText ? sql`true` : sql`false`}
      order by number, verified_at desc, id desc
    ), matched as (
      select p.id, c.id is not null as seen, coalesce(c.deleted_at is not null, false) as deleted, c.died_on is not null as deceased,
        coalesce(${ADDRESS[channel]}, '') as address, coalesce(c.email_status, '') as email_status,
        coalesce(c.state, '') as state
      from (${unorderedIds(picked)}) p left join contacts c on c.id = p.id and ${isSeen}
    ), judged as (
      select m.id, m.address, case
          when not m.seen then 'not_seen'
          when m.deleted then 'deleted'
          when m.deceased then 'deceased'
          when m.address = '' then 'no_address'
          ${isText ? sql`` : sql`when m.email_status = 'invalid' then 'address_invalid'`}
          when l.line_type = 'landline' then 'landline'
          when l.line_type = 'invalid' then 'number_invalid'
          when w.stop_at is not null and (s.given_at is null or s.given_at <= w.stop_at) then
            case when w.do_not_call_at > coalesce(w.withdrawn_at, '-infinity') then 'do_not_call' else 'withdrawn' end
          when ${needsConsent} and s.given_at is null then
            case when s.expired_at is null then 'no_consent' else 'expired' end
        end as reason
      from matched m left join said s on s.contact_id = m.id
        left join lines l on l.number = m.address
        left join stopped t on t.address = ${isText ? sql`m.address` : sql`lower(m.address)`}
        cross join lateral (select greatest(s.withdrawn_at, t.withdrawn_at) as withdrawn_at,
          greatest(s.do_not_call_at, t.do_not_call_at) as do_not_call_at,
          greatest(s.withdrawn_at, t.withdrawn_at, s.do_not_call_at, t.do_not_call_at) as stop_at) w
    ), numbered as (
      select j.id, j.address, j.reason, row_number() over (order by j.id)::int as position,
        case when j.reason is null
          then row_number() over (partition by j.reason, lower(j.address) order by j.id) end as nth
      from judged j
    )
    select app_account_id(), ${broadcastId}::bigint, n.position, n.id, n.address,
      case when n.reason is null and n.nth = 1 then 'waiting' else 'left_out' end,
      case when n.reason is null and n.nth > 1 then 'duplicate' else n.reason end
    from numbered n`;
}

/** Removes an audience, to count it again. */
export const thawAudience = (tx: Tx, broadcastId: number) =>
  tx.change(sql`delete from broadcast_recipients where broadcast_id = ${broadcastId}`);
