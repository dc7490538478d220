import type { Decision } from '#contract/compliance.contract.ts';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import type { RunEnd } from '#contract/workflows.contract.ts';
import { eventOf, HELD_LONG, HELD_MS, SEND_MINUTE, timeAfter, waitsFor } from '../sequences/sequence.ts';
import { anniversary, dayIn, plusDays } from '../time/days.ts';
import { instantAt } from '../time/zoned-time.ts';
import { FINISHED, firstOf, type FlowMachine, machineOf, moved } from './flow-machine.ts';

export interface FlowPlan {
  readonly machine: FlowMachine;
  readonly steps: ReadonlyMap<string, FlowStep>;
}

export const planOf = (definition: FlowDefinition): FlowPlan => ({
  machine: machineOf(definition),
  steps: new Map(definition.steps.map((step) => [step.id, step])),
});

/** Where a contact is in a workflow. */
export interface FlowState {
  /** `ready`: the step is to be taken. `waiting`: it waits for its time. `held`: it may not be sent yet. */
  readonly stage: 'ready' | 'waiting' | 'held' | 'done' | 'ended';
  /** Empty: it has not begun. */
  readonly step: string;
  /** When it is next looked at, in ms; `null`: never. */
  readonly at: number | null;
  /** When a held step was due at first, or a wait began, in ms. */
  readonly since: number | null;
  readonly reason: RunEnd | '';
  /** One sentence on why it is held or has ended. */
  readonly note: string;
}

export const entered = (at: number): FlowState => ({
  stage: 'ready',
  step: '',
  at,
  since: null,
  reason: '',
  note: '',
});

/** What a step asks about the contact at its minute. Only what the step needs is looked up. */
export interface Answers {
  /** The step is paused: no one passes it. */
  readonly paused: boolean;
  /** IANA zone of the contact. */
  readonly zone: string;
  /** The birth, the day of the follow-up, or those of policies, `YYYY-MM-DD`; empty: unknown. */
  readonly days: readonly string[];
  /** They wrote since the wait began. */
  readonly replied: boolean;
  readonly matches: boolean;
  /** `null`: the step sends nothing. */
  readonly decision: Decision | null;
  /** What a message lacks, in one sentence; `null`: nothing. */
  readonly missing: string | null;
  /** 0 to 99, the same for a contact and a step whenever it is asked. */
  readonly lot: number;
}

/** What one look at a step comes to. */
export interface Taken {
  readonly state: FlowState;
  readonly outcome: 'done' | 'waiting' | 'held' | 'skipped' | 'ended';
  /** The step does its work now: what it sends or changes commits with it. */
  readonly acts: boolean;
  /** One sentence. */
  readonly message: string;
}

const over = (state: FlowState, stage: 'done' | 'ended', reason: RunEnd | '', note: string): FlowState => ({
  ...state,
  stage,
  at: null,
  since: null,
  reason,
  note,
});

/** Ends a workflow for a contact, wherever it is. */
export const ended = (state: FlowState, reason: RunEnd, note: string): FlowState => over(state, 'ended', reason, note);

function onward(plan: FlowPlan, state: FlowState, by: 'next' | 'yes' | 'no', now: number): FlowState {
  const step = moved(plan.machine, state.step, by);
  if (step === FINISHED) return over(state, 'done', '', '');
  return { ...state, stage: 'ready', step, at: now, since: null, note: '' };
}

/** Why a contact is held at a paused step. */
export const STEP_PAUSED = 'Paused step. They continue once it is resumed.';

/** Nothing is due until the step is resumed. A wait that had begun is over then; any other step begins. */
const pausedAt = (state: FlowState): Taken => ({
  state: {
    ...state,
    stage: 'held',
    at: null,
    since: state.stage === 'waiting' ? state.since : null,
    note: STEP_PAUSED,
  },
  outcome: 'held',
  acts: false,
  message: STEP_PAUSED,
});

const resumed = (state: FlowState): FlowState =>
  state.note === STEP_PAUSED ? { ...state, stage: state.since === null ? 'ready' : 'waiting', note: '' } : state;

/** The step that a contact is at; a new one is at the first. */
export function stepOf(plan: FlowPlan, state: FlowState): FlowStep | null {
  return plan.steps.get(state.step === '' ? firstOf(plan.machine) : state.step) ?? null;
}

/**
 * Takes the step that a contact is at, at a time that is due: by the answers alone, so that the engine, a dry run and
 * a test come to the same.
 */
