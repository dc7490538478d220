// Runs the checks of `npm run check` and every vitest project; counts a check as one test. Started by bin/test.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const REPORT = join(root, '.cache', 'vitest.json');

interface Tally {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: { status: string }[] }[];
}

/** Each step of the script `check`, so that one failing step hides no other. */
function runChecks(): Tally {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const tally = { passed: 0, failed: 0 };
  for (const step of (scripts['check'] ?? '').split('&&').map((each) => each.trim())) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', step.replace('npm run', 'npm run --silent')], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
    });
    console.log(`${status === 0 ? '✓' : '✗'} ${step}`);
    if (status !== 0) console.log(stdout + stderr);
    tally[status === 0 ? 'passed' : 'failed'] += 1;
  }
  return tally;
}

/** Runs of vitest: where the app or the database does not come up, the others still count. */
const RUNS = [['pure', 'dom', 'house', 'model'], ['server'], ['e2e']] as const;

function runVitest(projects: readonly string[]): Tally {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(REPORT, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', ...projects.map((name) => `--project=${name}`), ...reporters],
    { cwd: root, stdio: 'inherit' },
  );
  const tally = readReport();
  // A failure that belongs to no test (a setup, an unhandled rejection) shows in the exit code alone.
  return status !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function readReport(): Tally {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8')) as VitestReport;
    const unloaded = report.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const tallies = [runChecks(), ...RUNS.map(runVitest)];
const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
