import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { logOptions } from '../../server/telemetry/log.ts';

/** The log's description of an error. */
function logged(error: Error): string {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  pino(logOptions('info', 'web'), stream).error({ err: error }, 'failed');
  return lines.join('');
}

const ofDatabase = () =>
  Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: 'Key (account_id, lower(email))=(7, jane@example.com) already exists.',
    where: `SQL statement "select id from contacts where search_text like '%jane%'"`,
    internalQuery: `select '%jane%'`,
  });

test('the log says which error it was, and nothing of the rows and searches that it was about', () => {
  const line = logged(ofDatabase());

  expect(line).toContain('23505');
  expect(line).not.toContain('jane');
});
