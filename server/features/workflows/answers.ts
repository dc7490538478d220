import { createHash } from 'node:crypto';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import type { Answers } from '#rules/workflows/flow-run.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { zoneOf } from '#rules/sequences/sequence.ts';
import type { Tx } from '../../db/tx.ts';
import { searchFilters } from '../contacts/list/contact-search.ts';
import type { ReachedContact } from '../sequences/reached-contact.ts';
import type { PartToSend } from '../sequences/send-part.ts';
import { type Facts, matches } from './runs.sql.ts';

/** Days of filters are those of the contact's owner. */
const HOUR_FIELDS = ['created_at', 'last_touch_at', 'last_call_at'];

/** Filters of the contact list as the database reads them, with the days of a zone. */
function scopeOf(asked: readonly ContactFilter[], zone: string, at: Date): object {
  const scope = { search: asked } as unknown as Parameters<typeof searchFilters>[0];
  const filters = searchFilters(scope, at.getUTCFullYear()).map((filter) =>
    HOUR_FIELDS.includes(filter.field) && filter.op !== 'empty' && filter.op !== 'not_empty'
      ? { ...filter, values: filter.values.map((day) => `${day} ${zone}`) }
      : filter,
  );
  return { owners: null, pools: [], deleted: false, words: [], whole: [], match: 'exact', filters };
}

/** The same with the days of a user, such as the author of a workflow. */
export async function filterScope(tx: Tx, asked: readonly ContactFilter[], userId: number, at: Date): Promise<object> {
  const [user] = await tx.raw<{ timezone: keyof typeof IANA_ZONES }>('select timezone from users where id = $1', [
    userId,
  ]);
  return scopeOf(asked, IANA_ZONES[user?.timezone ?? 'est'], at);
}

/** True when the filters of a condition hold for a contact now. */
export const holds = (
  tx: Tx,
  contact: ReachedContact,
  { filters }: Extract<FlowStep, { kind: 'condition' }>,
  at: Date,
): Promise<boolean> => matches(tx, contact.id, scopeOf(filters, contact.zone, at));

/** 0 to 99: the same for a contact and a step whenever it is asked, so that a repeated look or a dry run draws no other lot. */
export const lotOf = (flowId: number, contactId: number, step: string): number =>
  createHash('sha256').update(`${flowId}:${contactId}:${step}`).digest().readUInt32BE(0) % 100;

/** The message of a step, as it is sent; `null`: it sends none. */
export function partOf(step: FlowStep): Pick<PartToSend, 'channel' | 'part'> | null {
  const shape = { recurrence: 'none', subject: '', format: 'text' } as const;
  if (step.kind === 'text') return { channel: 'sms', part: { ...shape, body: step.body } };
  if (step.kind !== 'email') return null;
  return { channel: 'email', part: { ...shape, subject: step.subject, body: step.body } };
}

/** True when a contact whose workflow began then has what the goal asks for. */
export function isAtGoal({ goal }: FlowDefinition, begun: Date, facts: Facts): boolean {
  switch (goal.kind) {
    case 'status':
      return facts.status_id !== null && goal.ids.includes(facts.status_id);
    case 'tag':
      return goal.ids.some((id) => facts.tag_ids.includes(id));
    case 'reply':
      return facts.replied_at !== null && facts.replied_at > begun;
    default:
      return false;
  }
}

function daysOf({ day }: Extract<FlowStep, { kind: 'wait_until' }>, facts: Facts): readonly string[] {
  const { dob, follow_up_on: followUp, policy_days: policies } = facts;
  if (day === 'policy_effective') return policies.effective;
  if (day === 'policy_expires') return policies.expires;
  const one = day === 'birthday' ? dob : followUp;
  return one === null ? [] : [one];
}

interface Asked {
  readonly step: FlowStep;
  readonly contact: ReachedContact;
  readonly facts: Facts;
  /** In ms; `null`: no wait has begun. */
  readonly since: number | null;
  readonly lot: number;
  readonly at: Date;
  readonly decide: (channel: 'text' | 'mail') => Promise<Decision>;
}

/** What a step asks about a contact, apart from what its message lacks. */
export async function answersOf(tx: Tx, { step, contact, facts, since, lot, at, decide }: Asked): Promise<Answers> {
  const channel =
    step.kind === 'text' ? 'text' : step.kind === 'email' ? 'mail' : step.kind === 'reachable' ? step.channel : null;
  const { replied_at: repliedAt } = facts;
  return {
    paused: false,
    zone: zoneOf(contact, contact.zone),
    days: step.kind === 'wait_until' ? daysOf(step, facts) : [],
    replied: since !== null && repliedAt !== null && repliedAt.getTime() >= since,
    matches: step.kind === 'condition' && (await holds(tx, contact, step, at)),
    decision: channel === null ? null : await decide(channel),
    missing: null,
    lot,
  };
}
