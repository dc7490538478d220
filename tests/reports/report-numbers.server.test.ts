import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { type NewReport, type Report, reports } from '#contract/reports.contract.ts';
import { REPORT_TYPES, type ReportMeasure, type ReportType } from '#contract/reports/definition.contract.ts';
import { contactsLink } from '#rules/reports/contacts-link.ts';
import { fillDefinition } from '#rules/reports/fill-definition.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { DAYS, makeFacts } from './report-facts.ts';

let it: TestApp;
let manager: Client;
beforeAll(async () => {
  it = await openApp();
  manager = await it.signIn('manager');
  await makeFacts(it);
});
afterAll(() => it.close());

type Wanted = Partial<Omit<NewReport, 'type' | 'name'>>;

/** A computed report over the days of the data set. */
async function computed(type: ReportType, wanted: Wanted = {}, client = manager): Promise<Report & { result: object }> {
  const days = REPORT_KINDS[type].range === 'now' ? {} : ({ period: 'custom', ...DAYS } as const);
  // Nobody refreshes so many in a minute.
  it.advance(60_000);
  const made = await client.call(reports.create, { body: { type, name: type, ...days, ...wanted } });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { status, body } = await client.call(reports.refresh, { params: { id: made.body.data.id }, body: {} });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Report & { result: object };
}

/** Labels with their numbers by measure. */
const tableOf = ({ type, result }: Report) =>
  Object.fromEntries([
    ...(result?.rows ?? []).map(({ label, numbers }) => [label, namedOf(type, numbers)]),
    ['Total', namedOf(type, result?.totals ?? [])],
  ]);

const namedOf = (type: ReportType, numbers: readonly number[]): Record<string, number> =>
  Object.fromEntries(
    REPORT_KINDS[type].measures.flatMap((measure, at) => (numbers[at] === 0 ? [] : [[measure, numbers[at] ?? -1]])),
  );

const rowsOf = (
  id: number,
  query: { measure: ReportMeasure; key?: string; days?: 'now' | 'before' },
  client = manager,
) => client.call(reports.rows, { params: { id }, query: { ...query, limit: 200 } });

/** Computed by hand from the comments of `report-facts.ts`. */
const EXPECTED: Readonly<Record<ReportType, readonly [Wanted, object]>> = {
  production: [
    {},
    {
      Aetna: { policies: 2, premium_cents: 140_000, ended: 1 },
      Humana: { policies: 1, premium_cents: 100_000 },
      Total: { policies: 3, premium_cents: 240_000, ended: 1 },
    },
  ],
  policy_book: [
    { dimension: 'agent' },
    {
      'Amy Agent': { policies: 1, premium_cents: 120_000 },
      'Pia Peer': { policies: 2, premium_cents: 100_000 },
      'Max Manager': { policies: 1, premium_cents: 2_000 },
      Total: { policies: 4, premium_cents: 222_000 },
    },
  ],
  renewals: [
    { from: '2026-12-01', to: '2027-01-31' },
    {
      'Dec 2026': { policies: 1, premium_cents: 100_000 },
      'Jan 2027': {},
      Total: { policies: 1, premium_cents: 100_000 },
    },
  ],
  activity: [
    {},
    {
      'Amy Agent': { calls: 1, talk_seconds: 60, texts: 1, notes: 1 },
      'Pia Peer': { calls: 1, talk_seconds: 30, emails: 1 },
      Total: { calls: 2, talk_seconds: 90, texts: 1, emails: 1, notes: 1 },
    },
  ],
  leaderboard: [
    {},
    {
      'Amy Agent': { policies: 2, premium_cents: 140_000, contacts: 2, calls: 1, talk_seconds: 60 },
      'Pia Peer': { policies: 1, premium_cents: 100_000, contacts: 1, calls: 1, talk_seconds: 30 },
      Total: { policies: 3, premium_cents: 240_000, contacts: 3, calls: 2, talk_seconds: 90 },
    },
  ],
  conversion: [
    {},
    {
      Web: { contacts: 2, contacted: 1, sold: 1 },
      Referral: { contacts: 1, contacted: 1, sold: 1 },
      Total: { contacts: 3, contacted: 2, sold: 2 },
    },
  ],
  pipeline: [
    {},
    {
      'No status': { contacts: 3, overdue: 1, untouched: 2 },
      Hot: { contacts: 1 },
      Total: { contacts: 4, overdue: 1, untouched: 2 },
    },
  ],
  imports: [
    { dimension: 'outcome' },
    {
      Done: { imports: 1, rows_created: 5, rows_updated: 3, rows_skipped: 2, rows_problem: 1 },
      Total: { imports: 1, rows_created: 5, rows_updated: 3, rows_skipped: 2, rows_problem: 1 },
    },
  ],
  transfers: [
    {},
    {
      'Max Manager': { transfers: 1, moved: 3, left_alone: 2, returned: 1 },
      Total: { transfers: 1, moved: 3, left_alone: 2, returned: 1 },
    },
  ],
  campaigns: [
    {},
    {
      AEP: { recipients: 3, delivered: 2, failed: 1, replied: 1, broadcasts: 1 },
      Total: { recipients: 3, delivered: 2, failed: 1, replied: 1, broadcasts: 1 },
    },
  ],
  compliance: [
    {},
    {
      Calls: { consents: 1, do_not_call: 1, recordings: 1, unannounced: 1 },
      Text: { withdrawn: 1 },
      Total: { consents: 1, withdrawn: 1, do_not_call: 1, recordings: 1, unannounced: 1 },
    },
  ],
  usage: [{ dimension: 'kind' }, { Calls: { minutes: 2 }, Texts: { segments: 4 }, Total: { minutes: 2, segments: 4 } }],
};