export function take(plan: FlowPlan, begin: FlowState, answers: Answers, now: number): Taken {
  const step = stepOf(plan, begin);
  if (step === null) return { state: over(begin, 'done', '', ''), outcome: 'done', acts: false, message: 'Done.' };
  const state = { ...resumed(begin), step: step.id };
  if (answers.paused) return pausedAt(state);
  const go = (by: 'next' | 'yes' | 'no', message: string, acts = false): Taken => ({
    state: onward(plan, state, by, now),
    outcome: 'done',
    acts,
    message,
  });
  switch (step.kind) {
    case 'text':
    case 'email':
      return send(plan, state, step, answers, now);
    case 'wait':
      if (state.stage === 'waiting') return go('next', 'The wait is over.');
      return wait(state, timeAfter(answers.zone, now, step), now);
    case 'wait_until':
      if (state.stage === 'waiting') return go('next', 'The day has come.');
      return untilDay(plan, state, step, answers, now);
    case 'wait_reply':
      if (state.stage !== 'waiting') return wait(state, timeAfter(answers.zone, now, step), now);
      return answers.replied ? go('yes', 'They replied.') : go('no', 'No reply in time.');
    case 'condition':
      return answers.matches ? go('yes', 'The condition holds.') : go('no', "The condition doesn't hold.");
    case 'reachable': {
      const may = answers.decision !== null && (answers.decision.allowed || answers.decision.next_at !== null);
      return may ? go('yes', 'They may be reached.') : go('no', "They can't be reached.");
    }
    case 'split':
      return answers.lot < step.percent
        ? go('yes', 'Drawn for the first branch.')
        : go('no', 'Drawn for the second branch.');
    case 'end':
      return go('next', 'The workflow ends here.');
    default:
      return go('next', '', true);
  }
}

const wait = (state: FlowState, until: number, now: number): Taken => ({
  state: { ...state, stage: 'waiting', at: until, since: now, note: '' },
  outcome: 'waiting',
  acts: false,
  message: 'The wait has begun.',
});

type DayStep = Extract<FlowStep, { kind: 'wait_until' }>;

const NO_DAY: Readonly<Record<DayStep['day'], string>> = {
  birthday: 'No birth date is known.',
  follow_up_on: 'No follow-up is planned.',
  policy_effective: 'No policy has an effective day.',
  policy_expires: 'No policy has a day on which it expires.',
};

/** Waits for the next such day at the hour of messages; one that is over, or unknown, holds up no one. */
function untilDay(plan: FlowPlan, state: FlowState, step: DayStep, { days: known, zone }: Answers, now: number): Taken {
  const skip = (message: string): Taken => ({
    state: onward(plan, state, 'next', now),
    outcome: 'skipped',
    acts: false,
    message,
  });
  if (known.length === 0) return skip(NO_DAY[step.day]);
  const at = (on: string) => instantAt(zone, plusDays(on, -step.days_before), SEND_MINUTE);
  const year = Number(dayIn(zone, now).slice(0, 4));
  const days = known.flatMap((day) =>
    step.day === 'birthday' ? [0, 1, 2].map((more) => anniversary(day, year + more)) : [day],
  );
  const next = Math.min(...days.map(at).filter((instant) => instant > now));
  return next === Infinity ? skip('That day has passed.') : wait(state, next, now);
}

type SendStep = Extract<FlowStep, { kind: 'text' | 'email' }>;

function send(plan: FlowPlan, state: FlowState, step: SendStep, answers: Answers, now: number): Taken {
  const { decision, zone, missing } = answers;
  if (decision === null) throw new Error('a message is sent without a decision');
  const since = state.since ?? now;
  if (state.stage === 'held' && now - since > HELD_MS)
    return { state: ended(state, 'missed', HELD_LONG), outcome: 'ended', acts: false, message: HELD_LONG };
  const asked = eventOf({ zone }, decision);
  const event = asked.type === 'allowed' && missing !== null ? waitsFor(missing, now) : asked;
  switch (event.type) {
    case 'allowed':
      return {
        state: onward(plan, state, 'next', now),
        outcome: 'done',
        acts: true,
        message: step.kind === 'text' ? 'Text queued.' : 'E-mail queued.',
      };
    case 'later':
      return {
        state: { ...state, stage: 'held', at: event.until, since, note: event.note },
        outcome: 'held',
        acts: false,
        message: event.note,
      };
    default: {
      const note = event.type === 'end' ? event.note : '';
      const reason = event.type === 'end' && event.reason === 'opted_out' ? 'opted_out' : 'not_allowed';
      if (step.refused === 'skip')
        return { state: onward(plan, state, 'next', now), outcome: 'skipped', acts: false, message: note };
      return { state: ended(state, reason, note), outcome: 'ended', acts: false, message: note };
    }
  }
}
