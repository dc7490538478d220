// Runs the checks of `npm run check` and every vitest project; counts a check as one test. Started by bin/test.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Job, root, runAndExit, vitest } from './test-runs.ts';

/** The steps of the script `check`, each a job of its own, so that a failing step hides no other. */
function checks(): Job[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const steps = (scripts['check'] ?? '').split('&&').map((each) => each.trim());
  return steps.map((step) => ({
    name: step,
    command: ['sh', '-c', step.replace('npm run', 'npm run --silent')],
    load: 3,
    isQuiet: true,
    count: (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  }));
}

const CORES = availableParallelism();
/** Server tests run beside these, so they leave them a core. */
const ONE_LESS = [`--maxWorkers=${Math.max(1, CORES - 1)}`];

/**
 * The longest first. Three browsers with their apps on two cores made clicks wait for half a minute: two run at a time.
 * Stories and walks run in halves: the last of three long runs would leave a core idle for a quarter of an hour.
 */
const JOBS: readonly Job[] = [
  vitest({ load: 3 }, 'server'),
  ...checks(),
  vitest({ load: 3, more: ONE_LESS }, 'pure', 'dom', 'house', 'model'),
  vitest({ load: 3 }, 'everywhere'),
  ...(['1/2', '2/2'] as const).map((part) => vitest({ load: 3, part }, 'e2e')),
  ...(['1/2', '2/2'] as const).map((part) => vitest({ load: 3, part }, 'walks')),
];

await runAndExit(JOBS, CORES);