describe.each(REPORT_TYPES)('a report of %s', (type) => {
  const [wanted, expected] = EXPECTED[type];

  test('has the numbers of the data set, and each opens its rows', async () => {
    const report = await computed(type, wanted);
    expect(tableOf(report)).toEqual(expected);

    for (const [at, measure] of REPORT_KINDS[type].measures.entries()) {
      for (const { key, numbers } of report.result?.rows ?? []) {
        const { body } = await rowsOf(report.id, { measure, key });
        expect([key, measure, body.sum], JSON.stringify(body)).toEqual([key, measure, numbers[at]]);
        expect(body.data.reduce((sum, { value }) => sum + value, 0)).toBe(numbers[at]);
      }
      const { body } = await rowsOf(report.id, { measure });
      expect(body.sum).toBe(report.result?.totals[at]);
      expect(body.meta.total_count).toBe(body.data.length);
    }
  });

  test('has the same totals however it is split', async () => {
    const { measures, dimensions } = REPORT_KINDS[type];
    const totals = EXPECTED[type][1] as { Total: object };
    for (const dimension of dimensions) {
      for (const who of ['all', 'mine'] as const) {
        const { result } = await computed(type, { ...wanted, dimension, who });
        const sums = measures.map((_, at) =>
          (result?.rows ?? []).reduce((sum, { numbers }) => sum + (numbers[at] ?? 0), 0),
        );
        expect(sums, `${dimension} of ${who}`).toEqual(result?.totals);
        if (who === 'all') expect(namedOf(type, sums), dimension).toEqual(totals.Total);
      }
    }
  });
});

test('days are the reader’s, and the day when clocks go back has 25 hours', async () => {
  const byDay = async () => tableOf(await computed('activity', { dimension: 'day', to: '2026-11-02' }));
  expect(await byDay()).toEqual({
    '11/01/2026': { calls: 2, talk_seconds: 90 },
    '11/02/2026': {},
    Total: { calls: 2, talk_seconds: 90 },
  });

  await it.owner.query(`update users set timezone = 'pst' where username = 'manager'`);
  expect(await byDay()).toMatchObject({ '11/01/2026': { calls: 1, talk_seconds: 30 }, Total: { calls: 1 } });
  await it.owner.query(`update users set timezone = 'est' where username = 'manager'`);
});

