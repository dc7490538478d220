import { sql } from 'kysely';
import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import type { FlowTrigger } from '#contract/workflows/definition.contract.ts';
import { DRY_RUN_DAYS, MAX_DRY_RUN } from '#contract/workflows/dry-runs.contract.ts';
import { zoneOf } from '#rules/sequences/sequence.ts';
import { scheduledDays } from '#rules/workflows/flow-schedule.ts';
import { isDated } from '#rules/workflows/audience-words.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Sql } from '../../../resource/table.ts';
import { type Seen, seenIn } from '../../contacts/contact-visibility.sql.ts';
import { type ContactDay, findOccasions } from '../../sequences/enroll-dated.ts';
import { findReached } from '../../sequences/reached-contact.ts';
import { filterScope } from '../answers.ts';
import { findAudience } from '../runs.sql.ts';

const DAY_MS = 24 * 3_600_000;
/** Contacts of a schedule read together. Ours. */
const PAGE_ROWS = 2_000;

interface Audience {
  readonly dryRunId: number;
  readonly flowId: number;
  /** Author of the workflow. */
  readonly userId: number;
  /** `null`: the workflow is for the whole account. */
  readonly unit: number | null;
  readonly trigger: FlowTrigger;
  /** Contacts that the user may see. */
  readonly seen: Seen;
  readonly now: Date;
}

/** Writes down whom the trigger would take, each once. Answers how many; one more than are allowed where there are too many. */
export function freeze(tx: Tx, audience: Audience): Promise<number> {
  const { kind } = audience.trigger;
  if (kind === 'schedule') return freezeScheduled(tx, audience);
  return isDated(kind) ? freezeDated(tx, audience) : freezeMatching(tx, audience);
}

/** Contacts `c` that the workflow is for, that the user sees, and that aren't in it. */
const eligible = ({ flowId, seen }: Audience) => sql`contacts c join users u on u.id = c.owner_id
  join wf_flows f on f.id = ${flowId} and flow_is_for(f, c.owner_id, u.business_unit_id)
  where c.deleted_at is null and ${seenIn(seen)} and not exists (select from wf_runs r
    where r.flow_id = f.id and r.contact_id = c.id and r.status in ('ready', 'waiting', 'held'))`;

function freezeMatching(tx: Tx, audience: Audience): Promise<number> {
  const { dryRunId, trigger, now } = audience;
  const since = new Date(now.getTime() - DRY_RUN_DAYS * DAY_MS);
  return tx.change(sql`insert into wf_dry_run_contacts (account_id, dry_run_id, contact_id, begins_at)
    select app_account_id(), ${dryRunId}, c.id, ${now} from ${eligible(audience)} and ${takes(trigger, since)}
    order by c.id limit ${MAX_DRY_RUN + 1}`);
}

/** Condition on a contact `c`: the trigger has something to say about it, or had since. */
function takes({ kind, ids, imported }: FlowTrigger, since: Date): Sql {
  const all = ids.length === 0;
  switch (kind) {
    case 'contact_added':
      return sql`c.created_at >= ${since} and (c.import_id is null or ${imported})`;
    case 'status_changed':
      return all ? sql`c.status_id is not null` : sql`c.status_id = any(${ids}::bigint[])`;
    case 'tag_added':
      return all ? sql`c.tag_ids <> '{}'` : sql`c.tag_ids && ${ids}::bigint[]`;
    case 'reply':
      return sql`exists (select from text_messages t where t.contact_id = c.id and t.direction = 'in' and t.created_at >= ${since}
        and t.asks is distinct from 'opt_out')`;
    case 'missed_call':
      return sql`exists (select from calls k where k.contact_id = c.id and k.direction = 'inbound' and k.created_at >= ${since}
        and k.outcome in ('no_answer', 'busy', 'cancelled', 'unavailable'))`;
    case 'request':
      return sql`(exists (select from webpage_leads l where l.contact_id = c.id and l.received_at >= ${since})
        or exists (select from vendor_leads l where l.contact_id = c.id and l.received_at >= ${since}))`;
    case 'soa_completed':
      return sql`exists (select from soa_requests s where s.contact_id = c.id and s.completed_at >= ${since})`;
    case 'policy_active':
      return sql`exists (select from policies p where p.contact_id = c.id and p.status = 'active' and p.deleted_at is null)`;
    default:
      return sql`true`;
  }
}

/** Those whom the filters find now, beginning at the next time of the schedule at their places. */
async function freezeScheduled(tx: Tx, audience: Audience): Promise<number> {
  const { flowId, userId, now, trigger } = audience;
  const { schedule } = trigger;
  if (schedule === undefined) return 0;
  const scope = await filterScope(tx, schedule.filters, userId, now);
  const week = now.getTime() + 8 * DAY_MS;
  const nextIn = new Map<string, number | null>();
  const nextAt = (zone: string): number | null => {
    const known = nextIn.get(zone);
    if (known !== undefined) return known;
    const next = scheduledDays(schedule, zone, now.getTime(), week)[0]?.at ?? null;
    nextIn.set(zone, next);
    return next;
  };
  let frozen = 0;
  let after = 0;
  for (;;) {
    const ids = await findAudience(tx, flowId, scope, { after, most: PAGE_ROWS });
    const begins = [...(await findReached(tx, ids)).values()].flatMap((contact) => {
      const at = nextAt(zoneOf(contact, contact.zone));
      return at === null ? [] : [{ id: contact.id, at: new Date(at) }];
    });
    frozen += await insertThose(tx, audience, begins);
    after = ids.at(-1) ?? 0;
    if (ids.length < PAGE_ROWS || frozen > MAX_DRY_RUN) return frozen;
  }
}

const insertThose = (
  tx: Tx,
  audience: Audience,
  begins: readonly { readonly id: number; readonly at: Date }[],
): Promise<number> =>
  tx.change(sql`insert into wf_dry_run_contacts (account_id, dry_run_id, contact_id, begins_at)
    select app_account_id(), ${audience.dryRunId}, c.id, come.at
    from unnest(${begins.map(({ id }) => id)}::bigint[], ${begins.map(({ at }) => at)}::timestamptz[]) come(id, at), lateral (
      select c.id from ${eligible(audience)} and c.id = come.id) c
    order by come.at on conflict do nothing`);

/** Those whose day comes in the next days, beginning then. */
async function freezeDated(tx: Tx, audience: Audience): Promise<number> {
  const { trigger, unit, now } = audience;
  const source = {
    trigger: trigger.kind as CampaignTrigger['trigger'],
    business_unit_id: unit,
    inactive_days: trigger.days,
  };
  const within = { after: now.getTime(), until: now.getTime() + DRY_RUN_DAYS * DAY_MS };
  let after: ContactDay | null = null;
  let frozen = 0;
  do {
    const { occasions, next } = await findOccasions(tx, source, within, after);
    const begins = occasions.map(({ contact, dueAt }) => ({ id: contact.id, at: dueAt }));
    frozen += await insertThose(tx, audience, begins);
    after = next;
  } while (after !== null && frozen <= MAX_DRY_RUN);
  return frozen;
}
