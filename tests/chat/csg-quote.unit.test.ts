import { describe, expect, test } from 'vitest';
import { carryOn, missingQuestion, settle } from '../../server/features/chat/quote/carry-on.ts';
import { parseQuote } from '../../server/features/chat/quote/parse-quote.ts';
import { EMPTY, type Parsed, type Slots } from '../../server/features/chat/quote/slots.ts';

const TODAY = '2026-11-21';
const NOTHING = { age: false, gender: false };
const hear = (said: string, wanted = NOTHING): Parsed => parseQuote(said, TODAY, wanted);

/** Certain parts, then questions, unknown ones, and other meanings. */
const told = (said: string, wanted = NOTHING) => {
  const { slots, questions, unknown, who, view, other } = hear(said, wanted);
  return {
    ...slots,
    ...(questions.length > 0 && { asks: questions.map(({ part }) => part) }),
    ...(unknown.length > 0 && { unknown }),
    ...(who !== null && { who: who.name }),
    ...(view !== null && { view }),
    ...(other && { other }),
  };
};

const WOMAN = { zip: '78664', age: 65, gender: 'female' } as const;

describe('sentences that say everything', () => {
  test.each<[string, Slots]>([
    ['Plan G, 78664, woman, 65, no tobacco', { ...WOMAN, plan: 'G', tobacco: false }],
    ['plan g 78664 65 year old female nontobacco', { ...WOMAN, plan: 'G', tobacco: false }],
    ['65F 78664 plan G', { ...WOMAN, plan: 'G' }],
    ['Plan G 78664 65 F non-smoker', { ...WOMAN, plan: 'G', tobacco: false }],
    ['a 65-year-old female, 78664, plan g', { ...WOMAN, plan: 'G' }],
    ['Can you run Plan N for a woman aged 65 in 78664 please?', { ...WOMAN, plan: 'N' }],
    [
      'Plan N for a 67 year old man in 78701 who smokes',
      { zip: '78701', age: 67, gender: 'male', plan: 'N', tobacco: true },
    ],
    ["She is 66 and doesn't smoke, ZIP 33133", { zip: '33133', age: 66, gender: 'female', tobacco: false }],
    ['HDG 70 male 33133', { zip: '33133', age: 70, gender: 'male', plan: 'HDG' }],
    ['High deductible G, 33133, man, 70', { zip: '33133', age: 70, gender: 'male', plan: 'HDG' }],
    ['Plan F for a 75 yo lady in 78664', { zip: '78664', age: 75, gender: 'female', plan: 'F' }],
    ['born 5/12/1961, 78664, female', { zip: '78664', born: '1961-05-12', gender: 'female' }],
    ['DOB May 12, 1961, male, 78664-1234', { zip: '78664', born: '1961-05-12', gender: 'male' }],
    ['78664 woman 65 starting 1/1/27', { ...WOMAN, effective: '2027-01-01' }],
    ['78664 woman 65 effective 02/01/2027', { ...WOMAN, effective: '2027-02-01' }],
    ['she turns 65 in January, 78664', { ...WOMAN, effective: '2027-01-01' }],
    ['woman 65 78664 starting next month', { ...WOMAN, effective: '2026-12-01' }],
    ['woman 65 in Austin, TX 78701', { zip: '78701', age: 65, gender: 'female' }],
    ['woman, 65, 78664, lives with her husband', { ...WOMAN, household: true }],
    ['woman, 65, 78664, with the household discount', { ...WOMAN, household: true }],
    ['woman, 65, 78664, no household discount', { ...WOMAN, household: false }],
  ])('%s', (said, slots) => {
    expect(told(said)).toEqual(slots);
  });
});

