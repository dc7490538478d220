import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the real app runs, with the demo world. */
    appUrl: string;
  }
}

const ROOT = join(import.meta.dirname, '../..');

/** Milliseconds until the app must be up. Ours: a first start makes a database and loads the demo world. */
const START_MS = 110_000;

/** Starts the real app for all browser tests: every process, an embedded database of its own, a free port. */
export default async function startApp(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale();
  const dataDir = mkdtempSync(join(tmpdir(), 'bw-e2e-'));
  const app = spawn(process.execPath, ['server/main.ts', 'all'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      APP_ENV: 'demo',
      BRAND: 'bellwether',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  project.provide('appUrl', await urlOf(app));
  return async () => {
    const ended = new Promise((resolve) => app.once('exit', resolve));
    app.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Builds the browser app unless what is built is newer than everything it is made of. */
function buildIfStale(): void {
  const built = join(ROOT, 'dist/index.html');
  const sources = globSync(['src/**/*', 'public/*', 'index.html', 'vite.config.ts', 'package-lock.json'], {
    cwd: ROOT,
  });
  const newest = Math.max(...sources.map((file) => statSync(join(ROOT, file)).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    cwd: ROOT,
    stdio: 'pipe',
    // The test runner's own NODE_ENV would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** @throws when the app ends or does not come up in time; with what it said. */
function urlOf(app: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const giveUp = (why: string) => reject(new Error(`${why}\n${said.join('\n')}`));
    const timer = setTimeout(() => giveUp('the app did not come up in time'), START_MS);
    app.once('exit', (code) => giveUp(`the app ended with ${code}`));
    for (const stream of [app.stdout, app.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        const url = /^ready (http\S+)/u.exec(line)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      });
    }
  });
}
