import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askQuote,
  authenticateCsg,
  listQuotePlans,
  readCsgConnection,
  readPlanDetails,
} from '#contract/quotes.contract.ts';
import type { QuoteAsk } from '#contract/chat/reply.contract.ts';
import { csgQuotes } from '../../server/adapters/quotes/csg-quotes.ts';
import { quoteKeyOwner } from '../../server/features/quotes/connection.service.ts';
import { createSeal } from '../../server/seal.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { CSG_KEY, type CsgStandIn, csgRate, openCsgStandIn } from '../_adapters/csg-stand-in.ts';

let csg: CsgStandIn;
const forgotten: string[] = [];
let it: TestApp;
let admin: Client;
let agent: Client;
let stranger: Client;
beforeAll(async () => {
  csg = await openCsgStandIn();
  csg.rates.set('G', [csgRate('a', 'G', 12_175)]);
  const quotes = csgQuotes({ baseUrl: csg.baseUrl, apiKey: null });
  it = await openApp({ quotes: { ...quotes, forgetKey: (key) => forgotten.push(key) } });
  [admin, agent, stranger] = [await it.signIn('admin'), await it.signIn('agent'), await it.signIn('stranger')];
});
afterAll(async () => {
  await it.close();
  csg.close();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const ASK: QuoteAsk = {
  zip_code: '78664',
  age: 65,
  gender: 'female',
  tobacco: false,
  plan: 'G',
  effective_date: inDays(20),
};
const ask = (who: Client, more: Partial<QuoteAsk> = {}) => who.call(askQuote, { body: { ...ASK, ...more } });
const connect = (who: Client, apiKey: string) => who.call(authenticateCsg, { body: { api_key: apiKey } });
const sourceFor = async (who: Client) => (await ask(who)).body.meta.source.name;
const kept = async () => (await it.owner.query<{ sealed: Buffer }>('select * from quote_connections')).rows;

describe('rates', () => {
  test('of the sample table come in dollars with place, source and what was assumed', async () => {
    const { status, body } = await ask(agent);

    expect(status).toBe(200);
    expect(body.data[0]).toEqual({
      key: 'windlebury-G',
      company: 'Windlebury Mutual',
      monthly_rate: 121.75,
      annual_rate: 1461,
      rating: 'A',
      discounts: ['household 7%'],
    });
    expect(body.meta).toMatchObject({
      source: { name: 'Sample rates', sample: true },
      place: 'Round Rock, TX',
      assumptions: ['no household discount'],
    });
  });

  test.each<[string, Partial<QuoteAsk>, string]>([
    ['in a state with plans of its own', { zip_code: '53703' }, 'zip_code'],
    ['for a day that is over', { effective_date: '2026-01-01' }, 'effective_date'],
  ])('%s are refused by field', async (_, more, field) => {
    const { status, body } = await ask(agent, more);

    expect([status, Object.keys((body as unknown as { errors: object }).errors ?? body)]).toMatchObject([
      422,
      expect.arrayContaining([field]),
    ]);
  });

  test.each([
    ['for somebody young', ASK.age, 'had Medicare before 2020'],
    [
      'for somebody whose year cannot be told',
      Number(ASK.effective_date.slice(0, 4)) - 1955,
      'turned 65 or had Medicare before 2020',
    ],
  ])('of an old plan %s say what was assumed', async (_, age, assumed) => {
    const { body } = await ask(agent, { plan: 'F', age });

    expect(body.meta.assumptions).toContain(assumed);
  });
});

test('plans at a ZIP code come with how many sell them', async () => {
  const { body } = await agent.call(listQuotePlans, { body: { zip_code: '78664' } });

  expect(body.data.find(({ plan }) => plan === 'G')).toEqual({
    plan: 'G',
    name: 'Plan G',
    summary: 'Everything but the Part B deductible.',
    companies: 11,
  });
});

test('the details of a plan are those of the standard table', async () => {
  const { body } = await agent.call(readPlanDetails, { body: { plan: 'K' } });

  expect(body.data.benefits.map(({ pays }) => pays)).toEqual([
    '100%',
    '50%',
    '50%',
    '50%',
    '50%',
    '50%',
    'Nothing',
    'Nothing',
    'Nothing',
    '$8,000',
  ]);
});

describe("the agency's own key", () => {
  test('is not kept when CSG does not take it', async () => {
    const { status } = await connect(admin, 'wrong-key');

    expect([status, await kept()]).toEqual([422, []]);
  });

  test('is for administrators', async () => {
    expect((await connect(agent, CSG_KEY)).status).toBe(403);
  });

  test('opens real rates for this agency alone, is sealed and stands in the log without itself', async () => {
    const { body } = await connect(admin, CSG_KEY);
    expect(body.data).toEqual({ connected: true, source: 'CSG Actuarial' });
    expect([await sourceFor(agent), await sourceFor(stranger)]).toEqual(['CSG Actuarial', 'Sample rates']);

    const [row] = await kept();
    const { accountId, id } = it.world.people.admin;
    expect(row).toMatchObject({ account_id: accountId, connected_by: id });
    expect(row?.sealed.includes(CSG_KEY)).toBe(false);
    const { rows } = await it.owner.query<{ detail: object }>(
      `select detail from audit_log where action = 'quotes.authenticated'`,
    );
    expect(rows).toEqual([{ detail: { connected: true } }]);
  });

  test('is shown with who connected it, never itself', async () => {
    const { body } = await admin.call(readCsgConnection);

    expect(body.data).toEqual({
      available: true,
      source: 'CSG Actuarial',
      own: { by: 'Ada Admin', at: expect.any(String) as string },
    });
    expect((await agent.call(readCsgConnection)).status).toBe(403);
  });

  test('that cannot be opened any more is said, and may be connected again', async () => {
    const { accountId } = it.world.people.admin;
    const lost = createSeal([Buffer.alloc(32, 3)]).seal(CSG_KEY, quoteKeyOwner(accountId));
    await it.owner.query('update quote_connections set sealed = $1', [lost]);

    const { status, body } = await ask(agent);
    expect([status, body]).toMatchObject([409, { error: expect.stringContaining('reconnect CSG') as string }]);
    expect((await admin.call(readCsgConnection)).body.data).toMatchObject({
      source: 'CSG, after reconnecting',
      own: { by: 'Ada Admin' },
    });
    await connect(admin, CSG_KEY);
    expect(await sourceFor(agent)).toBe('CSG Actuarial');
  });

  test('is gone when it is taken back', async () => {
    const { body } = await connect(admin, '');

    expect((await admin.call(readCsgConnection)).body.data.own).toBe(null);
    expect(forgotten).toEqual([CSG_KEY]);
    expect([body.data, await sourceFor(agent), await kept()]).toEqual([
      { connected: false, source: 'Sample rates' },
      'Sample rates',
      [],
    ]);
  });
});
