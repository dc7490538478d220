import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, trace } from '@opentelemetry/api';
import { afterEach, expect, test, vi } from 'vitest';
import { openSpan } from '../../server/telemetry/spans.ts';
import { startTracing } from '../../server/telemetry/tracing.ts';

let collector: Server;
afterEach(() => {
  trace.disable();
  context.disable();
  vi.unstubAllEnvs();
  collector.close();
  collector.closeAllConnections();
});

/** Starts tracing towards a collector that answers so. */
async function traceTo(answer: RequestListener): Promise<() => Promise<void>> {
  collector = createServer(answer).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  return startTracing('web');
}

test.each<[string, RequestListener]>([
  ['does not answer', () => undefined],
  ['refuses what comes', (_, response) => response.writeHead(400).end()],
])('a collector that %s holds up no stop, and fails none', async (_, answer) => {
  const sendTheRest = await traceTo(answer);
  openSpan({ name: 'a request', kind: 'request', attributes: {} })?.end({ failed: false });
  const reached = once(collector, 'request');

  const begun = performance.now();
  await sendTheRest();
  await reached;

  expect(performance.now() - begun).toBeLessThan(3_000);
});
