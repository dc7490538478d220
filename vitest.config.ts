import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The suffix of a test file picks its runner (docs/ARCHITECTURE.md, Tests). */
export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          include: ['tests/**/*.{machine,stream,rules,contract,unit}.test.ts', 'src/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'house', environment: 'node', include: ['tests/_house/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'model',
          environment: 'node',
          include: ['model-tests/**/*.model.test.ts'],
          // A walk makes thousands of runs: seconds, and more on a busy computer.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'dom', environment: 'jsdom', include: ['tests/**/*.test.tsx'] } },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/**/*.{server,pg}.test.ts'],
          globalSetup: ['tests/_db/database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/**/*.e2e.test.ts', 'model-tests/**/*.page.test.ts'],
          globalSetup: ['tests/_e2e/app.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
