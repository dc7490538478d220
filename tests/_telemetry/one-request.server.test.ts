import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REQUEST_ID_HEADER } from '#contract/_wire.contract.ts';
import { listContacts } from '#contract/contacts.contract.ts';
import { readImportAttempt, startImport, validateImport } from '#contract/imports.contract.ts';
import { signIn } from '#contract/session.contract.ts';
import { newIdempotencyKey } from '../../src/api/idempotency-key.ts';
import { requestOf } from '../../src/api/request-of.ts';
import { type Client, clientOf } from '../_api/app.ts';
import { connect, OWN_IMPORTS } from '../_cable/cable-client.ts';
import { MAX_INBOUND_PER_SECOND } from '../../server/cable/protocol.ts';
import { PASSWORD } from '../_db/world.ts';
import { type Collector, openCollector, type SeenSpan } from './collector.ts';
import { type Processes, startProcesses } from './processes.ts';

/** What must be nowhere in logs, metrics and traces. */
const CANARY = 'zebraquagga';
const CSV = `First name,Last name,Email\n${CANARY},Reyes,${CANARY}@example.com\n`;

const TOKEN = randomBytes(16).toString('hex');

let collector: Collector;
let it: Processes;
let agent: Client;
/** Of the call that starts the import, as the page has made it. */
let requestId: string;
beforeAll(async () => {
  collector = await openCollector();
  it = await startProcesses({
    METRICS_TOKEN: TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  agent = clientOf(it.url, it.world.people.agent);
  await agent.call(signIn, { body: { username: 'agent', password: PASSWORD } });
  await clientOf(it.url, null).call(signIn, { body: { username: CANARY, password: CANARY } });
  const { body } = await agent.call(validateImport, { file: new File([CSV], `${CANARY}.csv`) });
  const id = body.data.id;
  const page = requestOf(startImport, { body: { import_id: id } }, { identity: null, newId: newIdempotencyKey });
  requestId = page.headers[REQUEST_ID_HEADER] ?? '';
  const started = await agent.call(startImport, {
    body: { import_id: id },
    headers: { [REQUEST_ID_HEADER]: requestId, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  });
  expect([started.status, started.headers[REQUEST_ID_HEADER]]).toEqual([200, requestId]);
  const read = async () => (await agent.call(readImportAttempt, { params: { id } })).body.data.status;
  await vi.waitFor(async () => expect(await read()).toBe('done'), { timeout: 20_000, interval: 100 });
  const search = [{ field: 'first_name' as const, value: CANARY }];
  const found = await agent.call(listContacts, { body: { contacts_scope: { search } } });
  expect(found.status).toBe(200);
  await agent.send('GET', `/v1/${CANARY}`);
  await vi.waitFor(() => expect([jobSpan(), jobLine()]).not.toContain(undefined), { timeout: 10_000 });
});
afterAll(async () => {
  await it?.stop();
  collector?.close();
});

const spansOf = (name: string) => collector.spans.filter((span) => span.name === name);
const jobSpan = (): SeenSpan | undefined => spansOf('imports.run')[0];
const jobLine = () => it.lines('jobs').find(({ msg, queue }) => msg === 'job ended' && queue === 'imports.run');
const who = () => ({ actor: agent.person?.id, bu: agent.person?.businessUnitId });

describe('one request id', () => {
  test('leads from the page to the line of the answer and to the line of the job that it left behind', () => {
    const lines = it.lines('web').filter(({ request_id }) => request_id === requestId);

    expect(lines).toMatchObject([{ msg: 'answered', method: 'POST', status: 200, role: 'web', ...who() }]);
    expect(jobLine()).toMatchObject({ request_id: requestId, outcome: 'done', role: 'jobs', ...who() });
  });

  test('has the events that it caused counted', () => {
    expect(jobLine()?.['events']).toBeGreaterThan(0);
  });
});

describe('a trace', () => {
  test('goes from the request over its queries to the job and its queries', () => {
    const [request] = collector.spans.filter(
      ({ kind, attributes }) => kind === 2 && attributes['request_id'] === requestId,
    );
    const queriesOf = (span: SeenSpan | undefined) =>
      collector.spans.filter(({ name, parentSpanId }) => name.startsWith('pg.query:') && parentSpanId === span?.spanId)
        .length;
    const job = jobSpan();

    expect(request).toMatchObject({ parentSpanId: '', service: 'bellwether-web' });
    expect(request?.attributes).toMatchObject({ 'http.response.status_code': 200 });
    expect(queriesOf(request)).toBeGreaterThan(3);
    expect(job).toMatchObject({ parentSpanId: request?.spanId, traceId: request?.traceId, service: 'bellwether-jobs' });
    expect(queriesOf(job)).toBeGreaterThan(3);
  });

  test('has its id in the lines of web and jobs', () => {
    const [answered] = it.lines('web').filter(({ request_id }) => request_id === requestId);

    expect([answered?.['trace_id'], jobLine()?.['trace_id']]).toEqual([jobSpan()?.traceId, jobSpan()?.traceId]);
  });

  test('begins here, whatever the browser says of its own', () => {
    expect(collector.text()).not.toContain('a'.repeat(32));
  });
});

const scrape = (role: 'web' | 'jobs', token = TOKEN) =>
  fetch(it.metrics[role], { headers: { authorization: `Bearer ${token}` } });

/** Values by series; labels in the order of their names. */
async function seriesOf(role: 'web' | 'jobs'): Promise<Record<string, number>> {
  const lines = (await (await scrape(role)).text()).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm);
  const sorted = (labels = '') =>
    labels
      .match(/\w+="[^"]*"/g)
      ?.toSorted()
      .join(',') ?? '';
  return Object.fromEntries([...lines].map(([, name, labels, value]) => [`${name}{${sorted(labels)}}`, Number(value)]));
}

describe('the metrics', () => {
  test('of web tell of requests, the pool and the sign-ins', async () => {
    const series = await seriesOf('web');

    expect(series).toMatchObject({
      'http_requests_total{method="PATCH",role="web",route="/v1/contacts",status="2xx"}': 1,
      'http_requests_total{method="GET",role="web",route="page",status="4xx"}': 1,
      'http_request_duration_seconds_count{method="PATCH",role="web",route="/v1/contacts"}': 1,
      'db_pool_connections{role="web",state="waiting"}': 0,
      'sign_ins_total{outcome="signed_in",role="web",way="password"}': 1,
      'sign_ins_total{outcome="refused",role="web",way="password"}': 1,
      'cable_sockets{role="web"}': 0,
    });
    expect(series['db_pool_wait_seconds_count{role="web"}']).toBeGreaterThan(10);
    expect(series['events_published_total{role="web"}']).toBeGreaterThan(0);
  });

  test('of web tell of the cable: sockets, subscriptions, what was sent again and whom it has closed', async () => {
    const client = await connect(Number(new URL(it.url).port), { cookie: agent.cookie });
    const { stream, epoch, offset } = await client.subscribe(OWN_IMPORTS);
    client.catchUp(OWN_IMPORTS, [{ stream, epoch, offset: 0 }]);
    await client.until(() => client.messages('stream.positioned').length === 2);
    const open = await seriesOf('web');
    for (let sent = 0; sent <= MAX_INBOUND_PER_SECOND * 2; sent += 1) client.send('{}');
    await client.closed;
    // The client sees the end a moment before the server has counted it.
    await expect.poll(async () => (await seriesOf('web'))['cable_sockets{role="web"}'], { timeout: 30_000 }).toBe(0);
    const closed = await seriesOf('web');

    expect([offset > 0, open, closed]).toMatchObject([
      true,
      {
        'cable_sockets{role="web"}': 1,
        'cable_subscriptions{role="web"}': 1,
        'cable_catch_ups_total{outcome="replayed",role="web"}': 1,
        'cable_replayed_events_total{role="web"}': offset,
      },
      {
        'cable_sockets{role="web"}': 0,
        'cable_subscriptions{role="web"}': 0,
        'cable_drops_total{reason="too_many_messages",role="web"}': 1,
      },
    ]);
  });

  test('of jobs tell of jobs, rows and what waits', async () => {
    const series = await seriesOf('jobs');

    expect(series).toMatchObject({
      'import_rows_total{outcome="created",role="jobs"}': 1,
      'jobs_ended_total{outcome="done",queue="imports.run",role="jobs"}': 1,
      'jobs_running{queue="imports.run",role="jobs"}': 0,
      'jobs_oldest_waiting_seconds{queue="imports.run",role="jobs"}': 0,
      'events_oldest_unpublished_seconds{role="jobs"}': 0,
    });
    expect(Object.keys(series)).toContain('nodejs_eventloop_lag_p99_seconds{role="jobs"}');
  });

  test('are for nobody without the token', async () => {
    expect([(await scrape('web', 'wrong')).status, (await scrape('jobs', '')).status]).toEqual([401, 401]);
  });
});

test('names, addresses, searches and file names are in no line, no metric and no span', async () => {
  const metrics = await Promise.all([(await scrape('web')).text(), (await scrape('jobs')).text()]);
  const lines = JSON.stringify([it.lines('web'), it.lines('jobs')]);

  expect(lines).toContain('answered');
  expect([lines, ...metrics, collector.text()].map((text) => text.toLowerCase().includes(CANARY))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
