import { describe, expect, test } from 'vitest';
import { readSentence } from '../../server/features/chat/search/read-sentence.ts';
import { between, by, chosen, empty, TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

/** The scope of a sentence, and the parts that are asked about. */
const read = (said: string) => {
  const { scope, questions } = readSentence(said, VOCABULARY, TODAY);
  return [scope, questions.map(({ part }) => part)];
};

describe('ages', () => {
  const over = (last: string) => ({ search: [by('dob', last, 'before')] });
  const under = (first: string) => ({ search: [by('dob', first, 'after')] });
  test.each([
    ['over 70', over('1955-11-22')],
    ['older than 70', over('1955-11-22')],
    ['past 70', over('1955-11-22')],
    ['more than 70 years old', over('1955-11-22')],
    ['at least 70', over('1956-11-22')],
    ['70 and older', over('1956-11-22')],
    ['no younger than 70', over('1956-11-22')],
    ['age 70+', over('1956-11-22')],
    ['under 70', under('1956-11-21')],
    ['no older than 70', under('1955-11-21')],
    ['not over 70', under('1955-11-21')],
    ['70 or younger', under('1955-11-21')],
    ['max age 70', under('1955-11-21')],
    ['up to age 70', under('1955-11-21')],
  ] as const)('%s is exact at its bound', (said, scope) => {
    expect(read(said)).toEqual([scope, []]);
  });

  test.each([
    'between 60 and 64',
    'between 64 and 60',
    'from 64 down to 60',
    'ages 60 to 64',
    'over 59 but under 65',
    'under 65 and over 59',
    'no older than 64 and at least 60',
    '60 and older but not over 64',
  ])('%s is one span in either order', (said) => {
    expect(read(said)).toEqual([{ search: between('dob', '1961-11-21', '1966-11-22') }, []]);
  });

  test.each([
    ['age 70 minimum', over('1956-11-22')],
    ['70 years old minimum', over('1956-11-22')],
    ['min age 70', over('1956-11-22')],
    ['minimum 70 years old', over('1956-11-22')],
    ['already 70', over('1956-11-22')],
    ['age 70 maximum', under('1955-11-21')],
    ['70 years old max', under('1955-11-21')],
  ] as const)('%s includes its bound', (said, scope) => {
    expect(read(said)).toEqual([scope, []]);
  });

  test.each([
    ['born in the 1930s', between('dob', '1929-12-31', '1940-01-01')],
    ['turning 65 in april may or june', between('dob', '1962-03-31', '1962-07-01')],
    ['turning 65 in nov dec and january', between('dob', '1961-10-31', '1962-02-01')],
    ['hitting 65 within 3 weeks', between('dob', '1961-11-20', '1961-12-13')],
  ] as const)('%s is a span of birth dates', (said, search) => {
    expect(read(said)).toEqual([{ search }, []]);
  });

  test('months that are no row are asked about', () => {
    expect(read('turning 65 in march or may')).toEqual([{}, ['turning 65 in march or may']]);
  });

  test.each([
    'age 60 minimum, 64 maximum',
    'min age 60 and max 64',
    'ages min 60, max 64',
    '64 years old max and 60 min',
  ])('%s is a span: the age is said once', (said) => {
    expect(read(said)).toEqual([{ search: between('dob', '1961-11-21', '1966-11-22') }, []]);
  });

  test.each([
    ['70 minimum', '70 minimum'],
    ['give me 20 minimum', '20 minimum'],
    ['minimum 20', 'minimum 20'],
    ['I have 30 min, give me my book', '30 min'],
    ['at least 30 min', 'at least 30 min'],
    ['50 max', '50 max'],
    ['give me fifty maximum', 'fifty maximum'],
    ['over 60, 70 max', '70 max'],
    ['age 65 minimum, 50 max', 'age 65 minimum, 50 max'],
  ])('%s may be a count, minutes or an age, and is asked about', (said, part) => {
    const [scope, asked] = read(said);

    expect(asked).toEqual([part]);
    expect(JSON.stringify(scope)).not.toMatch(/select_n|"after"/);
  });

  test('the question about a bare maximum offers the count and the age', () => {
    const { questions } = readSentence('hot leads in Texas, 50 max', VOCABULARY, TODAY);
    const [count = '', age = ''] = questions[0]?.options.map(({ says }) => says) ?? [];

    expect(read(count)).toEqual([{ select_n: 50 }, []]);
    expect(read(age)).toEqual([under('1975-11-21'), []]);
  });

  test('a maximum that is no age of an adult is a count', () => {
    expect(read('hot leads, 500 max')).toEqual([{ search: [chosen('tag', 'hot')], type: 'lead', select_n: 500 }, []]);
  });

  test.each(['70 to 60', 'up to 60', 'no more than 60'])('%s without a word for age is no span of ages', (said) => {
    expect(JSON.stringify(read(said))).not.toContain('dob');
  });
});

test.each([['from file leads.csv', 'leads.csv', 'the source, or when']])(
  '%s is no search, and MAX names what is one instead',
  (said, part, instead) => {
    const { questions } = readSentence(said, VOCABULARY, TODAY);
    expect(questions.map((question) => question.part)).toEqual([part]);
    expect(questions[0]?.text).toMatch(new RegExp(`^I can't search .*\\. Use .*${instead}`, 'u'));
  },
);

describe('signs and scattered words', () => {
  test.each([
    ['clients + recruits', { search: [by('type', ['client', 'recruit'])] }],
    ['5 1 2 5 5 5 0 1 4 2', { q: '512-555-0142' }],
    ["O'Brien, Patrick J.", { q: "Patrick J. O'Brien", forgiving: true }],
    ['find marcus wojtowicz', { q: 'marcus wojtowicz', forgiving: true }],
    ['follow-ups we missed', { search: [by('follow_up_on', TODAY, 'before')] }],
    ['dups matched on address', { duplicate: { is_duplicate: true, address: true } }],
    [`i don't want clients`, { search: [by('type', 'client', 'not')] }],
    [
      `Dana hasn't called since june`,
      { search: [by('owner', '601'), by('last_call_at', '2026-06-01', 'not_since')], contact_group: 'all_agents' },
    ],
  ] as const)('%s is understood', (said, scope) => {
    expect(read(said)).toEqual([scope, []]);
  });
});

describe('two ages', () => {
  test.each(['65 and 70 year olds', 'ages 65 and 70'])('%s are asked about', (said) => {
    expect(read(said)).toEqual([{}, [said]]);
  });

  test.each(['65 and 66 year olds', 'between 65 and 66'])('%s are a span', (said) => {
    expect(read(said)).toEqual([{ search: between('dob', '1959-11-21', '1961-11-22') }, []]);
  });

  test('the question offers the span and each age', () => {
    const { questions } = readSentence('65 and 70 year olds', VOCABULARY, TODAY);

    expect(questions[0]?.options.map(({ says }) => says).slice(0, 3)).toEqual(['ages 65 to 70', 'age 65', 'age 70']);
  });
});

describe('conversations', () => {
  test.each([
    ['clients I talked to last week', { type: 'client' }, 'talked to last week'],
    ['who did I actually speak with yesterday', {}, 'speak with yesterday'],
    ["leads i've never spoken to", { type: 'lead' }, 'never spoken to'],
    ["leads we haven't heard from in 60 days", { type: 'lead' }, "haven't heard from in 60 days"],
    ['people I had a conversation with this month', {}, 'conversation with this month'],
    ['leads I called twice or more', { type: 'lead' }, 'called twice or more'],
    ['clients touched 3 times this month', { type: 'client' }, 'touched 3 times this month'],
  ] as const)('%s is asked about, for a touch is none', (said, scope, asked) => {
    const [found, asks] = read(said);

    expect(found).toEqual(scope);
    expect(JSON.stringify(asks)).toContain(asked);
  });

  test.each([
    ['leads I touched this week', 'touched'],
    ["anybody I've reached out to this week", 'touch'],
  ])('%s is a touch', (said) => {
    expect(read(said)[1]).toEqual([]);
  });

  test('the question offers the touch and the call', () => {
    const { questions } = readSentence('never spoken to since June', VOCABULARY, TODAY);

    expect(questions[0]?.options.map(({ says }) => says).slice(0, 2)).toEqual([
      'not touched since June',
      'not called since June',
    ]);
  });
});

describe('whom a user has not called', () => {
  const dana = (...search: ReturnType<typeof by>[]) => ({
    search: [by('owner', '601'), ...search],
    type: 'lead',
    contact_group: 'all_agents',
  });
  test.each([
    ["leads Dana hasn't called in Texas", dana(empty('last_call_at'), by('state', 'TX'))],
    [
      "leads Dana hasn't called in Texas this month",
      dana(by('last_call_at', '2026-11-01', 'not_since'), by('state', 'TX')),
    ],
    ["leads Dana hasn't called", dana(empty('last_call_at'))],
  ] as const)('%s: days may come later', (said, scope) => {
    expect(read(said)).toEqual([scope, []]);
  });

  test.each([
    ['Dana never called me back', {}, 'Dana never called me back'],
    ["Whitfield didn't call back", {}, "Whitfield didn't call back"],
    ["Dana hasn't called us since June", {}, "Dana hasn't called us since June"],
    ["leads Dana hasn't called back", { type: 'lead' }, "Dana hasn't called back"],
    ["leads who haven't called me back", { type: 'lead' }, "haven't called me back"],
    ['leads who never called us', { type: 'lead' }, 'never called us'],
    ["leads that didn't call me this month", { type: 'lead' }, "didn't call me this month"],
  ] as const)('%s may be of calls from contacts, and is asked about', (said, scope, part) => {
    expect(read(said)).toEqual([scope, [part]]);
  });

  test('the question offers the contacts of the user and a contact of that name', () => {
    const { questions } = readSentence('Dana never called me back', VOCABULARY, TODAY);

    expect(questions[0]?.options.map(({ says }) => read(says)).slice(0, 2)).toEqual([
      [{ search: [by('owner', '601'), empty('last_call_at')], contact_group: 'all_agents' }, []],
      [{ q: 'Dana', forgiving: true }, []],
    ]);
  });
});

describe('months of birthdays', () => {
  test.each([
    ['birthdays in april may or june', ['4', '5', '6']],
    ['birthdays in march, april and may', ['3', '4', '5']],
    ['born in march or may', ['3', '5']],
    ['april or may birthdays', ['4', '5']],
    ['birthdays in jan feb or march please', ['1', '2', '3']],
  ] as const)('%s are a list', (said, months) => {
    expect(read(said)).toEqual([{ search: [by('birth_month', [...months])] }, []]);
  });

  test('a place may follow the last month', () => {
    expect(read('birthdays in april or may in Texas')).toEqual([
      { search: [by('birth_month', ['4', '5']), by('state', 'TX')] },
      [],
    ]);
  });

  test.each([
    'clients born in November may need a supplement',
    'clients born in November and may need a supplement',
    'clients born in November, may need a supplement',
    'clients born in November or may not renew',
  ])('%s: the verb is no month, and is asked about', (said) => {
    const [scope, asked] = read(said);

    expect(JSON.stringify(scope)).not.toContain('"5"');
    expect(JSON.stringify(asked)).toContain('may');
  });

  test.each(['birthdays in March Jan Smith', 'birthdays in March and Jan Smith', 'birthdays in March, Jan Smith'])(
    '%s: the first name is no month',
    (said) => {
      expect(read(said)[0]).toEqual({ search: [by('birth_month', '3')], q: 'Jan Smith', forgiving: true });
    },
  );

  test('months side by side without an or are asked about', () => {
    expect(read('born in june july')).toEqual([{}, ['born in june july']]);
  });
});

describe('no touch', () => {
  const SINCE = [by('last_touch_at', '2026-10-22', 'not_since')];
  test.each([
    "leads where there hasn't been any contact in the last 30 days",
    'leads where there hasnt been contact in the last 30 days',
    "leads we haven't had any contact with in the last 30 days",
    "leads who didn't have any contact in the last 30 days",
    "leads I don't have any contact with in the last 30 days",
    "leads where there wasn't any contact in the last 30 days",
    'leads lacking any contact in the last 30 days',
    'leads nobody had any contact with in the last 30 days',
  ])('%s are those without one', (said) => {
    expect(read(said)).toEqual([{ search: SINCE, type: 'lead' }, []]);
  });

  test.each([
    ["leads who haven't received a call this month", by('last_call_at', '2026-11-01', 'not_since')],
    ["leads that haven't had any calls this month", by('last_call_at', '2026-11-01', 'not_since')],
    ["leads there haven't been any calls to", empty('last_call_at')],
  ] as const)('%s are those without a call', (said, filter) => {
    expect(read(said)).toEqual([{ search: [filter], type: 'lead' }, []]);
  });

  test.each([
    ["leads that weren't with any contact in the last 30 days", "weren't with any contact in the last 30 days"],
    ["leads that hasn't really been with recent calls in June", "hasn't really been with recent calls in June"],
    ["leads who haven't received a call back", "haven't received a call back"],
    ['leads who never got a call back this month', 'never got a call back this month'],
  ])('%s: a denial is never dropped from what it denies', (said, part) => {
    expect(read(said)).toEqual([{ type: 'lead' }, [part]]);
  });

  test('any contact in so many days, without a denial, is a touch', () => {
    expect(read('has there been any contact in the last 30 days')).toEqual([
      { search: [by('last_touch_at', '2026-10-21', 'after')] },
      [],
    ]);
  });
});

describe('commands', () => {
  const refused = (said: string) => readSentence(said, VOCABULARY, TODAY).refusal;
  test.each([
    ['delete all leads from Ohio', { search: [by('state', 'OH')], type: 'lead' }, 'delete', 'delete'],
    ['find my leads in Ohio and delete them', { search: [by('state', 'OH')], type: 'lead' }, 'delete', 'delete'],
    ['please get rid of everyone in Tulsa', { search: [by('city', 'Tulsa')] }, 'delete', 'get rid of'],
    ['merge all the duplicates', { duplicate: { is_duplicate: true } }, 'merge', 'merge'],
    ['set everyone in Tulsa to not interested', { search: [by('city', 'Tulsa')] }, 'change', 'to not interested'],
    ['mark all leads in Ohio as contacted', { search: [by('state', 'OH')], type: 'lead' }, 'change', 'as contacted'],
    ["move Dana's leads to Marcus", null, 'change', 'to Marcus'],
    ['tag everyone in Boise hot', {}, 'change', 'tag everyone in Boise hot'],
    [
      'remove the hot tag from my clients in Dayton',
      { search: [by('city', 'Dayton')], type: 'client' },
      'change',
      'remove the hot tag',
    ],
    ['call all leads in Dallas', { search: [by('city', 'Dallas')], type: 'lead' }, 'call', 'call'],
    ['please call my hot leads', { search: [chosen('tag', 'hot')], type: 'lead' }, 'call', 'call'],
  ] as const)('%s is refused', (said, scope, what, part) => {
    expect(refused(said)).toEqual({ what, part });
    if (scope !== null) expect(read(said)[0]).toEqual(scope);
    expect(read(said)[1]).toContain(part);
  });

  test.each([
    ['deleted contacts', { contact_group: 'deleted' }],
    ['tag hot', { search: [chosen('tag', 'hot')] }],
    ['status new and tag hot', { search: [chosen('status', 'New'), chosen('tag', 'hot')] }],
    ['appointments set', { search: [chosen('status', 'Appointment set')] }],
    ['Mark Merger', { q: 'Mark Merger', forgiving: true }],
    ['I need to call my leads in Dallas', { search: [by('city', 'Dallas')], type: 'lead' }],
    ['call Maria Lopez', { q: 'Maria Lopez', forgiving: true }],
    ['call back leads', { search: [chosen('tag', 'callback')], type: 'lead' }],
    ['put my clients in alphabetical order', { type: 'client' }],
    ['put them in alphabetical order', {}],
    ['my clients in Texas and put them in order by age', { search: [by('state', 'TX')], type: 'client' }],
    ['set my leads in order by city', { type: 'lead', order_field: 'city' }],
  ])('%s is no command', (said, scope) => {
    expect([refused(said), read(said)[0]]).toEqual([null, scope]);
  });
});

describe('names', () => {
  test.each([
    ['Clarence Whitlow Jr.', 'Clarence Whitlow Jr.'],
    ['find Harold Beasley III', 'Harold Beasley III'],
    ['Gutierrez, Rosalinda', 'Rosalinda Gutierrez'],
    ['Ferguson Sr, William', 'William Ferguson Sr'],
    ['zimmer, karla', 'karla zimmer'],
    ["Bobby Joe Thacker's card", 'Bobby Joe Thacker'],
  ])('%s is %s', (said, q) => {
    expect(read(said)).toEqual([{ q, forgiving: true }, []]);
  });

  test.each(['Smith, Jones'])('%s is not one person', (said) => {
    const { scope, questions } = readSentence(said, VOCABULARY, TODAY);

    expect([scope.q?.includes(' ') ?? false, questions.length > 0]).toEqual([false, true]);
  });

  test('a title needs a name behind it', () => {
    expect(read('find donna in Bakersfield')).toEqual([
      { search: [by('city', 'Bakersfield')], q: 'donna', forgiving: true },
      [],
    ]);
  });
});

describe('what no filter knows is asked about whole', () => {
  test.each([
    ['leads in Harris County', 'Harris County'],
    ['leads in Dallas or Cook counties', 'Dallas or Cook counties'],
    ['leads from leads_oct.csv', 'leads_oct.csv'],
    ['leads imported from oct leads.xlsx', 'oct leads.xlsx'],
    ['leads taking blood thinners', 'taking blood thinners'],
    ['Mutual of Omaha leads', 'Mutual of Omaha'],
  ])('%s', (said, asked) => {
    expect(read(said)).toEqual([{ type: 'lead' }, [asked]]);
  });
});

describe('places', () => {
  test.each([
    ['outside of Florida', [by('state', 'FL', 'not')]],
    ['Delaware, Ohio', [by('city', 'Delaware'), by('state', 'OH')]],
    ['Delaware and Ohio', [by('state', ['DE', 'OH'])]],
    ['Delaware, Ohio, Texas', [by('state', ['DE', 'OH', 'TX'])]],
  ])('people in %s', (said, search) => {
    expect(read(`people in ${said}`)).toEqual([{ search }, []]);
  });
});

describe('short forms', () => {
  test.each([
    ['clients n leads', { search: [by('type', ['client', 'lead'])] }],
    ['f/u due monday', { search: [by('follow_up_on', '2026-11-23')] }],
    ['people with an app out', { search: [chosen('status', 'Application out')] }],
    ['emails that have yahoo in them', { search: [by('email', 'yahoo', 'contains')] }],
    ['leads with a gmail address', { search: [by('email', 'gmail', 'contains')], type: 'lead' }],
    ['number ending 0191', { q: '0191' }],
    ['my entire book', {}],
    ['every single contact', {}],
  ] as const)('%s', (said, scope) => {
    expect(read(said)).toEqual([scope, []]);
  });

  test.each([
    ['everybody', false],
    ['my whole book', false],
    ['thanks everyone', true],
    ['thanks', true],
  ])('%s is at a loss: %s', (said, isAtLoss) => {
    expect(readSentence(said, VOCABULARY, TODAY).isAtLoss).toBe(isAtLoss);
  });
});

describe('days of what is said in one breath', () => {
  test.each([
    ['follow ups overdue by more than a week', { search: [by('follow_up_on', '2026-11-14', 'before')] }],
    ['follow ups overdue by at least a week', { search: [by('follow_up_on', '2026-11-15', 'before')] }],
    ['last 10 leads added', { type: 'lead', order_field: 'created_at', order: 'desc', select_n: 10 }],
    [
      'imported last week',
      { search: [by('import_id', '', 'not_empty'), ...between('created_at', '2026-11-07', '2026-11-15')] },
    ],
    ['turning 65 next spring', { search: between('dob', '1962-02-28', '1962-06-01') }],
    ['added last summer', { search: between('created_at', '2026-05-31', '2026-09-01') }],
    ['added this fall', { search: between('created_at', '2026-08-31', '2026-12-01') }],
  ] as const)('%s', (said, scope) => {
    expect(read(said)).toEqual([scope, []]);
  });

  test.each([
    ['added over a month ago', by('created_at', '2026-10-21', 'before')],
    ['last called over a month ago', by('last_call_at', '2026-10-21', 'before')],
    ['added a month ago', by('created_at', '2026-10-21')],
  ] as const)('%s is exact at its day', (said, filter) => {
    expect(read(said)).toEqual([{ search: [filter] }, []]);
  });

  test('about a month ago is no single day', () => {
    expect(read('leads added about a month ago')).toEqual([{ type: 'lead' }, ['added', 'about a month ago']]);
  });

  test('a season that begins soon may be this one or the next', () => {
    expect(read('turning 65 next winter')[1]).not.toEqual([]);
  });
});
