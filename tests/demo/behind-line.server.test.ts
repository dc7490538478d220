import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { BEHIND_LINE } from '../../server/http/announced-addresses.ts';
import { startWeb } from '../../server/roles/web.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await openDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'bw-behind-'));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

test('a web of stage hears no announced address, whatever its environment says', async () => {
  vi.stubEnv(BEHIND_LINE, '1');
  const config = loadConfig({
    APP_ENV: 'stage',
    APP_URL: 'https://crm.example.test',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEYS: Buffer.alloc(32, 1).toString('base64'),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
  });
  const web = await startWeb(config);
  vi.unstubAllEnvs();

  const answer = await fetch(`${web.url}/readyz`).then((reply) => reply.text());
  await web.stop();

  expect(answer).toBe('ready');
});
