import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type Cause, carriedCause, causeNow, within } from '../../server/telemetry/cause.ts';
import { logOptions } from '../../server/telemetry/log.ts';
import { openSpan, type Span, traceWith } from '../../server/telemetry/spans.ts';

const WHO = { actorId: 7, userId: 7, businessUnitId: 3 };
const causeFor = (who: Cause['who'], span: Span | null = null): Cause => ({
  requestId: 'r'.repeat(16),
  who,
  span,
  events: 0,
});

/** The line that a log writes within a cause, without its time. */
function lineWithin(cause: Cause | null, fields: object = {}): string {
  let line = '';
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      line = chunk.toString();
      done();
    },
  });
  const log = pino({ ...logOptions('info', 'web'), timestamp: false }, stream);
  const write = () => log.info(fields, 'said');
  if (cause === null) write();
  else within(cause, write);
  return line.trim();
}

afterEach(() => traceWith(null));

test('a line has its request id and its actor', () => {
  expect(lineWithin(causeFor(WHO))).toBe(
    '{"level":30,"role":"web","request_id":"rrrrrrrrrrrrrrrr","actor":7,"bu":3,"msg":"said"}',
  );
});

test('a line names the acted-as user and the signed-in one', () => {
  expect(lineWithin(causeFor({ ...WHO, userId: 9 }))).toContain('"actor":7,"bu":3,"acting_as":9');
});

test('a line has each field once, also when it names its request itself', () => {
  expect(lineWithin(causeFor(null), { request_id: 'mine' })).toBe(
    '{"level":30,"role":"web","request_id":"mine","msg":"said"}',
  );
});

test('a line without a cause names no one', () => {
  expect(lineWithin(null)).toBe('{"level":30,"role":"web","msg":"said"}');
});

test('a cause goes with what is awaited, and not beyond', async () => {
  const cause = causeFor(WHO);
  const later = within(cause, async () => {
    await Promise.resolve();
    return causeNow();
  });

  expect([await later, causeNow()]).toEqual([cause, undefined]);
});

test('a job takes along ids and the trace, and nothing else', () => {
  const span = { traceparent: '00-a-b-01', within: <T>(work: () => T) => work() } as Span;

  expect(within(causeFor(WHO, span), carriedCause)).toEqual({
    requestId: 'r'.repeat(16),
    who: WHO,
    traceparent: '00-a-b-01',
  });
  expect([within(causeFor(null), carriedCause), carriedCause()]).toEqual([
    { requestId: 'r'.repeat(16), who: null },
    undefined,
  ]);
});

test('no span opens where nothing is traced', () => {
  expect(openSpan({ name: 'GET /', kind: 'request', attributes: {} })).toBe(null);
});
