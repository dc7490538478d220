const UNITS: readonly (readonly [minutes: number, one: string])[] = [
  [10_080, 'week'],
  [1_440, 'day'],
  [60, 'hour'],
];

/** "15 minutes before", "1 hour before", "At the start". */
export function leadWords(minutes: number): string {
  if (minutes === 0) return 'At the start';
  const [per, unit] = UNITS.find(([size]) => minutes % size === 0) ?? [1, 'minute'];
  const count = minutes / per;
  return `${count} ${unit}${count === 1 ? '' : 's'} before`;
}
