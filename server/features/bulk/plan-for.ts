import { type RawBuilder, sql } from 'kysely';
import type { JobChange } from '#contract/bulk.contract.ts';
import { consentRules } from '#rules/compliance/contactability.ts';
import { dayStillRunning, utcDay } from '#rules/time/days.ts';
import { stepsUnder } from '#rules/workflows/flow-steps.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { findRules } from '../compliance/may-be-reached.ts';
import { usableBy } from '../campaign-triggers/campaign-triggers.table.ts';
import { startMany, stopMany } from '../sequences/start-many.ts';
import { findTrigger, type TriggerRow } from '../sequences/trigger-versions.ts';
import { findMove, hasLeft, type MoveChange, moveMany, moveManyBack, staysIn } from '../workflows/move-many.ts';
import {
  findFlow,
  findVersion,
  startMany as startFlowMany,
  stopMany as stopFlowMany,
} from '../workflows/start-many.ts';
import { type BulkPlan, NO_COLUMN, planOf } from './bulk-plan.sql.ts';

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

/** The plan of any change: that of a campaign or workflow depends on its first message and on the rules of consent. */
export async function planFor(tx: Tx, change: JobChange, names: readonly string[], now: Date): Promise<BulkPlan> {
  if (change.action === 'campaign') return campaignPlan(tx, change.campaign_trigger_id, now);
  if (change.action === 'workflow') return workflowPlan(tx, change.workflow_id, now);
  return change.action === 'workflow_move' ? movePlan(tx, change) : planOf(change, names, now);
}

async function campaignPlan(tx: Tx, id: number, now: Date): Promise<BulkPlan> {
  const trigger = await findTrigger(tx, id);
  // One that is gone has ended all of its sequences: there is nothing to undo.
  if (trigger === null) return { ...NO_COLUMN, optOuts: null, effect: null };
  return {
    ...NO_COLUMN,
    isSo: sql`exists (select from sequence_enrollments q where q.contact_id = c.id and q.trigger_id = ${id}
      and q.status in ('waiting', 'held'))`,
    against: await againstMessage(tx, trigger.trigger_type === 'sms' ? 'text' : 'mail', now),
    optOuts: null,
    effect: {
      apply: (of, ids, { jobId, userId, at }) => startMany(of, { jobId, triggerId: id }, ids, { userId, at }),
      undo: (of, ids, { jobId }) => stopMany(of, { jobId, triggerId: id }, ids),
    },
  };
}

async function workflowPlan(tx: Tx, id: number, now: Date): Promise<BulkPlan> {
  const flow = await findFlow(tx, id);
  if (flow === null) return { ...NO_COLUMN, optOuts: null, effect: null };
  const first = flow.live_version_id === null ? null : await firstMessage(tx, flow.live_version_id);
  const notFor = sql`case when c.deleted_at is not null then 'deleted' when not (select flow_is_for(f, c.owner_id, u.business_unit_id)
    from wf_flows f, users u where f.id = ${id} and u.id = c.owner_id) then 'not_for_owner' end`;
  return {
    ...NO_COLUMN,
    isSo: sql`exists (select from wf_runs n where n.contact_id = c.id and n.flow_id = ${id}
      and n.status in ('ready', 'waiting', 'held'))`,
    against: first === null ? notFor : sql`coalesce(${notFor}, ${await againstMessage(tx, first, now)})`,
    optOuts: null,
    effect: {
      apply: (of, ids, start) => startFlowMany(of, flow, ids, start),
      undo: (of, ids, start) => stopFlowMany(of, id, ids, start),
    },
  };
}

async function movePlan(tx: Tx, change: MoveChange): Promise<BulkPlan> {
  const move = await findMove(tx, change);
  const { from, targets } = move;
  const stays = staysIn(
    from.id,
    targets.map(({ step }) => step),
  );
  return {
    ...NO_COLUMN,
    isSo: hasLeft(from.id),
    against: sql`case when c.deleted_at is not null then 'deleted' when ${stays} then 'step_gone' end`,
    optOuts: null,
    effect: {
      apply: (of, ids, by) => moveMany(of, move, ids, by),
      undo: (of, ids, by) => moveManyBack(of, move, ids, by),
    },
  };
}

/** The channel of a message with which a workflow begins, and without which it ends; `null`: it begins with none. */
async function firstMessage(tx: Tx, versionId: number): Promise<'text' | 'mail' | null> {
  const { definition } = await findVersion(tx, versionId);
  const [step] = stepsUnder(definition, '');
  if (step?.kind !== 'text' && step?.kind !== 'email') return null;
  return step.refused === 'skip' ? null : step.kind === 'text' ? 'text' : 'mail';
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
 * Reason against contacts that the first message would be refused to, as far as their own ledger tells; each step asks the whole function again at its
 * own minute.
 */
async function againstMessage(tx: Tx, channel: 'text' | 'mail', now: Date): Promise<RawBuilder<unknown>> {
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
  return sql`case when c.deleted_at is not null then 'deleted' when ${address} = '' then 'no_address' else ${ledger} end`;
}
