import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { QuotePort, RateSource } from '../../server/adapters/quotes/quotes.ts';
import { sampleQuotes } from '../../server/adapters/quotes/sample-quotes.ts';
import { Refusal } from '../../server/errors.ts';
import type { ChatAnswer } from '../../server/features/chat/answer.ts';
import { csgQuote } from '../../server/features/chat/quote/csg-quote.answerer.ts';
import { QUOTE_TOOLS } from '../../server/features/chat/quote/quote-tools.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const TODAY = '2026-11-21';
const NOW = new Date(`${TODAY}T17:00:00Z`);

let office: Office;
let isAway = false;
const away = (): Promise<never> => Promise.reject(new Refusal('unavailable', 'CSG does not answer now.'));
/** The sample table, until it is away. */
const quotes: QuotePort = {
  ...sampleQuotes,
  source: (key): RateSource =>
    isAway ? { ...sampleQuotes.source(key), plans: away, quotes: away } : sampleQuotes.source(key),
};

beforeAll(async () => {
  office = await openOffice({ quotes });
  office.stopClock();
  office.advance(NOW.getTime() - office.deps.now().getTime());
  const rosa = {
    owner: 'agent',
    first_name: 'Rosalind',
    last_name: 'Okafor',
    city: 'Round Rock',
    state: 'TX',
    zip_code: '78664',
  };
  await office.add({ ...rosa, dob: '1961-11-02', gender: 'female' });
  await office.add({
    owner: 'agent',
    first_name: 'Maria',
    last_name: 'Lopez',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    dob: '1958-02-03',
    gender: 'female',
  });
  await office.add({
    owner: 'agent',
    first_name: 'Maria',
    last_name: 'Lopez',
    city: 'Tampa',
    state: 'FL',
    zip_code: '33602',
    dob: '1955-02-03',
    gender: 'female',
  });
  await office.add({
    owner: 'agent',
    first_name: 'Harold',
    last_name: 'Blank',
    city: 'Waco',
    state: 'TX',
    zip_code: '76701',
  });
  await office.add({
    owner: 'peer',
    first_name: 'Percy',
    last_name: 'Hidden',
    zip_code: '78664',
    dob: '1955-02-03',
    gender: 'male',
  });
});
afterAll(() => office.close());
beforeEach(() => {
  isAway = false;
});

/** Says one thing after the other; the last answer. */
async function say(...messages: string[]): Promise<ChatAnswer> {
  let answer: ChatAnswer | null = null;
  for (const message of messages) {
    const turn = {
      identity: office.identityOf('agent'),
      message,
      state: answer?.state ?? null,
      today: TODAY,
      now: NOW,
    };
    answer = await csgQuote.answer(office.deps, turn);
    // State passes through the database as JSON.
    answer = { ...answer, state: JSON.parse(JSON.stringify(answer.state)) as unknown };
  }
  if (answer === null) throw new Error('nothing was said');
  return answer;
}
const companies = ({ metadata }: ChatAnswer) => (metadata.quotes ?? []).map(({ company }) => company);
const EXAMPLE = 'Plan G, 78664, woman, 65, no tobacco';

describe('rates', () => {
  test('come with all that they rest on', async () => {
    const { content, responseType, metadata } = await say(EXAMPLE);

    expect([content, responseType]).toEqual(['Three lowest of 11 in Round Rock:', 'quote_results']);
    expect(metadata.quotes?.[0]).toEqual({
      company: 'Windlebury Mutual',
      monthly_rate: 121.75,
      annual_rate: 1461,
      rating: 'A',
      discounts: ['household 7%'],
    });
    expect({ ...metadata, quotes: metadata.quotes?.length }).toEqual({
      quotes: 11,
      plan_type: 'Plan G',
      quote_ask: {
        zip_code: '78664',
        age: 65,
        gender: 'female',
        tobacco: false,
        plan: 'G',
        effective_date: '2026-12-01',
      },
      quote_source: { name: 'Sample rates', sample: true, at: NOW.toISOString(), place: 'Round Rock, TX' },
      assumptions: ['start date 12/01/2026', 'no household discount'],
      suggestions: ['What would Plan N cost instead?', 'And with tobacco?'],
    });
  });

  test('continue from earlier messages', async () => {
    const { metadata } = await say(EXAMPLE, 'what would N cost instead', 'and with tobacco', 'in 33133');

    expect(metadata.quote_ask).toMatchObject({ zip_code: '33133', age: 65, plan: 'N', tobacco: true });
  });

  test('are the lowest, all of them or those by the year, as asked', async () => {
    expect((await say(EXAMPLE, 'show all 11')).content).toBe('All 11 in Round Rock, lowest first:');
    expect(await say(EXAMPLE, 'cheapest').then(({ content, metadata }) => [content, metadata.quotes?.length])).toEqual([
      'The lowest of 11 in Round Rock is Windlebury Mutual, $121.75/mo or $1,461.00/yr:',
      1,
    ]);
    expect((await say(EXAMPLE, 'annual')).content).toBe('Three lowest annual rates of 11 in Round Rock:');
  });

  test('are shown with what was not understood, which is said', async () => {
    const { content, responseType } = await say(`${EXAMPLE}, wheelchair`);

    expect([content, responseType]).toEqual([
      "I don't know what “wheelchair” means, so I left it out. Three lowest of 11 in Round Rock:",
      'quote_results',
    ]);
  });
});