describe('sentences that continue', () => {
  test.each<[string, object]>([
    ['what would N cost instead', { plan: 'N' }],
    ['N instead of G', { plan: 'N' }],
    ['what about M?', { plan: 'M' }],
    ['how about F', { plan: 'F' }],
    ['and with tobacco', { tobacco: true }],
    ['without tobacco', { tobacco: false }],
    ['not a smoker', { tobacco: false }],
    ['her husband is 67', { age: 67, gender: 'male', other: true }],
    ['no, 70', { age: 70 }],
    ['gender m', { gender: 'male' }],
    ['effective 12/1', { effective: '2026-12-01' }],
    ['starts on the first of february', { effective: '2027-02-01' }],
    ['anything cheaper?', { view: 'cheapest' }],
    ['with household', { household: true }],
    ['what would Rosalind Okafor pay for N', { plan: 'N', who: 'Rosalind Okafor' }],
    ['and his wife, 63?', { age: 63, gender: 'female', other: true }],
    ['in 33133', { zip: '33133' }],
    ['66', { age: 66 }],
    ['man', { gender: 'male' }],
    ['show all 11', { view: 'all' }],
    ['cheapest', { view: 'cheapest' }],
    ['show me the three lowest', { view: 'lowest' }],
    ['annual', { view: 'yearly' }],
    ['per month', { view: 'lowest' }],
    ['quote for Rosalind Okafor', { who: 'Rosalind Okafor' }],
    ['Plan G for Mrs. Okafor', { plan: 'G', gender: 'female', who: 'Okafor' }],
    ['quote for my client Maria Lopez in 78664', { zip: '78664', who: 'Maria Lopez' }],
    ['John M Smith 78664', { zip: '78664', who: 'John M Smith' }],
    ['rosalind okafor', { who: 'rosalind okafor' }],
    ['rates for May Johnsonville', { who: 'May Johnsonville' }],
    ['May Johnsonville rates', { who: 'May Johnsonville' }],
    ['rates for Will Young', { who: 'Will Young' }],
    ['rates for Mark Plan', { who: 'Mark Plan' }],
    ['rates for Susan Price', { who: 'Susan Price' }],
    ['rates for Mark Plan G', { who: 'Mark', plan: 'G' }],
    ['Plan G for May 2027', { plan: 'G', effective: '2027-05-01' }],
    ['he turns 65 on March 3, 78664', { zip: '78664', age: 65, gender: 'male', effective: '2027-03-03' }],
    ['please', {}],
  ])('%s', (said, expected) => {
    expect(told(said)).toEqual(expected);
  });

  test('a bare number and a bare letter are taken for what is asked', () => {
    expect([told('38', { age: true, gender: false }), told('F', { age: false, gender: true })]).toEqual([
      { age: 38 },
      { gender: 'female' },
    ]);
  });
});

describe('what is not sure is asked', () => {
  test.each<[string, object]>([
    ['78664 65 F', { zip: '78664', age: 65, asks: ['F'] }],
    ['man 12 78664', { zip: '78664', gender: 'male', asks: ['12'] }],
    ['woman 165 78664', { zip: '78664', gender: 'female', asks: ['165'] }],
    ['woman 65 and 67', { gender: 'female', asks: ['65, 67'] }],
    ['men and women of 65', { age: 65, asks: [''] }],
    ['G or N, woman, 65, 78664', { ...WOMAN, asks: [''] }],
    ['Plan E, 78664, woman, 65', { ...WOMAN, asks: ['Plan E'] }],
    ['woman 65 Tampa FL 78664', { ...WOMAN, asks: ['Florida'] }],
    ['woman 65 in 78664 or 78701', { age: 65, gender: 'female', asks: ['78664, 78701'] }],
    ['1/1/27', { asks: ['1/1/27'] }],
    ['born 13/45/1961', { asks: ['born 13/45/1961'] }],
    ['woman, 78664, born in 1958', { zip: '78664', gender: 'female', asks: ['born in 1958'] }],
    ['woman 65 78664, former smoker', { ...WOMAN, asks: ['former smoker'] }],
    ['woman 65 78664, she used to use tobacco', { ...WOMAN, asks: ['used to use tobacco'] }],
    ["woman 65 78664, hasn't smoked in 6 months", { ...WOMAN, asks: ["hasn't smoked in 6 months"] }],
    ['woman 65 78664, no longer smokes', { ...WOMAN, asks: ['no longer smokes'] }],
    ['woman 65 78664, starting February 30', { ...WOMAN, asks: ['starting February 30'] }],
    ['woman 65 78664, effective 2/30', { ...WOMAN, asks: ['effective 2/30'] }],
    ['born in March 1962, woman, 78664', { zip: '78664', gender: 'female', asks: ['born in March 1962'] }],
    ['birthday on March 3, woman, 78664', { zip: '78664', gender: 'female', asks: ['birthday on March 3'] }],
  ])('%s', (said, expected) => {
    expect(told(said)).toEqual(expected);
  });
});

describe("statements about other people don't apply to the client", () => {
  test.each<[string, object]>([
    ['woman 65 78664, she lives with her husband who smokes', { ...WOMAN, household: true, asks: ['who smokes'] }],
    ['woman 65 78664, lives with her son, he vapes', { ...WOMAN, household: true, asks: ['he vapes'] }],
    ['woman 65 78664 and her husband, who smokes', { zip: '78664', age: 65, other: true, asks: ['', 'tobacco'] }],
    [
      'G rates for Rosalind Okafor and her husband',
      { plan: 'G', who: 'Rosalind Okafor', other: true, asks: ['husband'] },
    ],
    ["rates for Rosalind Okafor's husband", { who: 'Rosalind Okafor', other: true, asks: ['husband'] }],
  ])('%s', (said, expected) => {
    expect(told(said)).toEqual(expected);
  });
});

