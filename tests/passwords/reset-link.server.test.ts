import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp({ config: { appUrl: 'https://crm.example.test' } });
});
afterAll(() => it.close());

test.each([
  { host: 'evil.test', origin: 'http://evil.test' },
  { host: 'localhost', origin: 'https://evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
])('a link uses the address from the settings, whatever host a request names: %j', async (headers) => {
  await it.owner.query('delete from outbox_mails');

  const answer = await it.app.inject({
    method: 'POST',
    url: '/v1/users/reset_password_instructions',
    headers,
    payload: { username: 'agent' },
  });

  const { rows } = await it.owner.query<{ text_body: string }>('select text_body from outbox_mails');
  expect([answer.statusCode, rows.length]).toEqual([204, 1]);
  expect(rows[0]?.text_body).toContain('\nhttps://crm.example.test/reset-password?token=');
  expect(rows[0]?.text_body).not.toContain('evil');
});