describe('before rates', () => {
  test('asks for all missing parts in one question', async () => {
    expect((await say('Plan G please')).content).toBe(
      'I still need the ZIP code, the age or date of birth, and whether the person is a woman or a man.',
    );
    expect((await say('Plan G please', '78664, 65', 'woman')).responseType).toBe('quote_results');
  });

  test('asks about unclear parts, and the answer continues', async () => {
    const asked = await say('78664 65 F');
    expect([asked.responseType, asked.metadata.questions?.[0]?.options.map(({ says }) => says)]).toEqual([
      null,
      ['woman', 'Plan F'],
    ]);
    expect((await say('78664 65 F', 'woman')).metadata.quote_ask).toMatchObject({ gender: 'female', plan: 'G' });
  });

  test('an unknown word prevents showing rates', async () => {
    const { content, isAtLoss, responseType } = await say(EXAMPLE, 'abracadabra');

    expect([content, isAtLoss, responseType]).toEqual(["I don't know what “abracadabra” means.", true, null]);
  });

  test.each([
    [
      'Plan G, 02139, woman, 65',
      "Massachusetts has its own Medigap plans without letters. Rates aren't available here.",
    ],
    ['Plan G, 78664, woman, 65, starting 1/1/2026', 'Choose today or a later start date.'],
    ['Plan G, 78664, woman, age 60', 'In Texas, people under 65 can buy Plan A only.'],
  ])('%s is refused in words', async (said, content) => {
    expect((await say(said)).content).toBe(content);
  });

  test('a plan for people with Medicare before 2020 says so, whatever the age', async () => {
    expect((await say('Plan F, 68, man, 33602')).metadata.assumptions).toContain('had Medicare before 2020');
  });

  test('a source that is away says so, and what was said stays said', async () => {
    isAway = true;
    const { content, state } = await say(EXAMPLE);
    isAway = false;
    const turn = { identity: office.identityOf('agent'), message: 'Plan N', state, today: TODAY, now: NOW };

    expect(content).toBe('CSG does not answer now.');
    expect((await csgQuote.answer(office.deps, turn)).metadata.quote_ask).toMatchObject({
      plan: 'N',
      zip_code: '78664',
    });
  });
});