test("a town or a state isn't a ZIP code", () => {
  expect([hear('woman 65 in Austin').place, hear('woman 65 in Texas').place, hear('in Austin 78701').place]).toEqual([
    'Austin',
    'Texas',
    null,
  ]);
});

describe('what is not known is said back', () => {
  test.each<[string, object]>([
    ['quote 7866 woman 65', { age: 65, gender: 'female', unknown: ['7866'] }],
    ['woman in 78664 over 70', { zip: '78664', gender: 'female', unknown: ['70'] }],
    ['woman 65 78664 under $150', { ...WOMAN, unknown: ['$150'] }],
    ['woman 65 78664 wheelchair', { ...WOMAN, unknown: ['wheelchair'] }],
  ])('%s', (said, expected) => {
    expect(told(said)).toEqual(expected);
  });
});

test.each([
  'which plan should she take?',
  'What do you recommend?',
  'is G better than N, which is better?',
  'best company?',
  'should he get plan G?',
])('%s asks for advice', (said) => {
  expect(hear(said).advice).toBe(true);
});

test.each<[string, readonly string[]]>([
  ['What does plan N cover?', ['N']],
  ['difference between G and N', ['G', 'N']],
  ['explain Plan K', ['K']],
])('%s asks what plans pay', (said, plans) => {
  expect(hear(said).details).toEqual(plans);
});

test('other insurance is named as what it is', () => {
  expect(hear('Medicare Advantage for 78664').foreign).toBe('Medicare Advantage');
});

describe('what was said holds on', () => {
  const after = (...said: string[]) => said.reduce((state, one) => carryOn(state, hear(one), TODAY), EMPTY);

  test('until something else is said', () => {
    const { slots } = after('Plan G, 78664, woman, 65, no tobacco', 'what would N cost instead', 'in 33133');

    expect(slots).toEqual({ ...WOMAN, zip: '33133', plan: 'N', tobacco: false });
  });

  test('but for another person only plan, place and start do', () => {
    const { slots } = after('Plan N, 78664, woman, 65, with tobacco, starting 1/1/2027', 'her husband is 67');

    expect(slots).toEqual({ zip: '78664', age: 67, gender: 'male', plan: 'N', effective: '2027-01-01' });
  });

  test('and of an age and a day of birth the last one counts', () => {
    expect(after('woman, born 5/12/1961', '66').slots).toEqual({ gender: 'female', age: 66 });
    expect(after('woman, 66', 'born 5/12/1961').slots).toEqual({ gender: 'female', born: '1961-05-12' });
  });

  test('but of a whole new person nothing of the one before stays', () => {
    const { slots } = after('Plan N, 78664, woman, 65, with tobacco', 'man 70 33133');

    expect(slots).toEqual({ zip: '33133', age: 70, gender: 'male', plan: 'N' });
  });

  test('until one starts over', () => {
    expect(after('Plan N, 78664, woman, 65', 'start over').slots).toEqual({});
  });
});

describe('an ask', () => {
  test('says what was taken as given', () => {
    expect(settle(WOMAN, TODAY)).toEqual({
      ask: { zip_code: '78664', age: 65, gender: 'female', tobacco: false, plan: 'G', effective_date: '2026-12-01' },
      assumptions: ['Plan G', 'no tobacco', 'start date 12/01/2026'],
    });
  });

  test('takes the age of the day on which the plan starts', () => {
    const born = { zip: '78664', gender: 'female', born: '1961-12-15' } as const;

    expect(settle(born, TODAY)?.ask.age).toBe(64);
    expect(settle({ ...born, effective: '2027-01-01' }, TODAY)?.ask.age).toBe(65);
  });

  test('asks for all missing parts, with options where there are few', () => {
    expect(missingQuestion({})?.text).toBe(
      'I still need the ZIP code, the age or date of birth, and whether the person is a woman or a man.',
    );
    expect(missingQuestion({ zip: '78664', age: 65 })).toEqual({
      part: '',
      text: 'Woman or man?',
      options: [
        { label: 'Woman', says: 'woman' },
        { label: 'Man', says: 'man' },
      ],
    });
    expect(missingQuestion(WOMAN)).toBe(null);
  });
});
