import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import type { EndReason, SequenceContent } from '#contract/sequences.contract.ts';
import { blockedUntil, decisionSentence } from '../compliance/contactability-words.ts';
import { type PlaceFacts, placesOf } from '../places/whereabouts.ts';
import { dayIn, plus, type Unit } from '../time/days.ts';
import { instantAt } from '../time/zoned-time.ts';

/** Minute of the contact's day at which a step is sent: 10 AM. Ours: inside the hours of every state. */
export const SEND_MINUTE = 600;
/** Times that a trigger with one step repeats it at most. Ours: an unattended campaign ends. */
const MOST_REPEATS = 12;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How late a birthday or anniversary message may be, and how long any other step is held, in ms. Ours. */
export const LATE_MS = 3 * DAY_MS;
export const HELD_MS = 30 * DAY_MS;
/** Milliseconds until a step whose merge fields are empty is looked at again. Ours. */
const LOOK_AGAIN_MS = HOUR_MS;

/** `due` and `sending` last as long as one transaction. */
export type Stage = 'waiting' | 'due' | 'sending' | 'held' | 'done' | 'ended';

/** Where a contact is in a sequence. */
export interface SequenceState {
  readonly stage: Stage;
  /** The next step, from 0. */
  readonly step: number;
  /** When it is next looked at, in ms; `null`: never. */
  readonly at: number | null;
  /** When a held step was due at first, in ms; `null`: it isn't held. */
  readonly since: number | null;
  readonly reason: EndReason | '';
  /** One sentence on why it is held or has ended. */
  readonly note: string;
}

export type SequenceEvent =
  /** Its content is known: the wait before the first step begins. */
  | { readonly type: 'pinned' }
  | { readonly type: 'clock'; readonly now: number }
  | { readonly type: 'allowed' }
  | { readonly type: 'later'; readonly until: number; readonly note: string }
  | { readonly type: 'sent'; readonly now: number }
  | { readonly type: 'end'; readonly reason: EndReason; readonly note: string };

/** Hours are counted exactly; days and longer lead to the same minute of the day at the contact's place. */
export interface Gap {
  readonly count: number;
  readonly unit: 'hour' | Unit;
}

interface PlannedStep {
  /** Index of the text or e-mail. */
  readonly part: number;
  /** Time since the step before. */
  readonly gap: Gap;
}

export interface SequencePlan {
  readonly steps: readonly PlannedStep[];
  /** Time from the occasion to the first step; `null`: none. */
  readonly wait: Gap | null;
  /** The first step belongs to one day, such as a birthday. */
  readonly isDated: boolean;
  /** IANA zone of the contact. */
  readonly zone: string;
}

const GAPS: Readonly<Record<CampaignTrigger['recurrence'], Unit | null>> = {
  none: null,
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
};

const DELAY_UNITS: Readonly<Record<string, Gap['unit']>> = { H: 'hour', D: 'day', W: 'week', M: 'month' };

/** A delay such as `P3D` or `PT2H`. `null`: none. */
export function gapOf(delay: string | undefined): Gap | null {
  const [, count, letter = ''] = /^PT?(\d+)([HDWM])$/.exec(delay ?? '') ?? [];
  const unit = DELAY_UNITS[letter];
  return unit === undefined ? null : { count: Number(count), unit };
}

/** Occasions that belong to a day of the contact. */
export const isDated = (occasion: CampaignTrigger['trigger']): boolean =>
  occasion === 'birthday' || occasion === 'policy_anniversary' || occasion === 'policy_expiring';

/** Occasions that are looked for day by day. A message about inactivity isn't late a few days later. */
export const startsOnDay = (occasion: CampaignTrigger['trigger']): boolean =>
  isDated(occasion) || occasion === 'no_contact';

/**
 * The steps of a sequence: one after another, each after its delay. One without a delay keeps the pace of its own recurrence or the
 * trigger's, or follows a day later without one. A single step repeats at the recurrence, unless its day does so anyway.
 */
export function planOf({ parts, recurrence }: SequenceContent, dated: boolean, zone: string): SequencePlan {
  const pace = GAPS[recurrence];
  const isRepeated = parts.length === 1 && pace !== null && !dated;
  const one = (unit: Unit): Gap => ({ count: 1, unit });
  const steps = isRepeated
    ? Array.from({ length: MOST_REPEATS }, () => ({ part: 0, gap: one(pace) }))
    : parts.map(({ recurrence: own, delay }, part) => ({ part, gap: gapOf(delay) ?? one(GAPS[own] ?? pace ?? 'day') }));
  return { steps, wait: gapOf(parts[0]?.delay), isDated: dated, zone };
}

