import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type NewReport, REPORT_KEPT_DAYS, reports } from '#contract/reports.contract.ts';
import { REPORT_TYPES } from '#contract/reports/definition.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { purseOf } from '../wallets/purse.ts';

let it: TestApp;
let admin: Client;
let manager: Client;
let agent: Client;
let peer: Client;
let stranger: Client;
beforeAll(async () => {
  it = await openApp();
  [admin, manager, agent] = [await it.signIn('admin'), await it.signIn('manager'), await it.signIn('agent')];
  [peer, stranger] = [await it.signIn('peer'), await it.signIn('stranger')];
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('delete from reports'));

const create = (body: Partial<NewReport> = {}, client = agent) =>
  client.call(reports.create, { body: { type: 'production', name: 'Sales', ...body } });
const idOf = async (body: Partial<NewReport> = {}, client = agent) => (await create(body, client)).body.data.id;
const refresh = (id: number, body: object = {}, client = agent) =>
  client.call(reports.refresh, { params: { id }, body });
const names = async (client = agent, query: object = {}) =>
  (await client.call(reports.list, { query })).body.data.map(({ name }) => name);
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: Record<string, string[]> }).errors;

test('spending of others is for those who manage wallets', async () => {
  const purse = purseOf(it, agent);
  await purse.leave(5_000_000);
  await purse.leave(3_000_000);
  const spent = async () => {
    const { data } = (await refresh(await idOf({ type: 'usage' }, manager), {}, manager)).body;
    return data.result?.totals.at(-1);
  };
  const rolesAre = (role: string) =>
    it.owner.query('update users set roles = array[$2] where id = $1', [manager.person?.id, role]);
  const managing = await spent();
  await rolesAre('field_manager');
  const leading = await spent();
  await rolesAre('manager');

  expect([managing, leading]).toEqual([2_000_000, 0]);
});

describe('a report', () => {
  test('is created with the defaults of its type, and computed when it is refreshed', async () => {
    const { body } = await create();
    expect(body.data).toMatchObject({
      type: 'production',
      name: 'Sales',
      shared: false,
      mine: true,
      created_by: { id: agent.person?.id, name: 'Amy Agent' },
      definition: { dimension: 'carrier', measure: 'policies', who: 'all', period: 'last_30_days', compare: 'none' },
      computed_at: null,
      result: null,
    });

    const { data } = (await refresh(body.data.id)).body;
    expect(data.result).toMatchObject({ rows: [], totals: [0, 0, 0], more_rows: 0, zone: 'America/New_York' });
    expect(data.computed_at).toBe(data.result?.computed_at);
    const { rows } = await it.owner.query(
      `select action from audit_log where subject_type = 'report' and subject_id = $1 order by id`,
      [body.data.id],
    );
    expect(rows.map(({ action }: { action: string }) => action)).toEqual(['report.created', 'report.refreshed']);
  });

  test('is changed and computed in one call, by who created it alone', async () => {
    const id = await idOf({ shared: true });
    const changed = await refresh(id, { name: 'Sales by line', dimension: 'policy_type', compare: 'previous_period' });
    expect(changed.body.data).toMatchObject({
      name: 'Sales by line',
      definition: { dimension: 'policy_type', period: 'last_30_days' },
      result: { definition: { dimension: 'policy_type' }, totals_before: [0, 0, 0] },
    });

    expect((await refresh(id, { name: 'Mine now' }, admin)).status).toBe(403);
    expect((await refresh(id, {}, admin)).body.data).toMatchObject({ name: 'Sales by line', mine: false });
  });

  test.each([
    [{ name: ' ' }, 'name', 'Enter a name.'],
    [{ dimension: 'channel' }, 'dimension', "A Production report can't be split this way."],
    [{ measure: 'texts' }, 'measure', "A Production report doesn't count this."],
    [{ period: 'custom' }, 'from', 'Choose the first day.'],
    [
      { period: 'custom', from: '2026-11-02', to: '2026-11-01' },
      'from',
      'Choose a first day that is not after the last one.',
    ],
    [{ period: 'custom', from: '2020-01-01', to: '2026-11-01' }, 'from', 'Choose at most three years.'],
    [{ period: 'next_30_days' }, 'period', 'This report is about days gone by. Choose other days.'],
    [{ type: 'pipeline', compare: 'previous_year' }, 'compare', 'A report as of now has nothing to compare.'],
    [
      { type: 'imports', filters: [{ field: 'state', value: 'TX' }] },
      'filters',
      'This report counts no contacts, so it has no filters.',
    ],
  ] as const)('with %j is refused at its field', async (body, field, message) => {
    const answer = await create(body as Partial<NewReport>);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)[field]).toEqual([message]);
  });

  test('with a filter that makes no sense is refused when it is computed', async () => {
    const id = await idOf({ filters: [{ field: 'dob', op: 'is', value: 'yesterday' }] });
    expect(errorsOf(await refresh(id))).toHaveProperty('dob');
  });

  test('is deleted and restored by who created it, for some days', async () => {
    const id = await idOf({ shared: true });
    await refresh(id);
    const remove = (client: Client) => client.call(reports.remove, { params: { id } });
    const restore = (client = agent) => client.call(reports.restore, { params: { id } });

    expect((await remove(admin)).status).toBe(403);
    expect((await remove(agent)).status).toBe(204);
    expect(await names()).toEqual([]);
    expect((await refresh(id)).status).toBe(404);
    expect((await restore(admin)).status).toBe(404);
    expect((await restore()).body.data).toMatchObject({ id, result: { totals: [0, 0, 0] } });
    expect(await names()).toEqual(['Sales']);

    await remove(agent);
    await it.owner.query(`select remove_expired('reports', $1, 100)`, [
      new Date(it.deps.now().getTime() + REPORT_KEPT_DAYS),
    ]);
    expect((await restore()).status).toBe(404);
  });
});