describe('a contact', () => {
  test('fills what its record knows', async () => {
    const { content, metadata } = await say('quote for Rosalind Okafor');

    expect(content).toBe('Three lowest of 11 for Rosalind Okafor in Round Rock:');
    expect(metadata.contacts).toMatchObject([{ name: 'Rosalind Okafor', city: 'Round Rock' }]);
    expect(metadata.contact_number).toBe(metadata.contacts?.[0]?.number);
    expect(metadata.quote_ask).toMatchObject({ zip_code: '78664', age: 65, gender: 'female' });
  });

  test('leaves what its record lacks to be asked', async () => {
    expect((await say('Plan N for Harold Blank')).content).toBe(
      'I still need the age or date of birth and whether the person is a woman or a man.',
    );
    expect((await say('Plan N for Harold Blank', 'man, 70')).metadata.quote_ask).toMatchObject({
      zip_code: '76701',
      plan: 'N',
    });
  });

  test('is chosen where several have the name, and nothing of an earlier person stays', async () => {
    const asked = await say('Plan N, 33133, man, 80, with tobacco', 'quote for Maria Lopez');
    expect([asked.responseType, asked.metadata.contacts?.map(({ city }) => city).toSorted()]).toEqual([
      'contact_selection',
      ['Austin', 'Tampa'],
    ]);

    const { metadata } = await say('Plan N, 33133, man, 80, with tobacco', 'quote for Maria Lopez', 'the one in Tampa');
    expect(metadata.quote_ask).toEqual({
      zip_code: '33602',
      age: 71,
      gender: 'female',
      tobacco: false,
      plan: 'N',
      effective_date: '2026-12-01',
    });
  });

  test('people of one name are distinguished by their place, and a place alone is a question', async () => {
    expect((await say('quote for Maria Lopez in Tampa')).metadata.quote_ask).toMatchObject({ zip_code: '33602' });
    expect((await say('woman, 65, in Austin')).content).toBe('Which ZIP code in Austin? Rates vary by ZIP code.');
  });

  test.each([
    ['rates for Maria Lopez, quit smoking 6 months ago', ['quit smoking 6 months ago']],
    ['Plan G or N for Maria Lopez', ['']],
    ['rates for Maria Lopez, not in a wheelchair', ['not', 'wheelchair']],
  ])('is chosen, and what was open in “%s” is asked then', async (said, parts) => {
    for (const choice of [['the one in Tampa'], ['no', 'quote for Maria Lopez in Tampa']]) {
      const { responseType, metadata } = await say(said, ...choice);
      expect([responseType, metadata.questions?.map(({ part }) => part)]).toEqual([null, parts]);
    }
  });

  test('a record with a sex other than the stated one is a question', async () => {
    const { content, responseType } = await say('rates for Rosalind Okafor, man');

    expect([content, responseType]).toEqual(['Rosalind Okafor is on record as a woman. Woman or man?', null]);
    expect((await say('rates for Rosalind Okafor, man', 'woman')).metadata.quote_ask).toMatchObject({
      zip_code: '78664',
      gender: 'female',
    });
  });

  test('and their relative are quoted one at a time', async () => {
    const both = 'G rates for Rosalind Okafor and her husband';
    const { content, metadata } = await say(both);
    const [own, other] = metadata.questions?.[0]?.options ?? [];

    expect(content).toBe('I can quote one person at a time: Rosalind Okafor or the husband?');
    expect((await say(both, own?.says ?? '')).metadata.quote_ask).toMatchObject({ age: 65, gender: 'female' });
    expect((await say(both, other?.says ?? '')).content).toBe('I still need the age or date of birth.');
  });

  test('is confirmed where the name is only close', async () => {
    expect((await say('quote for Rosalynd Okafur')).responseType).toBe('contact_confirmation');
    expect((await say('quote for Rosalynd Okafur', 'yes')).metadata.quote_ask).toMatchObject({ zip_code: '78664' });
  });

  test("of another owner isn't found", async () => {
    expect((await say('quote for Percy Hidden')).content).toMatch(/^I can't find a contact named “Percy Hidden”\./);
  });

  test('gives way to another person', async () => {
    const { metadata } = await say('quote for Rosalind Okafor', 'her husband is 67');

    expect(metadata.contacts).toBe(undefined);
    for (const said of ['woman 70 33133, and tobacco', '70', 'born 1/2/1950', 'in 33133']) {
      expect((await say('quote for Rosalind Okafor', said)).metadata).not.toHaveProperty('contacts');
    }
    expect((await say('quote for Rosalind Okafor', 'she is 65')).metadata.contacts).toHaveLength(1);
    expect(metadata.quote_ask).toMatchObject({ zip_code: '78664', age: 67, gender: 'male' });
  });
});

test('rates for a state without a health license say so, once a license is on file', async () => {
  const { accountId, userId } = office.identityOf('agent');
  const license = (state: string) =>
    office.owner.query(`insert into agent_licenses (account_id, user_id, state, line) values ($1, $2, $3, 'health')`, [
      accountId,
      userId,
      state,
    ]);
  const assumed = async () => (await say(EXAMPLE)).metadata.assumptions;

  expect(await assumed()).not.toContain('you have no health license for Texas on file');
  await license('OH');
  expect(await assumed()).toContain('you have no health license for Texas on file');
  await license('TX');
  expect(await assumed()).not.toContain('you have no health license for Texas on file');
});

test('advice is not given, and that is said', async () => {
  const { content, responseType } = await say(EXAMPLE, 'which plan should she take?');

  expect([content, responseType]).toEqual([
    "I don't recommend plans or companies. That's between the client and a licensed agent. I can show you rates for any plan and what each plan pays.",
    null,
  ]);
});

test('plan benefits come from the standard table, with its source', async () => {
  const { content, metadata } = await say('difference between G and N');

  expect(content).toBe(
    [
      'Where Plan G and Plan N differ:',
      'Part B coinsurance: Plan G 100%, Plan N 100% except copayments: up to $20 a visit, up to $50 in an emergency room',
      'Part B excess charges: Plan G 100%, Plan N Nothing',
    ].join('\n'),
  );
  expect(metadata.sources).toEqual([{ label: 'CMS, Choosing a Medigap Policy: the standard plans', href: null }]);
});

test('the tools answer a model with the same cards', async () => {
  const turn = { identity: office.identityOf('agent'), message: '', state: null, today: TODAY, now: NOW };
  const ask = { zip_code: '78664', age: 65, gender: 'female', tobacco: false, plan: 'G', effective_date: '2026-12-01' };
  const [askQuote] = QUOTE_TOOLS;
  const result = await askQuote?.run(office.deps, turn, ask);

  expect(result?.told).toMatchObject({ plan: 'Plan G', companies: 11, sample_rates: true });
  expect(result?.answer && companies(result.answer)).toHaveLength(11);
});
