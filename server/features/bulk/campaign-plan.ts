import { sql } from 'kysely';
import type { BulkChange } from '#contract/bulk.contract.ts';
import { consentRules } from '#rules/compliance/contactability.ts';
import { dayStillRunning, utcDay } from '#rules/time/days.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { findRules } from '../compliance/may-be-reached.ts';
import { usableBy } from '../campaign-triggers/campaign-triggers.table.ts';
import { findTrigger, type TriggerRow } from '../sequences/trigger-versions.ts';
import { type BulkPlan, type ColumnPlan, NO_COLUMN, planOf } from './bulk-plan.sql.ts';

/** A trigger that the giver may choose for many contacts. `null`: off, not approved, not shown in bulk, or not theirs. */
export async function findBulkTrigger(tx: Tx, giver: Identity, id: number): Promise<TriggerRow | null> {
  for (const type of ['sms', 'email'] as const) {
    const { visibility } = usableBy(giver, type, 'bulk');
    const offered = (visibility.offered ?? visibility.seen)(giver);
    if ((await tx.one(sql`select from campaign_triggers r where r.id = ${id} and ${offered}`)) !== null)
      return findTrigger(tx, id);
  }
  return null;
}

/** The plan of any change: that of a campaign depends on its trigger and on the rules of consent. */
export async function planFor(tx: Tx, change: BulkChange, names: readonly string[], now: Date): Promise<BulkPlan> {
  if (change.action !== 'campaign') return planOf(change, names, now);
  const trigger = await findTrigger(tx, change.campaign_trigger_id);
  // One that is gone has ended all of its sequences: there is nothing to undo.
  const column = trigger === null ? NO_COLUMN : await campaignColumn(tx, trigger, now);
  return { ...column, optOuts: null, campaign: trigger?.id ?? null };
}

const SAID = {
  text: {
    stops: sql`e.kind = 'do_not_call' or e.kind = 'withdrawn' and e.channel in ('text', 'any')`,
    gives: sql`e.kind = 'given' and e.channel in ('text', 'any') and e.purpose in ('any', 'automated')`,
    address: sql`coalesce(nullif(c.phone, ''), '')`,
  },
  mail: {
    stops: sql`e.kind = 'withdrawn' and e.channel in ('mail', 'any')`,
    gives: sql`e.kind = 'given' and e.channel in ('mail', 'any') and e.purpose in ('any', 'automated')`,
    address: sql`coalesce(nullif(c.email, ''), '')`,
  },
} as const;

/**
 * Contacts that the first message would be refused to, as far as their own ledger tells; each step asks the whole function again at its
 * own minute.
 */
async function campaignColumn(tx: Tx, trigger: TriggerRow, now: Date): Promise<ColumnPlan> {
  const channel = trigger.trigger_type === 'sms' ? 'text' : 'mail';
  const { stops, gives, address } = SAID[channel];
  const asking = consentRules(await findRules(tx), { channel, purpose: 'automated' }, utcDay(now));
  const states = asking.map(({ jurisdiction }) => jurisdiction.slice(3));
  const needsConsent = asking.some(({ jurisdiction }) => jurisdiction === 'US')
    ? sql`true`
    : sql`upper(coalesce(c.state, '')) = any(${states}::text[])`;
  const ledger = sql`(select case
      when s.stop_at is not null and (s.given_at is null or s.given_at <= s.stop_at) then 'opted_out'
      when ${needsConsent} and s.given_at is null then 'no_consent' end
    from (select max(e.given_at) filter (where ${stops}) as stop_at,
        max(e.given_at) filter (where ${gives} and (e.expires_on is null or e.expires_on >= ${dayStillRunning(now)}::date)) as given_at
      from contact_consents e where e.contact_id = c.id and e.given_at <= ${now}::timestamptz
        and not exists (select from contact_consents x where x.retracts_id = e.id)) s)`;
  return {
    ...NO_COLUMN,
    isSo: sql`exists (select from sequence_enrollments q where q.contact_id = c.id and q.trigger_id = ${trigger.id}
      and q.status in ('waiting', 'held'))`,
    against: sql`case when c.deleted_at is not null then 'deleted' when ${address} = '' then 'no_address' else ${ledger} end`,
  };
}
