import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../bin/demo-world.ts');

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bellwether-nobody-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Its exit code and what it says. */
const run = (args: readonly string[], appEnv: string) =>
  new Promise<[number, string]>((done) => {
    const env = { PATH: process.env['PATH'], APP_ENV: appEnv, DATA_DIR: dataDir };
    const child = execFile(process.execPath, [PROGRAM, ...args], { env }, (_, stdout, stderr) =>
      done([child.exitCode ?? -1, (stdout + stderr).trim()]),
    );
  });

test.each(['stage', 'production'])('in %s it refuses before any question', async (appEnv) => {
  expect(await run(['reset', '--yes'], appEnv)).toEqual([
    1,
    `bin/demo-world works in demo and development only, but APP_ENV is ${appEnv}.`,
  ]);
});

test('without a Bellwether it says how to start one', async () => {
  expect(await run(['status'], 'demo')).toEqual([
    1,
    `No answer from ${dataDir}. Start Bellwether with bin/start, or set DATA_DIR to the right one. Only a demo answers.`,
  ]);
});