describe('the list', () => {
  test('has one’s own, those of users below, and shared ones', async () => {
    await create({ name: 'Amy’s' });
    await create({ name: 'Pia’s', shared: true }, peer);
    await create({ name: 'Max’s' }, manager);
    await create({ name: 'Sam’s', shared: true }, stranger);

    expect((await names()).toSorted()).toEqual(['Amy’s', 'Pia’s']);
    expect((await names(manager)).toSorted()).toEqual(['Amy’s', 'Max’s', 'Pia’s']);
    expect((await names(peer)).toSorted()).toEqual(['Pia’s']);
    const creators = await manager.call(reports.createdBy);
    expect(creators.body.data.map(({ name }) => name)).toEqual(['Amy Agent', 'Max Manager', 'Pia Peer']);
  });

  test('is narrowed by type, creator or name, a page at a time', async () => {
    await create({ name: 'First', type: 'activity' });
    await create({ name: 'Second' });
    await create({ name: 'Third' }, peer);

    expect(await names(manager, { filter_by: 'type', filter_value: 'activity' })).toEqual(['First']);
    expect(await names(manager, { filter_by: 'created_by', filter_value: String(peer.person?.id) })).toEqual(['Third']);
    expect(await names(manager, { filter_by: 'name', filter_value: 'SEC' })).toEqual(['Second']);
    expect(await names(manager, { page: 2, limit: 2 })).toEqual(['First']);
    const { body } = await manager.call(reports.list, { query: { limit: 2 } });
    expect(body.meta).toEqual({ current_page: 1, limit: 2, total_count: 3, total_pages: 2 });
    const wrong = await manager.call(reports.list, { query: { filter_by: 'created_by', filter_value: 'Amy' } });
    expect(errorsOf(wrong)).toHaveProperty('filter_value');
  });

  test('of types says what each counts', async () => {
    const { body } = await agent.call(reports.types);
    expect(body.data.map(({ type }) => type)).toEqual([...REPORT_TYPES]);
    expect(body.data[0]).toMatchObject({
      label: 'Production',
      measures: [{ measure: 'policies', label: 'Policies' }, {}, {}],
    });
  });
});

test('basic users have no reports', async () => {
  const id = await idOf({ shared: true });
  await it.owner.query(`update users set roles = '{basic}' where username = 'peer'`);
  const answers = [
    await peer.call(reports.list, { query: {} }),
    await peer.call(reports.types),
    await create({}, peer),
    await refresh(id, {}, peer),
    await peer.call(reports.file, { query: { id } }),
  ];
  await it.owner.query(`update users set roles = '{agent}' where username = 'peer'`);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});

/** The sheet of a workbook, as XML. */
function sheetOf(book: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml';
  const at = book.indexOf(name);
  return inflateRawSync(book.subarray(at + name.length)).toString();
}

const asBrowser = (client: Client, path: string, init: RequestInit = {}) =>
  fetch(`${it.url}${path}`, {
    ...init,
    headers: {
      cookie: client.cookie,
      'x-identity': `${client.person?.id}:0`,
      'content-type': 'application/json',
      origin: it.url,
    },
  });

test('the file is a workbook named after the type, with a row of totals and what they are', async () => {
  const days = { period: 'custom', from: '2026-10-01', to: '2026-11-30' } as const;
  const id = await idOf({ type: 'activity', dimension: 'month', compare: 'previous_year', ...days });
  const answer = await asBrowser(agent, `/v1/reports/export.xlsx?id=${id}`);
  expect(answer.headers.get('content-disposition')).toContain('activity.xlsx');

  const texts = [...sheetOf(Buffer.from(await answer.arrayBuffer())).matchAll(/<t [^>]*>([^<]*)</gu)].map(
    ([, text]) => text,
  );
  expect(texts.slice(0, 4)).toEqual(['Month', 'Calls', 'Calls, 10/01/2025–11/30/2025', 'Talk time (minutes)']);
  expect(texts.filter((text) => ['Oct 2026', 'Nov 2026', 'Total'].includes(text ?? ''))).toHaveLength(3);
  expect(texts).toContain(
    'Calls by month, 10/01/2026–11/30/2026, compared with the same days a year ago: everyone I can see.',
  );
});

test('a caller who leaves ends the statement of the database, too', async () => {
  const id = await idOf();
  const blocker = await it.owner.connect();
  const waiting = async () =>
    (await it.owner.query(`select from pg_locks where not granted and relation = 'policies'::regclass`)).rowCount;
  const gone = new AbortController();
  try {
    await blocker.query('begin');
    await blocker.query('lock table policies in access exclusive mode');
    const asked = asBrowser(agent, `/v1/reports/${id}`, { method: 'POST', body: '{}', signal: gone.signal });
    asked.catch(() => undefined);
    await vi.waitUntil(async () => (await waiting()) === 1, { timeout: 5_000 });
    gone.abort();

    await expect(asked).rejects.toThrow();
    await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 5_000 });
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  expect((await refresh(id)).status).toBe(200);
});

test('rows of a report that was never computed are refused', async () => {
  const id = await idOf();
  const query = { measure: 'policies' } as const;
  expect((await agent.call(reports.rows, { params: { id }, query })).status).toBe(409);
  await refresh(id);
  expect((await agent.call(reports.rows, { params: { id }, query })).body).toMatchObject({ data: [], sum: 0 });
  const other = await agent.call(reports.rows, { params: { id }, query: { measure: 'texts' } });
  expect(errorsOf(other)).toHaveProperty('measure');
  expect((await peer.call(reports.rows, { params: { id }, query })).status).toBe(404);
});
