import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, movedClock } from '../../demo-clock.ts';
import { BenchRefusal } from './bench-refusal.ts';
import { CLOCK_EXAMPLES, clockTimeOf } from './clock-text.ts';

/** In the data folder: milliseconds that the demo clock is ahead. */
const FILE = 'demo-clock';

const SECOND_MS = 1_000;

/** The demo clock as the supervisor keeps it, over restarts. */
export interface KeptClock extends Pick<Clock, 'now' | 'aheadMs'> {
  /** Resulting lead of the clock in whole seconds. @throws {BenchRefusal} when the text names no time. */
  aheadAt(text: string): number;
  set(aheadMs: number): void;
}

export function keepClock(dataDir: string): KeptClock {
  const path = join(dataDir, FILE);
  let ahead = readAhead(path);
  const { now } = movedClock(() => ahead);
  return {
    now,
    aheadMs: () => ahead,
    aheadAt: (text) => {
      const to = clockTimeOf(text, now());
      if (to === null) throw new BenchRefusal(`"${text}" isn't a time the clock can show. Use ${CLOCK_EXAMPLES}.`);
      return to === 'real' ? 0 : Math.round((to.getTime() - Date.now()) / SECOND_MS) * SECOND_MS || 0;
    },
    set: (aheadMs) => {
      ahead = aheadMs;
      if (aheadMs === 0) rmSync(path, { force: true });
      else writeFileSync(path, `${aheadMs}\n`);
    },
  };
}

function readAhead(path: string): number {
  try {
    const ahead = Number(readFileSync(path, 'utf8').trim());
    return Number.isSafeInteger(ahead) ? ahead : 0;
  } catch {
    return 0;
  }
}
