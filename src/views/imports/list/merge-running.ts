import type { Running } from '../../../machines/_running/running-work.machine.ts';
import type { Work } from '../../../machines/_running/work.ts';

export type AttemptsTab = 'all' | 'running' | 'finished' | 'failed' | 'deleted';

/**
 * The listed attempts with later updates. `fresh` are running ones started after the list was loaded; they come first
 * where running ones are shown.
 */
export function mergeRunning<W extends Work>(
  listed: readonly W[],
  running: Running<W>,
  showsFresh: boolean,
): readonly W[] {
  const newer = listed.map((attempt) => {
    const heard = running[attempt.id];
    return heard && heard.version > attempt.version ? heard : attempt;
  });
  const fresh = Object.values(running).filter((attempt) => !listed.some((one) => one.id === attempt.id));
  return showsFresh ? [...fresh.toSorted((a, b) => b.id - a.id), ...newer] : newer;
}
