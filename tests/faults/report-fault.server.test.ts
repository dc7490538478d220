import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFault } from '#contract/faults.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { RATES_PER_MINUTE } from '../../server/http/rate-limits.ts';

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

test('addresses of one IPv6 network share its limit', async () => {
  const report = async (place: number) => {
    const body = { message: 'broken', stack: '', path: '/login', request_id: null };
    const headers = { 'x-forwarded-for': `2001:db8:1:2::${place.toString(16)}` };
    return (await it.visitor().call(reportFault, { body, headers })).status;
  };

  const statuses: number[] = [];
  const most = RATES_PER_MINUTE.report;
  for (let place = 1; place <= most + 1; place += 1) statuses.push(await report(place));
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([most, 429]);
});
