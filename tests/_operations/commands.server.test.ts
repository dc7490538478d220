import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../server/config.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { keepRealClock } from '../_db/test-clock.ts';

keepRealClock();

let database: TestDatabase;
let base: string;
beforeAll(async () => {
  database = await openDatabase();
  base = mkdtempSync(join(tmpdir(), 'bellwether-commands-'));
});
afterAll(async () => {
  await database.close();
  rmSync(base, { recursive: true, force: true });
});

const run = (command: 'backup' | 'restore', ...given: string[]) =>
  spawnSync(process.execPath, [join(ROOT, `server/operations/${command}.ts`), ...given], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], APP_ENV: 'demo', PORT: '0', DATA_DIR: base, DATABASE_URL: database.url },
  });

test('a backup is good, also where the doctor cannot be told of it', () => {
  mkdirSync(join(base, 'last-backup.json'));
  const { status, stderr } = run('backup');

  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^Couldn't record the backup's location for bin\/doctor: EISDIR/),
  });
  expect(readdirSync(join(base, 'backups'))).toHaveLength(1);
});

test.each(['postgres://crm:secret@db.test/crm2', 'postgresql://crm@db.test/crm2?password=secret'])(
  'a restore takes no password on the command line: %s',
  (into) => {
    const { status, stderr } = run('restore', join(base, 'none'), '--into', into);

    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'Everyone on this machine can see the password in --into. Use DATABASE_URL_FILE or DATABASE_URL instead.\n',
    });
  },
);
