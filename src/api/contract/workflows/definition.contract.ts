import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { ContactFilter } from '../contacts/scope.contract.ts';

/** What starts a workflow for a contact. */
export const FLOW_TRIGGERS = [
  'manual',
  'contact_added',
  'status_changed',
  'tag_added',
  'birthday',
  'policy_anniversary',
  'policy_expiring',
  'no_contact',
  'reply',
  'missed_call',
  /** Through a public page, or from a lead vendor. */
  'request',
  'soa_completed',
  'policy_active',
  'schedule',
] as const;
export const FLOW_GOALS = ['none', 'status', 'tag', 'reply'] as const;
export const WAIT_UNITS = ['hour', 'day', 'week', 'month'] as const;
/** Days of a contact that a step can wait for. */
export const WAIT_DAYS = ['birthday', 'follow_up_on', 'policy_effective', 'policy_expires'] as const;
export const BRANCHES = ['yes', 'no'] as const;
export type Branch = (typeof BRANCHES)[number];
/** Steps of a workflow at most. Ours: a person reads all of them. */
export const MAX_FLOW_STEPS = 60;

// ---- schemas ---------------------------------------------------------------

export const StepId = z.string().check(z.regex(/^[a-z0-9]{1,16}$/, 'Use lower-case letters and digits.'));
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
const whole = (least: number, most: number) =>
  z.int(`Enter a whole number from ${least} to ${most}.`).check(z.minimum(least), z.maximum(most));
const ids = z.array(Id).check(z.maxLength(50, 'Choose at most 50.'));

/** A draft may lack what a step needs; that is said before it is turned on. */
const step = <const K extends string, S extends object>(kind: K, fields: S) =>
  z.strictObject({
    kind: z.literal(kind),
    id: StepId,
    /** The branch that it is in, as `id:yes`; empty: the trunk. Steps of a branch follow one another in their order. */
    under: z.string().check(z.regex(/^$|^[a-z0-9]{1,16}:(yes|no)$/, 'Use a step and a branch, such as s1:yes.')),
    ...fields,
  });

/** What follows when a message may not be sent to a contact at all, as after an opt-out. */
const refused = z.enum(['end', 'skip']);
const gap = { count: whole(1, 365), unit: z.enum(WAIT_UNITS) };

export const FlowStep = z.discriminatedUnion('kind', [
  step('text', { body: text(1_600), refused }),
  step('email', { subject: text(200), body: text(20_000), refused }),
  step('wait', gap),
  step('wait_until', { day: z.enum(WAIT_DAYS), days_before: whole(0, 365) }),
  /** Yes: they replied in time. */
  step('wait_reply', gap),
  step('condition', { filters: z.array(ContactFilter).check(z.maxLength(10, 'Use at most 10 filters.')) }),
  /** Yes: they may be reached, now or later. */
  step('reachable', { channel: z.enum(['text', 'mail']) }),
  /** Yes: this share of contacts, in percent. */
  step('split', { percent: whole(1, 99) }),
  step('tag', { tag_id: z.nullable(Id), action: z.enum(['add', 'remove']) }),
  step('status', { status_id: z.nullable(Id) }),
  step('assign', { owner_id: z.nullable(Id) }),
  step('follow_up', { title: text(200), days: whole(0, 365) }),
  /** In the calendar of the contact's owner, at a minute since midnight there, some minutes long. */
  step('event', { title: text(160), days: whole(0, 365), minute: whole(0, 1_439), minutes: whole(5, 480) }),
  step('start_flow', { flow_id: z.nullable(Id) }),
  /** Assigns a mailer kit, which the author prints. */
  step('kit', { kit_id: z.nullable(Id) }),
  /** Puts a text where the owner of the contact writes theirs, to read and send. */
  step('draft', { body: text(1_600) }),
  /** Tells the webhook endpoints that chose `workflow.step`. */
  step('webhook', { name: text(80) }),
  step('end', {}),
]);
export type FlowStep = z.output<typeof FlowStep>;
export type StepKind = FlowStep['kind'];

/** Days and minute at a contact's place, for the contacts whom the filters of the list find then. */
const FlowSchedule = z.strictObject({
  /** 0: Sunday. */
  weekdays: z.array(whole(0, 6)).check(z.maxLength(7)),
  /** Since midnight. */
  minute: whole(0, 1_439),
  filters: z.array(ContactFilter).check(z.maxLength(10, 'Use at most 10 filters.')),
});
export type FlowSchedule = z.output<typeof FlowSchedule>;

const FlowTrigger = z.strictObject({
  kind: z.enum(FLOW_TRIGGERS),
  /** Statuses or tags that count; empty: all. */
  ids,
  /** Contacts and policies of an import count, too. */
  imported: z.boolean(),
  /** Days without contact. */
  days: whole(1, 730),
  /** Of the trigger `schedule`. */
  schedule: z.optional(FlowSchedule),
});
export type FlowTrigger = z.output<typeof FlowTrigger>;

/** What a contact is to reach; one that has leaves the workflow before its next step. */
const FlowGoal = z.strictObject({ kind: z.enum(FLOW_GOALS), ids });

export const FlowDefinition = z.strictObject({
  trigger: FlowTrigger,
  goal: FlowGoal,
  steps: z.array(FlowStep).check(z.maxLength(MAX_FLOW_STEPS, `Use at most ${MAX_FLOW_STEPS} steps.`)),
});
export type FlowDefinition = z.output<typeof FlowDefinition>;
