/** Of each bar how far it reaches up and down, from 0 to 1. */
export type Bars = readonly (readonly [up: number, down: number])[];

/** Bars of a picture. Ours: as wide as the timeline has room. */
const BARS = 64;
/** Height of a bar for silence. */
const LEAST = 0.04;

/**
 * Peaks of two channels as bars, the loudest one whole; of one channel both halves are the same, of none it is a line.
 */
export function barsOf(channels: readonly (readonly number[])[]): Bars {
  const [first = [], second = first] = channels;
  const loudest = Math.max(...first, ...second, 0);
  const at = (channel: readonly number[], bar: number): number => {
    const from = Math.floor((bar * channel.length) / BARS);
    const until = Math.max(from + 1, Math.floor(((bar + 1) * channel.length) / BARS));
    const peak = Math.max(...channel.slice(from, until), 0);
    return Math.max(LEAST, loudest === 0 ? 0 : peak / loudest);
  };
  return Array.from({ length: BARS }, (_, bar) => [at(first, bar), at(second, bar)] as const);
}
