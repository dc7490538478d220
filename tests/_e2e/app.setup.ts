import { execFileSync } from 'node:child_process';
import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeRunFolder } from '../_db/run-folder.ts';
import { startApp } from './running-app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the real app, with the demo world. */
    appUrl: string;
  }
}

const ROOT = join(import.meta.dirname, '../..');

/** Starts the real app for all browser tests: every process, an embedded database of its own, a free port. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale();
  const dataDir = makeRunFolder('bw-e2e');
  // An unanswered call ends before the tests lose patience, and rings for as long as a busy computer takes to answer.
  const extra = { NODE_ENV: 'production', BRAND: 'bellwether', LOG_LEVEL: 'warn', VOICE_RING_MS: '20000' };
  const app = await startApp({ dataDir, port: 0, extra });
  project.provide('appUrl', app.url);
  return async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Builds the browser app unless what is built is newer than everything it is made of. */
function buildIfStale(): void {
  const built = join(ROOT, 'dist/index.html');
  const sources = globSync(
    ['src/**/*', 'public/*', 'index.html', 'vite.config.ts', 'bin/lazy-parts.ts', 'package-lock.json'],
    {
      cwd: ROOT,
    },
  );
  const newest = Math.max(...sources.map((file) => statSync(join(ROOT, file)).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    cwd: ROOT,
    stdio: 'pipe',
    // The test runner's own NODE_ENV would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
