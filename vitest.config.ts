import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Browser tests that look at every place there is; with an app of their own they run beside the stories. */
const EVERYWHERE = ['tests/_e2e/accessibility.e2e.test.ts', 'tests/_e2e/themes.e2e.test.ts'];

/** One running app and its world for a project, so one file at a time. */
const ONE_APP = {
  environment: 'node',
  globalSetup: ['tests/_e2e/app.setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A poll waits a second by default, which a busy computer needs for a click.
  expect: { poll: { timeout: 60_000 } },
  fileParallelism: false,
};

/**
 * Tests of one worker share their modules: loading those anew for each file cost half of their time. A file that
 * stubs a global or the clock puts it back itself.
 */
const SHARED = { environment: 'node', pool: 'threads', isolate: false, testTimeout: 30_000 } as const;

/** Short files that take minutes: begun late, they would keep one core busy while the other waits. */
const LONG = /\/(_matrix\/matrix|kill|runner|identity-stack\.property|hostile-files|attachments)\.server\.test\.ts$/u;

/** Of `npm run test:locks`. */
const RECORDING = process.env['RECORD_LOCKS'] === undefined ? [] : ['tests/_locks/calls.setup.ts'];

/** The runner begins with those that were long last time. Where it has seen none it goes by their size, and LONG come first. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isLong) => sorted.filter(({ moduleId }) => LONG.test(moduleId) === isLong));
  }
}

/** The suffix of a test file picks its runner (docs/ARCHITECTURE.md, Tests). */
export default defineConfig({
  plugins: [react()],
  test: {
    // The runner's own choice leaves one core idle: half of two.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'pure',
          include: ['tests/**/*.{machine,stream,rules,contract,unit}.test.ts', 'src/**/*.test.ts'],
        },
      },
      { extends: true, test: { ...SHARED, name: 'house', include: ['tests/_house/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'model',
          include: ['model-tests/**/*.model.test.ts'],
          // A walk makes thousands of runs: seconds, and more on a busy computer.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // A jsdom a worker and a window a file: focus and portals would leak into another file's page.
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          pool: 'vmThreads',
          include: ['tests/**/*.test.tsx'],
          // The first test of a file loads its page, which a busy computer needs more than vitest's 5 s for.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // In processes of their own: they change the environment and load native modules.
          isolate: false,
          include: ['tests/**/*.{server,pg}.test.ts'],
          globalSetup: ['tests/_db/database.setup.ts'],
          setupFiles: ['tests/_db/test-clock.setup.ts', ...RECORDING],
          // Detects what hangs, on a busy computer too: no test says how fast anything is.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...ONE_APP,
          name: 'e2e',
          include: ['tests/**/*.e2e.test.ts'],
          exclude: [...configDefaults.exclude, ...EVERYWHERE],
        },
      },
      { extends: true, test: { ...ONE_APP, name: 'walks', include: ['model-tests/**/*.page.test.ts'] } },
      { extends: true, test: { ...ONE_APP, name: 'everywhere', include: EVERYWHERE } },
      // Not part of bin/test: `npm run test:pooler` installs the pooler first.
      {
        extends: true,
        test: {
          name: 'pooler',
          environment: 'node',
          include: ['tests/_pooler/*.pooler.test.ts'],
          globalSetup: ['tests/_db/database.setup.ts'],
          setupFiles: ['tests/_db/test-clock.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Not part of bin/test: `npm run attack`.
      { extends: true, test: { ...ONE_APP, name: 'attack', include: ['tests/_attack/*.attack.test.ts'] } },
    ],
  },
});
