// Runs the checks of `npm run check` and every vitest project; counts a check as one test. Started by bin/test.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const CACHE = join(root, '.cache');

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

/**
 * Runs of vitest: where the app or the database does not come up, the others still count. Those of one stage run at
 * once: browser tests wait for each other's app half of their time, so three of them share two cores.
 */
const STAGES = [[['pure', 'dom', 'house', 'model']], [['server']], [['everywhere'], ['e2e'], ['walks']]] as const;

/** The first of a stage speaks while it runs, the others when all is said. */
async function runStage(runs: readonly (readonly string[])[]): Promise<Tally[]> {
  const running = runs.map((projects, at) => runVitest(projects, at === 0));
  const tallies: Tally[] = [];
  for (const run of running) {
    const { tally, said } = await run;
    process.stdout.write(said);
    tallies.push(tally);
  }
  return tallies;
}

async function runVitest(projects: readonly string[], isLoud: boolean): Promise<{ tally: Tally; said: string }> {
  const report = join(CACHE, `vitest-${projects[0]}.json`);
  mkdirSync(CACHE, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...projects.map((name) => `--project=${name}`), ...reporters], {
    cwd: root,
    stdio: isLoud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  const tally = readReport(report);
  // A failure that belongs to no test (a setup, an unhandled rejection) shows in the exit code alone.
  return { tally: code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally, said };
}

function readReport(file: string): Tally {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const tallies = [runChecks()];
for (const stage of STAGES) tallies.push(...(await runStage(stage)));
const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
