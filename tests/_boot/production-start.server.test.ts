import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../server/config.ts';
import { keepRealClock } from '../_db/test-clock.ts';

keepRealClock();

test('production starts with the database inside and no setting but its address, and stops when asked', {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-production-'));
  const APP_URL = 'https://crm.example.test';
  const env = { PATH: process.env['PATH'], APP_URL, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
  const server = spawn(process.execPath, [join(ROOT, 'server/main.ts'), 'all'], { env });
  const ended = new Promise<number | null>((done) => server.once('close', done));
  // Only a test that failed finds it running.
  onTestFinished(() => void server.kill('SIGTERM'));
  let said = '';
  const ready = new Promise<string>((done) => {
    const hear = (text: Buffer) => {
      said += text.toString();
      const port = /^ready http:\/\/localhost:(\d+)$/mu.exec(said)?.[1];
      if (port !== undefined) done(`http://127.0.0.1:${port}`);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
  });

  const url = await Promise.race([ready, ended.then(() => '')]);
  const answer = url === '' ? said : await fetch(`${url}/readyz`).then((reply) => reply.text());

  expect(answer).toBe('ready');
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
  rmSync(dataDir, { recursive: true });
});
