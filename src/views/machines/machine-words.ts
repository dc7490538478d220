import type { ActorSeen, Recorded } from '../_base/machines/machines-seen.ts';
import { formatDuration } from '../_kit/format/format-duration.ts';
import { wordsOf } from './chart/words.ts';

/** `line.connected` → `line › connected`. */
export const stateWords = (path: string): string => path.split('.').map(wordsOf).join(' › ');

/** State of an actor: its states, the activity of a leaf, or how it ended. */
export function standOf({ states, status, machine }: ActorSeen): string {
  if (machine === null) return status === 'waiting' ? 'waiting for a reply' : 'runs';
  const words = states.map(({ path }) => stateWords(path)).join(', ');
  return status === 'active' ? words : [status, words].filter(Boolean).join(' in ');
}

/** Time in the current state; for an ended actor, time since the end. */
export function timeOf({ states, startedAt, endedAt }: ActorSeen, now: number): string {
  if (endedAt !== null) return `${formatDuration(now - endedAt)} ago`;
  return formatDuration(now - Math.max(startedAt, ...states.map(({ since }) => since)));
}

/** Effect of an event. */
export function outcomeWords({ outcome, to }: Recorded): string {
  if (outcome === 'moved') return to.map(stateWords).join(', ');
  return { stayed: 'stays', ignored: 'ignored', unsettled: 'not finished' }[outcome];
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** 14:02:11.204 in an IANA zone. */
export function clockOf(ms: number, zone = 'UTC'): string {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-GB', { ...TO_THE_MS, timeZone: zone });
  clocks.set(zone, clock);
  return clock.format(ms);
}

const TO_THE_MS = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
} as const;
