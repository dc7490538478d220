// Breaks random guards of src and server one at a time and checks whether a test notices: `npm run test:mutants`. `npm
// run test:mutants -- 40 seed=7 again`: 40 of them, another sample, and survivors are retried. Results are stored in
// .cache, so that a run continues where the last one ended. Writes docs/reports/2026-11-mutants.md.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { draw, type Mutant, mutantsOf, mutated, named } from './mutants-guards.ts';
import { relations } from './mutants-related.ts';
import { reportOf, type Tried } from './mutants-report.ts';

const root = join(import.meta.dirname, '..');
const REPORT = join(root, 'docs/reports/2026-11-mutants.md');
/** Milliseconds after which a run of tests counts as hanging. Ours. */
const PATIENCE_MS = 600_000;

const words = process.argv.slice(2);
const count = Number(words.find((word) => /^\d+$/u.test(word)) ?? 200);
const seed = Number(words.find((word) => word.startsWith('seed='))?.slice('seed='.length) ?? 20_261_122);
const LEDGER = join(root, `.cache/mutants-${seed}.json`);

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
const guards = named(
  files
    .filter((file) => /^(src|server)\/.*\.tsx?$/u.test(file) && !/\.(test|d)\.tsx?$/u.test(file))
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8'))),
);
const chosen = draw(guards.keys(), count, seed);
const relatedTo = relations(root, files);

const ledger = new Map<string, Tried>(
  existsSync(LEDGER) ? (JSON.parse(readFileSync(LEDGER, 'utf8')) as [string, Tried][]) : [],
);
if (words.includes('again')) for (const [id, { verdict }] of ledger) if (verdict !== 'caught') ledger.delete(id);

const copy = mkdtempSync(join(tmpdir(), 'bellwether-mutants-'));
/** Processes that end with this one. */
let running: ChildProcess | undefined;
process.on('exit', () => {
  running?.kill();
  rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
for (const file of files.filter((one) => existsSync(join(root, one)))) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(root, file), join(copy, file));
}
if (existsSync(join(root, 'dist'))) cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
// Some tests ask git which files there are.
execFileSync('git', ['init', '--quiet'], { cwd: copy });
execFileSync('git', ['add', '--all'], { cwd: copy });

mkdirSync(dirname(LEDGER), { recursive: true });
const tried: Tried[] = [];
for (const name of chosen) {
  const mutant = guards.get(name) as Mutant;
  const known = ledger.get(name) ?? (await tryOne(mutant));
  ledger.set(name, known);
  writeFileSync(LEDGER, JSON.stringify([...ledger], null, 1));
  // Lines move between two runs.
  tried.push({ ...known, ...mutant });
  console.log(
    `${tried.length}/${chosen.length} ${known.verdict} ${mutant.file}:${mutant.line} ${mutant.kind} ${known.by}`,
  );
}
const before = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '';
writeFileSync(REPORT, reportOf({ tried, seed, guards: guards.size, before }));

/** The nearest tests first, those without a database before the others. */
async function tryOne(mutant: Mutant): Promise<Tried> {
  const { pure, server } = relatedTo(mutant.file);
  const place = join(copy, mutant.file);
  const text = readFileSync(place, 'utf8');
  try {
    for (const tests of [pure, ...threes(server)]) {
      writeFileSync(place, mutated(text, mutant));
      const by = await firstFailure(tests);
      if (by === null) continue;
      // On a busy computer a test may fail by itself: it must fail again with the change, and pass without it.
      const again = await firstFailure([by.file]);
      writeFileSync(place, text);
      if (again !== null && (await firstFailure([by.file])) === null)
        return { ...mutant, verdict: 'caught', by: `${again.file}: ${again.test}` };
    }
    const isTested = pure.length + server.length > 0;
    return { ...mutant, verdict: 'survived', by: isTested ? '' : 'no test of its feature imports it' };
  } finally {
    writeFileSync(place, text);
  }
}

function threes(tests: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(tests.length / 3) }, (_, at) => tests.slice(3 * at, 3 * at + 3));
}

interface Failure {
  readonly file: string;
  readonly test: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs test files in the copy until one fails. `null`: all pass. */
async function firstFailure(tests: readonly string[]): Promise<Failure | null> {
  if (tests.length === 0) return null;
  const report = join(copy, '.cache/mutant.json');
  rmSync(report, { force: true });
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...tests, '--bail=1'];
  const child = spawn(process.execPath, [...vitest, '--reporter=json', `--outputFile.json=${report}`], {
    cwd: copy,
    stdio: 'ignore',
    timeout: PATIENCE_MS,
  });
  running = child;
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return null;
  const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as VitestReport).testResults : [];
  // A file that the first failure cut short fails without a failed test.
  const isBroken = (one: { readonly status: string }) => one.status === 'failed';
  const failed = results.find((one) => one.assertionResults.some(isBroken)) ?? results.find(isBroken);
  const test = failed?.assertionResults.find(isBroken)?.fullName ?? 'does not load';
  const file = failed?.name.slice(failed.name.indexOf(copy) + copy.length + 1) ?? tests[0] ?? '';
  return { file, test: failed === undefined ? 'never ends' : test };
}