/** The zone of a contact by its most reliable place; `otherwise` where none is known. */
export const zoneOf = (facts: PlaceFacts, otherwise: string): string => placesOf(facts)[0]?.zones[0] ?? otherwise;

export const begun = (at: number): SequenceState => ({
  stage: 'waiting',
  step: 0,
  at,
  since: null,
  reason: '',
  note: '',
});

const MISSED = 'Its day had passed before it could be sent.';
export const HELD_LONG = 'It was held for 30 days.';

/** What follows in a state; an event that means nothing there changes nothing. */
export function follow(plan: SequencePlan, state: SequenceState, event: SequenceEvent): SequenceState {
  const isOpen = state.stage !== 'done' && state.stage !== 'ended';
  if (!isOpen) return state;
  if (event.type === 'end') return ended(state, event.reason, event.note);
  switch (state.stage) {
    case 'waiting':
    case 'held':
      if (event.type === 'pinned') return delayed(plan, state);
      return event.type === 'clock' ? look(plan, state, event.now) : state;
    case 'due':
      if (event.type === 'allowed') return { ...state, stage: 'sending' };
      if (event.type !== 'later') return state;
      return { ...state, stage: 'held', at: event.until, since: state.since ?? state.at, note: event.note };
    case 'sending':
      return event.type === 'sent' ? next(plan, state, event.now) : state;
    default:
      return state;
  }
}

const ended = (state: SequenceState, reason: EndReason, note: string): SequenceState => ({
  ...state,
  stage: 'ended',
  at: null,
  since: null,
  reason,
  note,
});

function look(plan: SequencePlan, state: SequenceState, now: number): SequenceState {
  const { at, since, step } = state;
  if (at === null || at > now) return state;
  if (step >= plan.steps.length) return { ...state, stage: 'done', at: null, since: null, note: '' };
  const isOfDay = plan.isDated && step === 0;
  if (isOfDay && now - (since ?? at) > LATE_MS) return ended(state, 'missed', MISSED);
  if (since !== null && now - since > HELD_MS) return ended(state, 'missed', HELD_LONG);
  return { ...state, stage: 'due' };
}

/** A contact who has just begun waits for the first step; the same instant without a delay. */
function delayed({ wait, zone }: SequencePlan, state: SequenceState): SequenceState {
  const { stage, step, at } = state;
  if (stage !== 'waiting' || step > 0 || at === null || wait === null) return state;
  return { ...state, at: timeAfter(zone, at, wait) };
}

/** The instant a time later, at the contact's place. */
export function timeAfter(zone: string, at: number, { count, unit }: Gap): number {
  if (unit === 'hour') return at + count * HOUR_MS;
  return instantAt(zone, plus(dayIn(zone, at), count, unit), SEND_MINUTE);
}

function next(plan: SequencePlan, state: SequenceState, now: number): SequenceState {
  const step = state.step + 1;
  const planned = plan.steps[step];
  const calm = { ...state, step, since: null, note: '' };
  if (planned === undefined) return { ...calm, stage: 'done', at: null };
  return { ...calm, stage: 'waiting', at: timeAfter(plan.zone, now, planned.gap) };
}

/** What a decision means for a step that is due. Beyond the limit of a day it moves to the next one, at the usual hour. */
export function eventOf({ zone }: Pick<SequencePlan, 'zone'>, decided: Decision): SequenceEvent {
  if (decided.allowed) return { type: 'allowed' };
  const decision = decided.reason === 'daily_limit' ? { ...decided, next_at: nextMorning(zone, decided) } : decided;
  const note = decisionSentence(decision);
  if (decision.next_at !== null) {
    const until = blockedUntil(decision)?.replace(/^.*? until /, 'Held until ') ?? 'Held';
    return { type: 'later', until: Date.parse(decision.next_at), note: `${until}. ${note}` };
  }
  const isOptOut = decision.reason === 'withdrawn' || decision.reason === 'do_not_call';
  return { type: 'end', reason: isOptOut ? 'opted_out' : 'not_allowed', note };
}

function nextMorning(zone: string, { at, next_at: next }: Decision): string {
  const morning = instantAt(zone, plus(dayIn(zone, Date.parse(at)), 1, 'day'), SEND_MINUTE);
  return new Date(Math.max(morning, Date.parse(next ?? at))).toISOString();
}

/** A step waits for a correction, and says which. */
export const waitsFor = (note: string, now: number): SequenceEvent => ({
  type: 'later',
  until: now + LOOK_AGAIN_MS,
  note,
});

export const emptyNote = (labels: readonly string[]): string =>
  `Empty for this contact: ${labels.join(', ')}. Fill it in, and the message is sent.`;