test('two ranges stand side by side, and the earlier numbers open their rows, too', async () => {
  const { id, result } = await computed('production', { compare: 'previous_year' });

  expect(result?.compared).toEqual({ from: '2025-11-01', to: '2025-11-10' });
  expect(result?.rows.map(({ label, before }) => [label, before])).toEqual([
    ['Aetna', [1, 2_000, 0]],
    ['Humana', [0, 0, 0]],
  ]);
  const { body } = await rowsOf(id, { measure: 'policies', key: 'aetna', days: 'before' });
  expect(body.data).toEqual([
    expect.objectContaining({ kind: 'policy', title: 'Eng', agent: 'Max Manager', day: '2025-11-05', value: 1 }),
  ]);
});

test('a reader gets the numbers of what they may see', async () => {
  const { id } = await computed('production', { shared: true });
  const agent = await it.signIn('agent');
  const { body, status } = await agent.call(reports.refresh, { params: { id }, body: {} });
  expect(status, JSON.stringify(body)).toBe(200);

  expect(tableOf(body.data)).toMatchObject({ Total: { policies: 2, premium_cents: 140_000 } });
  expect((await rowsOf(id, { measure: 'policies' }, agent)).body.data.map(({ title }) => title)).toEqual([
    'Avila',
    'Avila',
  ]);
  expect((await rowsOf(id, { measure: 'policies' })).body.meta.total_count).toBe(3);
});

test('a name of a contact is for those who see the contact', async () => {
  const { avila } = Object.fromEntries(
    (
      await it.owner.query<{ id: number; last_name: string }>(
        `select id, last_name from contacts where last_name = 'Avila'`,
      )
    ).rows.map(({ id }) => ['avila', id]),
  );
  await it.owner.query('update calls set user_id = $1 where contact_id = $2', [it.world.people.peer.id, avila]);
  const peer = await it.signIn('peer');
  const { id } = await computed('activity', {}, peer);
  const { data } = (await rowsOf(id, { measure: 'calls' }, peer)).body;
  await it.owner.query('update calls set user_id = $1 where contact_id = $2', [it.world.people.agent.id, avila]);

  expect(data).toHaveLength(2);
  expect(data.map(({ title, contact }) => [title, contact])).toEqual([
    ['+15125550101', null],
    ['+15125550101', null],
  ]);
});

test('teams are the users directly below the reader', async () => {
  const admin = await it.signIn('admin');
  const { result } = await computed('leaderboard', { dimension: 'team' }, admin);

  expect(result?.rows.map(({ label, numbers }) => [label, numbers[0]])).toEqual([['Max Manager', 3]]);
});

test('filters of the contact list narrow a report', async () => {
  const { result } = await computed('production', { filters: [{ field: 'state', op: 'is', value: 'Florida' }] });
  expect(result?.totals).toEqual([1, 100_000, 0]);

  const calls = await computed('activity', { filters: [{ field: 'last_name', op: 'is', value: 'Avila' }] });
  expect(tableOf(calls)).toMatchObject({ Total: { calls: 1, texts: 1, notes: 1 } });
});

test.each(['conversion', 'pipeline'] as const)('a number of %s has a contact list with as many rows', async (type) => {
  const { dimensions, measures } = REPORT_KINDS[type];
  const linked = new Set<string>();
  for (const dimension of dimensions) {
    const { result } = await computed(type, { dimension });
    for (const { key, numbers } of result?.rows ?? []) {
      for (const [at, measure] of measures.entries()) {
        const scope = result && contactsLink({ type, result, measure, key });
        if (!scope) continue;
        linked.add(`${dimension} ${measure}`);
        const { body } = await manager.call(listContacts, { body: { contacts_scope: scope } });
        expect([dimension, key, measure, body.meta.total_count]).toEqual([dimension, key, measure, numbers[at]]);
      }
    }
  }
  expect(linked.size).toBeGreaterThan(10);
});

test('a new report counts everything the reader may see', () => {
  for (const type of REPORT_TYPES) expect(fillDefinition(type, {}).who).toBe('all');
});
