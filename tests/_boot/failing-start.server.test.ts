import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../../server/config.ts';
import { keepRealClock } from '../_db/test-clock.ts';

keepRealClock();

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bellwether-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs the server's entry to its end; its whole output counts, so a stack trace would show. */
async function run(
  role: string,
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts'), role], {
    env: { PATH: process.env['PATH'], APP_ENV: 'demo', DATA_DIR: dataDir, PORT: '0', ...env },
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (text.out += String(chunk)));
  child.stderr.on('data', (chunk) => (text.err += String(chunk)));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, ...text };
}

test('a taken port is named with a way out', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };

  const ended = await run('all', { PORT: String(port) });

  server.close();
  expect(ended).toEqual({
    code: 1,
    out: '',
    err: `Port ${port} is in use by another program. Stop that program, or choose another port, for example PORT=${port + 1}.\n`,
  });
});

test('broken settings are listed, each in a sentence', async () => {
  const ended = await run('all', { PORT: 'abc', BRAND: 'acme' });

  expect(ended).toEqual({
    code: 1,
    out: '',
    err: 'BRAND must be one of bellwether, silverline, stillwater, talentpath, but is "acme".\nPORT must be a whole number from 0 to 65535 (0 picks a free port), but is "abc".\n',
  });
});

test('an unreachable database is named without its password', async () => {
  const ended = await run('all', { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/crm' });

  expect(ended).toEqual({
    code: 1,
    out: '',
    // A start that takes its time says what it is doing.
    err: expect.stringMatching(
      /^(Preparing the database\.\n)?The database at 127\.0\.0\.1:1 can't be reached \(ECONNREFUSED\)\. Start it, or correct DATABASE_URL\.\n$/,
    ),
  });
});

test('a data folder that cannot be made is named', async () => {
  const ended = await run('all', { DATA_DIR: '/proc/nowhere' });

  expect(ended).toEqual({
    code: 1,
    out: '',
    err: "The data folder /proc/nowhere isn't writable by this user. Grant write access, or set DATA_DIR to another folder.\n",
  });
});

test('a role of its own says that it needs a database', async () => {
  const ended = await run('migrate', {});

  expect(ended.err).toBe(
    'DATABASE_URL is missing. Set it to your PostgreSQL server, or use bin/start, which brings its own.\n',
  );
});
