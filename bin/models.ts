// Runs every model test and writes reports/models/index.html: `npm run models`. Ends with 1, and says why, when a path
// fails or a state or transition of a machine is walked by no path. `npm run models -- --machines` leaves the browser out.
// `npm run models -- --flows=<folder>` also walks the workflows in a folder, as their editor exports them.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createServer } from 'vite';
import type { RanTest } from '../model-tests/_report/figures.ts';
import type { render } from '../model-tests/_report/render.tsx';
import type { WalkRecord } from '../model-tests/_walk/record.ts';

const root = join(import.meta.dirname, '..');
const CACHE = join(root, '.cache/models');
const RECORDS = join(CACHE, 'records');
const OUT = join(root, 'reports/models');
const STYLES = ['tokens', 'base', 'controls', 'marks', 'cards', 'table', 'frame', 'page', 'chart'];
const FONT = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const WHEN = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const withoutBrowser = process.argv.includes('--machines');
const begun = performance.now();
process.env['WORKFLOW_FILES'] = process.argv.find((one) => one.startsWith('--flows='))?.slice('--flows='.length) ?? '';

rmSync(CACHE, { recursive: true, force: true });
mkdirSync(RECORDS, { recursive: true });
const tests = [...runTests('model'), ...(withoutBrowser ? [] : runTests('walks'))];
const { html, summary, faults } = await renderPage();
rmSync(OUT, { recursive: true, force: true });
mkdirSync(join(OUT, 'pictures'), { recursive: true });
for (const picture of globSync('*.jpg', { cwd: RECORDS })) {
  cpSync(join(RECORDS, picture), join(OUT, 'pictures', basename(picture)));
}
writeFileSync(join(OUT, 'index.html'), html);

console.log(`\n${summary}`);
for (const fault of faults) console.log(`✗ ${fault}`);
console.log(join(OUT, 'index.html'));
process.exit(faults.length === 0 ? 0 : 1);

/** The model tests of one project of vitest; what they walk they write into RECORDS. */
function runTests(project: 'model' | 'walks'): readonly RanTest[] {
  const report = join(CACHE, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, 'model-tests/', ...reporters],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MODEL_RECORDS: RECORDS } },
  );
  return testsIn(report, project, status);
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function testsIn(report: string, project: string, status: number | null): readonly RanTest[] {
  const tests = readReport(report).flatMap(({ name: file, message, status: end, assertionResults }) => {
    const ran = assertionResults.map(({ fullName, failureMessages, status: result }) => ({
      file,
      title: fullName,
      failure: result === 'passed' ? null : failureMessages.join('\n') || message || 'It did not run.',
    }));
    const isUnloaded = end === 'failed' && ran.every(({ failure }) => failure === null);
    return isUnloaded ? [...ran, { file, title: basename(file), failure: message }] : ran;
  });
  const isSilent = status !== 0 && tests.every(({ failure }) => failure === null);
  const title = `The tests of the project ${project}`;
  return isSilent ? [...tests, { file: '', title, failure: 'They ended early: see the messages above.' }] : tests;
}

function readReport(file: string): VitestReport['testResults'] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as VitestReport).testResults;
  } catch {
    return [];
  }
}

/** The page needs what Vite does with the sources: JSX, globs over the machines. */
async function renderPage() {
  const vite = await createServer({
    root,
    appType: 'custom',
    logLevel: 'error',
    cacheDir: join(CACHE, 'vite'),
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = (await vite.ssrLoadModule('/model-tests/_report/render.tsx')) as { render: typeof render };
    return module.render({
      records: globSync('*.json', { cwd: RECORDS }).map(
        (file) => JSON.parse(readFileSync(join(RECORDS, file), 'utf8')) as WalkRecord,
      ),
      tests,
      version: (JSON.parse(textOf('package.json')) as { version: string }).version,
      when: new Date().toLocaleString('en-US', WHEN),
      seconds: Math.round((performance.now() - begun) / 1_000),
      withoutBrowser,
      css: styles(),
    });
  } finally {
    await vite.close();
  }
}

function styles(): string {
  const font = readFileSync(join(root, FONT)).toString('base64');
  const face = `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(data:font/woff2;base64,${font}) format("woff2-variations")}`;
  const sheets = STYLES.map((name) => textOf(`src/styles/${name}.css`));
  return [face, ...sheets, textOf('model-tests/_report/report.css')].join('\n');
}
