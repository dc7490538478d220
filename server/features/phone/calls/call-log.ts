import type { Call, CallLogEntry } from '#contract/phone/call.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { LoggedEvent } from './call-events.sql.ts';
import { wordsOf } from './call-log-words.ts';

/** Events that only the agent causes, no matter who reports them. */
const OF_AGENT: ReadonlySet<string> = new Set(['held', 'resumed', 'transferred', 'digits']);

/** Events reported by both the requester and the line; each follows another one of its row. */
const TOLD_TWICE: readonly (readonly string[])[] = [
  ['ended'],
  ['held', 'resumed'],
  ['transferred'],
  [
    'announcing',
    'announced',
    'declined',
    'recordingStarted',
    'recordingPaused',
    'recordingResumed',
    'recordingStopped',
    'recordingFailed',
  ],
];
const ROWS = new Map(TOLD_TWICE.flatMap((row) => row.map((kind) => [kind, row] as const)));

/** Call details: every event as a sentence; an event reported by both line and browser appears once. */
export function toLog(call: Call, events: readonly LoggedEvent[]): CallLogEntry[] {
  const number = formatPhone(call.call_direction === 'inbound' ? call.call_from : call.call_to);
  let direction = call.call_direction;
  const isCounted = events.some((event) => countOf(event) > 0);
  const known = events.filter(
    (event, place) =>
      !(isCounted && event.kind === 'digits' && countOf(event) === 0) && !isToldByName(event, events.slice(0, place)),
  );
  return known
    .filter(newsOf())
    .reduce<LoggedEvent[]>(withDigits, [])
    .map(({ id, at, kind, body, user_id: userId, user_name: name }) => {
      // From then on the transferred party waits for an answer.
      if (kind === 'passedOn') direction = 'outbound';
      if (kind === 'returned') direction = call.call_direction;
      const user = userId === null ? (OF_AGENT.has(kind) ? call.user : null) : { id: userId, name: name ?? '' };
      const who = user?.name || call.user?.name || 'The agent';
      const text = wordsOf(kind, { direction, number, who, body });
      return { id, at: at.toISOString(), kind, text, user };
    });
}

/** The answer of a transferred call is reported with the name. */
const isToldByName = ({ kind }: LoggedEvent, before: readonly LoggedEvent[]): boolean =>
  kind === 'answered' && before.some((event) => event.kind === 'taken');

/** Merges consecutive digits into one entry, with the line's count if it has one; the browser reports each key. */
function withDigits(told: LoggedEvent[], event: LoggedEvent): LoggedEvent[] {
  const last = told.at(-1);
  if (event.kind !== 'digits' || last?.kind !== 'digits') return [...told, event];
  return [...told.slice(0, -1), { ...last, body: { count: countOf(last) + countOf(event) } }];
}

const countOf = ({ body }: LoggedEvent): number => (typeof body['count'] === 'number' ? body['count'] : 0);

/** Filters the events of a call in order; it ends once, no matter what is reported afterward. */
function newsOf(): (event: LoggedEvent) => boolean {
  const last = new Map<readonly string[], string>();
  return ({ kind }) => {
    const row = ROWS.get(kind);
    if (row === undefined) return true;
    const isNews = last.get(row) !== kind;
    last.set(row, kind);
    return isNews;
  };
}
