import type { CallOutcome, CallStatus, RecordingState } from '#contract/phone/call.contract.ts';
import type { CallFact } from './call-facts.ts';

/** Bellwether's own facts about a recording, besides the line's. */
export type OwnFact = { readonly key: string; readonly at: Date } & {
  /** The other side agreed to be recorded, or did not; there is a file. */
  readonly kind: 'agreed' | 'declined' | 'kept';
};
/** Facts that one side of a conversation derives from another, by `passing-on.ts`. */
type PassingFact = { readonly key: string; readonly at: Date } & (
  | { readonly kind: 'passedOn'; readonly to: string }
  | { readonly kind: 'taken'; readonly to: string; readonly outcome: CallOutcome }
  /** The other side's transfer came back to them. */
  | { readonly kind: 'returned'; readonly by: string }
);
export type StateFact = CallFact | OwnFact | PassingFact;

/** State of a call after all known facts. */
export interface CallState {
  readonly status: CallStatus;
  readonly outcome: CallOutcome | null;
  readonly reason: string;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  readonly seconds: number;
  readonly held: boolean;
  readonly recording: RecordingState;
  readonly recording_seconds: number;
  readonly recording_agreed: boolean | null;
}

/** Order of simultaneous facts: earlier ones in this list came first. */
const ORDER: readonly StateFact['kind'][] = [
  'ringing',
  'rejectedBy',
  'answered',
  'announcing',
  'announced',
  'agreed',
  'declined',
  'recordingStarted',
  'recordingPaused',
  'recordingResumed',
  'recordingStopped',
  'recordingFailed',
  'held',
  'resumed',
  'transferred',
  'passedOn',
  'taken',
  'returned',
  'ended',
  'kept',
];

/** Kinds that determine the state of a call; the others only describe it. */
export const STATE_KINDS: ReadonlySet<string> = new Set(ORDER);

/** In the order in which they happened, which the order of their coming never changes. */
export const inOrder = (facts: readonly StateFact[]): StateFact[] =>
  [...new Map(facts.map((fact) => [fact.key, fact])).values()]
    .filter(({ kind }) => STATE_KINDS.has(kind))
    .toSorted(
      (a, b) =>
        a.at.getTime() - b.at.getTime() ||
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
        (a.key < b.key ? -1 : Number(a.key > b.key)),
    );

type Of<Kind extends StateFact['kind']> = Extract<StateFact, { readonly kind: Kind }>;

const isOf =
  <Kind extends StateFact['kind']>(kind: Kind) =>
  (fact: StateFact): fact is Of<Kind> =>
    fact.kind === kind;

/** User who answered, and when; `null`: no one did before the end. */
export function answerOf(facts: readonly StateFact[]): Of<'answered'> | null {
  const ordered = inOrder(facts);
  const end = ordered.find(isOf('ended'));
  const answer = ordered.find(isOf('answered')) ?? null;
  return answer !== null && end !== undefined && answer.at > end.at ? null : answer;
}

/**
 * State of a call. A function of the set of its facts: late, repeated and swapped ones have the same result, and
 * nothing later undoes the end. `asks`: the other party is asked to consent to the recording.
 */
export function stateOf(facts: readonly StateFact[], asks: boolean): CallState {
  const ordered = inOrder(facts);
  const end = ordered.find(isOf('ended')) ?? null;
  const answeredAt = answerOf(ordered)?.at ?? answeredBefore(end);
  return {
    status: statusOf(ordered, end, answeredAt),
    outcome: end?.outcome ?? null,
    reason: end?.reason ?? '',
    answered_at: answeredAt,
    ended_at: end?.at ?? null,
    seconds: end === null || answeredAt === null ? 0 : (end.seconds ?? secondsBetween(answeredAt, end.at)),
    held: end === null && answeredAt !== null && isHeld(ordered),
    ...recordingOf(ordered, asks, end !== null),
  };
}

/** The word of an answer may have been lost: the carrier has counted. */
const answeredBefore = (end: Of<'ended'> | null): Date | null =>
  end === null || !end.seconds ? null : new Date(end.at.getTime() - end.seconds * 1_000);

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));

function statusOf(facts: readonly StateFact[], end: object | null, answeredAt: Date | null): CallStatus {
  if (end !== null) return 'ended';
  if (answeredAt !== null) return 'active';
  return facts.some(({ kind }) => kind === 'ringing' || kind === 'rejectedBy') ? 'ringing' : 'starting';
}

const isHeld = (facts: readonly StateFact[]): boolean =>
  facts.findLast(({ kind }) => kind === 'held' || kind === 'resumed')?.kind === 'held';

type Recorded = Pick<CallState, 'recording' | 'recording_seconds' | 'recording_agreed'>;

function recordingOf(facts: readonly StateFact[], asks: boolean, over: boolean): Recorded {
  let state: RecordingState = 'off';
  for (const { kind } of facts) state = recordingAfter(state, kind, asks);
  const stops = facts.filter(isOf('recordingStopped'));
  // A new party on the line has not answered yet.
  const answer = facts.findLast(({ kind }) => kind === 'agreed' || kind === 'declined' || kind === 'answered');
  return {
    recording: over ? recordedAtLast(state, facts) : state,
    recording_seconds: Math.round(stops.reduce((sum, { seconds }) => sum + seconds, 0)),
    recording_agreed: answer === undefined || answer.kind === 'answered' ? null : answer.kind === 'agreed',
  };
}

/** Nothing continues after the end, whether or not a stop was reported; stored recordings remain. */
function recordedAtLast(state: RecordingState, facts: readonly StateFact[]): RecordingState {
  if (state === 'failed') return state;
  return facts.some(isOf('kept')) ? 'kept' : 'off';
}

function recordingAfter(state: RecordingState, kind: StateFact['kind'], asks: boolean): RecordingState {
  switch (kind) {
    // A new party on the line hasn't heard the disclaimer.
    case 'answered':
      return state === 'recording' || state === 'paused' ? state : 'off';
    case 'announcing':
      return 'announcing';
    case 'announced':
      return asks ? 'asking' : state;
    case 'recordingStarted':
    case 'recordingResumed':
      return 'recording';
    case 'recordingPaused':
      return 'paused';
    case 'declined':
      return 'off';
    // A carrier may report the previous one's end late.
    case 'recordingStopped':
      return state === 'announcing' || state === 'asking' ? state : 'off';
    case 'recordingFailed':
      return 'failed';
    // The report may concern a recording before the current one.
    case 'kept':
      return state === 'off' ? 'kept' : state;
    default:
      return state;
  }
}

/** Action of each agent rung by an inbound call. */
export function ringOutcomes(facts: readonly StateFact[], userIds: readonly number[]): Map<number, string> {
  const answerer = answerOf(facts)?.agent?.userId ?? null;
  const isOver = answerer !== null || facts.some(isOf('ended'));
  const declined = new Set(facts.filter(isOf('rejectedBy')).map(({ userId }) => userId));
  const of = (id: number) => {
    if (id === answerer) return 'answered';
    if (declined.has(id)) return 'rejected';
    return isOver ? 'missed' : 'ringing';
  };
  return new Map(userIds.map((id) => [id, of(id)]));
}
