import { durationText } from '#rules/time/duration-text.ts';

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** "48 s", "2 min 24 s", "1 h 5 min": two units at most, the smaller left out when it is zero. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / SECOND_MS));
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return pair(Math.floor(seconds / MINUTE_S), 'min', seconds % MINUTE_S, 's');
  const minutes = Math.round(seconds / MINUTE_S);
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** "48 s left" */
export const formatTimeLeft = (ms: number): string => `${formatDuration(ms)} left`;

/** Clock format: "0:41", "11:48", "1:05:20". */
export const formatClock = (ms: number): string => durationText(ms / SECOND_MS);

const pair = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
