import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFault } from '#contract/faults.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

test('a fault in the browser gets the number that the log has', async () => {
  const agent = await it.signIn('agent');

  const answer = await agent.call(reportFault, {
    body: { message: 'x is not a function', stack: '', path: '/contacts', request_id: null },
  });

  expect([answer.status, answer.body]).toEqual([200, { data: { request_id: answer.headers['x-request-id'] } }]);
});

test('a report without end is refused', async () => {
  const agent = await it.signIn('agent');

  const answer = await agent.call(reportFault, {
    body: { message: 'x'.repeat(1_001), stack: '', path: '/contacts', request_id: null },
  });

  expect(answer.status).toBe(422);
});
