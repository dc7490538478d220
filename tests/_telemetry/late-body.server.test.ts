import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportFault } from '#contract/faults.contract.ts';
import { bind } from '../../server/http/bind.ts';
import { causeNow } from '../../server/telemetry/cause.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  const tellsItsCause = (app: TestApp['app']) =>
    bind(app, reportFault, async () => ({ data: { request_id: causeNow()?.requestId ?? 'nobody’s' } }));
  it = await openApp({ features: [tellsItsCause] });
});
afterAll(() => it.close());

test('a body that comes late does not lose for which request it is', async () => {
  const { host, port } = new URL(it.url);
  const headers = { host, origin: it.url, 'content-type': 'application/json', 'x-request-id': 'r'.repeat(16) };
  const body = JSON.stringify({ message: 'broken', stack: '', path: '/', request_id: null });
  const request = ask({ port, method: reportFault.method, path: reportFault.path, headers });
  request.flushHeaders();
  await once(it.app.server, 'request');
  for (let turns = 0; turns < 20; turns += 1) await turn();

  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];

  expect(await json(response)).toEqual({ data: { request_id: 'r'.repeat(16) } });
});
