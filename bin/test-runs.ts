// Runs processes side by side, vitest among them, and counts what passed and failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '..');
const CACHE = join(root, '.cache');

export interface Tally {
  passed: number;
  failed: number;
  /** What failed and why, a line each. */
  faults?: readonly string[];
}

/** One process. Jobs run side by side, so that a core that one of them leaves idle serves another. */
export interface Job {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Thirds of a core that it keeps busy. */
  readonly load: number;
  /** Counts what has run, given the exit code. */
  readonly count: (code: number | null) => Tally;
  /** Checks say nothing while they pass. */
  readonly isQuiet?: boolean;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface Run {
  /** Thirds of a core. */
  readonly load: number;
  readonly more?: readonly string[];
  /** `1/2`: the first half of the files. */
  readonly part?: `${number}/${number}`;
}

/** One run of vitest. Runs are apart, so that where the app or the database doesn't start, the others still count. */
export function vitest({ load, more = [], part }: Run, ...projects: string[]): Job {
  const report = join(CACHE, `vitest-${[projects[0], part?.split('/')[0]].filter(Boolean).join('-')}.json`);
  mkdirSync(CACHE, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const which = [...projects.map((name) => `--project=${name}`), ...(part === undefined ? [] : [`--shard=${part}`])];
  return {
    name: [projects.join(', '), part].filter(Boolean).join(' '),
    command: [process.execPath, program, 'run', ...which, ...reporters, ...more],
    load,
    count: (code) => {
      const tally = readReport(report);
      // A failure that belongs to no test (a setup, an unhandled rejection) shows in the exit code alone.
      return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
    },
  };
}

/** Characters of a message that fit a summary. */
const BRIEF = 600;

const brief = (message = '') => message.replaceAll(/\s+/gu, ' ').slice(0, BRIEF);

function readReport(file: string): Tally {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    const faults = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${relative(root, name)}: ${fullName}: ${brief(failureMessages[0])}`),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      faults: [...faults, ...unloaded.map(({ name, message }) => `${relative(root, name)}: ${brief(message)}`)],
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function run({ name, command: [program, ...parameters], count, isQuiet = false }: Job): Promise<Tally> {
  const began = performance.now();
  const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  const { faults = [], ...tally } = count(code);
  const isPassed = code === 0 && tally.failed === 0;
  if (!isPassed || !isQuiet) process.stdout.write(output);
  console.log(`${isPassed ? '✓' : '✗'} ${name} (${Math.round((performance.now() - began) / 1000)} s)`);
  return isPassed || faults.length > 0 ? { ...tally, faults } : { ...tally, faults: [name] };
}

/** Starts the jobs in order, each as soon as the cores have room for it; one that is too large for them runs alone. */
async function runAll(jobs: readonly Job[], cores: number): Promise<Tally[]> {
  const running = new Set<Promise<unknown>>();
  const tallies: Promise<Tally>[] = [];
  let free = cores * 3;
  for (const job of jobs) {
    while (running.size > 0 && free < job.load) await Promise.race(running);
    free -= job.load;
    const tally = run(job);
    const ended = tally.finally(() => {
      free += job.load;
      running.delete(ended);
    });
    running.add(ended);
    tallies.push(tally);
  }
  return Promise.all(tallies);
}

/** Runs the jobs, prints `N passed, N failed` as the last line, and exits. */
export async function runAndExit(jobs: readonly Job[], cores: number): Promise<never> {
  const tallies = await runAll(jobs, cores);
  // Again at the end, for readers who only see the last lines of a long run.
  for (const fault of tallies.flatMap(({ faults = [] }) => faults)) console.log(`✗ ${fault}`);
  const sum = (key: 'passed' | 'failed') => tallies.reduce((total, tally) => total + tally[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
}
