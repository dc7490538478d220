import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QuoteAsk } from '#contract/chat/reply.contract.ts';
import { csgQuotes } from '../../server/adapters/quotes/csg-quotes.ts';
import { Refusal } from '../../server/errors.ts';
import { CSG_KEY, type CsgStandIn, csgRate, openCsgStandIn } from '../_adapters/csg-stand-in.ts';

const ASK: QuoteAsk = {
  zip_code: '78664',
  age: 65,
  gender: 'female',
  tobacco: false,
  plan: 'G',
  effective_date: '2026-12-01',
};
const QUERY = 'zip5=78664&age=65&gender=F&tobacco=0&plan=G&effective_date=2026-12-01&apply_discounts=0';

let csg: CsgStandIn;
let clock: number;
beforeEach(async () => {
  csg = await openCsgStandIn();
  csg.rates.set('G', [csgRate('b', 'G', 13_110), csgRate('a', 'G', 12_175)]);
  clock = 0;
});
afterEach(() => csg.close());

const port = (apiKey: string | null = null, timeoutMs = 5_000) =>
  csgQuotes({ baseUrl: csg.baseUrl, apiKey }, { timeoutMs, clock: () => clock });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

describe('where rates come from', () => {
  test("the agency's own key wins over the server's", async () => {
    await port('csg-key-of-the-server').source(CSG_KEY).quotes(ASK);

    expect(csg.asked).toEqual(['POST /v1/auth.json', `GET /v1/med_supp/quotes.json?${QUERY}`]);
  });

  test('without any key they are sample rates', () => {
    expect(port().source(null).sample).toBe(true);
    expect(port(CSG_KEY).source(null).sample).toBe(false);
  });
});

describe('rates of CSG', () => {
  test('are in cents, the lowest first, with rating, class, network and discounts in words', async () => {
    csg.rates.set('G', [
      csgRate('c', 'G', null),
      csgRate('b', 'G', 13_110, { rating_class: 'Preferred', select: true, discounts: [] }),
      csgRate('a', 'G', 12_175),
    ]);

    expect(await port().source(CSG_KEY).quotes(ASK)).toEqual([
      {
        key: 'a',
        company: 'Company a',
        monthlyCents: 12_175,
        annualCents: 146_100,
        rating: 'A',
        discounts: ['household 7%'],
      },
      {
        key: 'b',
        company: 'Company b, Preferred, network',
        monthlyCents: 13_110,
        annualCents: 157_320,
        rating: 'A',
        discounts: [],
      },
      {
        key: 'c',
        company: 'Company c',
        monthlyCents: null,
        annualCents: null,
        rating: 'A',
        discounts: ['household 7%'],
      },
    ]);
  });

  test.each(['', 0] as const)('%o a month is no rate, and comes last', async (month) => {
    csg.rates.set('G', [csgRate('a', 'G', month), csgRate('b', 'G', 13_110)]);

    const rates = await port().source(CSG_KEY).quotes(ASK);

    expect(rates.map(({ key, monthlyCents, annualCents }) => [key, monthlyCents, annualCents])).toEqual([
      ['b', 13_110, 157_320],
      ['a', null, null],
    ]);
  });

  test('the session of a key is opened once, and anew when it has ended', async () => {
    const source = port().source(CSG_KEY);
    await Promise.all([source.quotes(ASK), source.quotes(ASK)]);
    csg.sessions.clear();
    await source.quotes(ASK);

    expect(csg.asked.filter((line) => line.startsWith('POST'))).toHaveLength(2);
  });

  test('the session of a key is let go when the key is given up, and after four hours', async () => {
    const quotes = port();
    const opened = async () => {
      await quotes.source(CSG_KEY).quotes(ASK);
      return csg.asked.filter((line) => line.startsWith('POST')).length;
    };
    const first = [await opened(), await opened()];
    quotes.forgetKey(CSG_KEY);
    const second = await opened();
    clock += 4 * 3_600_000;

    expect([first, second, await opened()]).toEqual([[1, 1], 2, 3]);
  });

  test('plans at a ZIP code are those that somebody sells', async () => {
    csg.rates.set('N', [csgRate('a', 'N', 9_000), csgRate('a', 'N', 9_500)]);

    expect(await port().source(CSG_KEY).plans('78664', '2026-12-01')).toEqual([
      { plan: 'G', companies: 2 },
      { plan: 'N', companies: 1 },
    ]);
  });

  test('none for a plan is said under the plan', async () => {
    await expect(
      port()
        .source(CSG_KEY)
        .quotes({ ...ASK, plan: 'M' }),
    ).rejects.toMatchObject({
      code: 'refused',
      fields: { plan: ['CSG has no Plan M rates for ZIP code 78664.'] },
    });
  });
});

describe('trouble', () => {
  test.each([
    ['nonsense', 'unavailable'],
    ['no json', 'unavailable'],
    [500, 'unavailable'],
    [429, 'too_many'],
    [400, 'refused'],
    [422, 'refused'],
    [402, 'unavailable'],
    [404, 'unavailable'],
    [410, 'unavailable'],
  ] as const)('%s is answered in words: %s', async (trouble, code) => {
    csg.trouble = trouble;

    expect(await refusalOf(port().source(CSG_KEY).quotes(ASK))).toBe(code);
  });

  test('silence is answered in time', async () => {
    csg.trouble = 'silent';

    expect(await refusalOf(port(CSG_KEY, 50).source(null).quotes(ASK))).toBe('unavailable');
  });

  test('a key that CSG does not take any more is a conflict, and stands in no message', async () => {
    const refused: unknown = await port()
      .source('wrong-key')
      .quotes(ASK)
      .catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: 'conflict' });
    expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toContain('wrong-key');
  });

  test('after three failures CSG is left alone for half a minute', async () => {
    const source = port().source(CSG_KEY);
    csg.trouble = 500;
    for (let turn = 0; turn < 4; turn += 1) await refusalOf(source.quotes(ASK));
    const asked = csg.asked.length;
    csg.trouble = null;
    expect(await refusalOf(source.quotes(ASK))).toBe('unavailable');
    expect(csg.asked).toHaveLength(asked);

    clock += 30_000;
    expect(await refusalOf(source.quotes(ASK))).toBe(null);
  });
});

describe('trying a key', () => {
  test('says whether CSG takes it', async () => {
    expect([await port().tryKey(CSG_KEY), await port().tryKey('wrong-key')]).toEqual([true, false]);
  });

  test('is no verdict while CSG is away', async () => {
    csg.trouble = 'silent';

    expect(await refusalOf(port(null, 50).tryKey(CSG_KEY))).toBe('unavailable');
  });
});
