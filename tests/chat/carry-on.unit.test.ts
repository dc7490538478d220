import { describe, expect, test } from 'vitest';
import { carryOn } from '../../server/features/chat/search/answer/carry-on.ts';
import { NOTHING, type Standing } from '../../server/features/chat/search/answer/standing.ts';
import { by, chosen, TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

/** Search after all of these messages. */
const talk = (...messages: readonly string[]) =>
  messages.reduce<Standing>((standing, message) => carryOn(standing, message, VOCABULARY, TODAY), NOTHING);
const scopeAfter = (...messages: readonly string[]) => talk(...messages).scope;

describe('a later message', () => {
  test.each([
    ['narrows', 'people in Texas', 'only women', { search: [by('state', 'TX'), by('gender', 'female')] }],
    [
      'narrows without a word for it',
      'clients in Texas',
      'over 65',
      { search: [by('state', 'TX'), by('dob', '1960-11-22', 'before')], type: 'client' },
    ],
    ['adds more of a kind', 'people in Texas', 'also Oklahoma', { search: [by('state', ['TX', 'OK'])] }],
    [
      'adds another type',
      'leads in Texas',
      'and also recruits',
      { search: [by('state', 'TX'), by('type', ['lead', 'recruit'])] },
    ],
    ['wants both tags', 'tagged hot', 'also tagged VIP', { search: [chosen('tag', 'hot'), chosen('tag', 'VIP')] }],
    [
      'takes some out',
      'clients in Texas',
      'not the ones in Austin',
      { search: [by('state', 'TX'), by('city', 'Austin', 'not')], type: 'client' },
    ],
    ['takes one of several out', 'people in Texas or Oklahoma', 'not Oklahoma', { search: [by('state', 'TX')] }],
    [
      'sorts',
      'hot leads',
      'newest first',
      { search: [chosen('tag', 'hot')], type: 'lead', order_field: 'created_at', order: 'desc' },
    ],
    [
      'drops the tag that stands',
      'hot leads in Texas',
      'without the tag',
      { search: [by('state', 'TX')], type: 'lead' },
    ],
    ['drops the age', 'people over 65 in Texas', 'drop the age', { search: [by('state', 'TX')] }],
    ['takes a condition back', 'hot leads in Texas', 'remove Texas', { search: [chosen('tag', 'hot')], type: 'lead' }],
    [
      'asks for others instead',
      'hot leads',
      'everyone in the agency instead',
      { search: [chosen('tag', 'hot')], type: 'lead', contact_group: 'all' },
    ],
    ['goes back to the own ones', "my team's hot leads", 'only mine', { search: [chosen('tag', 'hot')], type: 'lead' }],
    ['changes a place', 'people in Texas', 'in Ohio instead', { search: [by('state', 'OH')] }],
    ['changes a bound', 'people over 65', 'over 70', { search: [by('dob', '1955-11-22', 'before')] }],
    [
      'closes a span',
      'people over 65',
      'but under 80',
      { search: [by('dob', '1946-11-21', 'after'), by('dob', '1960-11-22', 'before')] },
    ],
    ['limits', 'hot leads', 'just the first 20', { search: [chosen('tag', 'hot')], type: 'lead', select_n: 20 }],
    [
      'points at what stands',
      'clients in Texas',
      'which of those have no phone',
      { search: [by('state', 'TX'), by('phone', '', 'empty')], type: 'client' },
    ],
    [
      'begins anew as a whole sentence',
      'hot leads in Texas',
      'clients in Ohio',
      { search: [by('state', 'OH')], type: 'client' },
    ],
    [
      'begins anew with a question',
      'hot leads in Texas',
      'who is turning 65 this quarter',
      { search: [by('dob', '1961-09-30', 'after'), by('dob', '1962-01-01', 'before')] },
    ],
    ['begins anew with a name', 'hot leads in Texas', 'Maria Lopez', { q: 'Maria Lopez', forgiving: true }],
    [
      'begins anew with unknown words before a condition',
      'hot leads',
      'abernathy in texas',
      { search: [by('state', 'TX')] },
    ],
    [
      'begins anew with everybody',
      'recruits not touched in 6 months',
      'all contacts in the agency',
      { contact_group: 'all' },
    ],
    [
      'begins anew with birthdays',
      'recruits not touched in 6 months',
      'birthdays in december',
      { search: [by('birth_month', '12')] },
    ],
    ['starts over', 'hot leads in Texas', 'start over', {}],
  ] as const)('%s', (_, first, second, scope) => {
    expect(scopeAfter(first, second)).toEqual(scope);
  });

  test('keeps the search when nothing of it is understood', () => {
    const before = talk('hot leads');

    expect(carryOn(before, 'thank you', VOCABULARY, TODAY)).toMatchObject({ scope: before.scope, isAtLoss: true });
  });
});

describe('a command verb that refines', () => {
  const inTexas = by('state', 'TX');
  const both = by('state', ['TX', 'OH']);
  test.each([
    ['clients in Texas', 'make it Ohio', { search: [by('state', 'OH')], type: 'client' }],
    ['clients in Texas', 'change it to Ohio', { search: [by('state', 'OH')], type: 'client' }],
    ['clients in Texas', 'make it leads', { search: [inTexas], type: 'lead' }],
    ['leads in Ohio', 'switch it to Texas', { search: [inTexas], type: 'lead' }],
    ['leads in Ohio', 'please make it Texas', { search: [inTexas], type: 'lead' }],
    ['clients in Texas', 'add the ones in Ohio', { search: [both], type: 'client' }],
    ['clients in Texas', 'add everyone in Ohio', { search: [both], type: 'client' }],
    ['clients in Texas', 'add clients in Ohio', { search: [both], type: 'client' }],
    ['clients in Texas', 'can you add everyone in Ohio', { search: [both], type: 'client' }],
    ['clients in Texas', 'add all leads', { search: [inTexas, by('type', ['client', 'lead'])] }],
    ['clients in Texas', 'add my leads too', { search: [inTexas, by('type', ['client', 'lead'])] }],
    ['clients in Texas', 'add all leads to the list', { search: [inTexas, by('type', ['client', 'lead'])] }],
    ['clients in Texas', 'change it to hot leads', { search: [inTexas, chosen('tag', 'hot')], type: 'lead' }],
    [
      'clients in Texas',
      'change the order to newest first',
      { search: [inTexas], type: 'client', order_field: 'created_at', order: 'desc' },
    ],
    [
      'leads in Ohio',
      'remove the ones from Cleveland',
      { search: [by('state', 'OH'), by('city', 'Cleveland', 'not')], type: 'lead' },
    ],
    [
      'leads in Ohio',
      'drop the ones from Cleveland',
      { search: [by('state', 'OH'), by('city', 'Cleveland', 'not')], type: 'lead' },
    ],
    [
      'leads in Ohio',
      'remove everyone over 80',
      { search: [by('state', 'OH'), by('dob', '1945-11-21', 'after')], type: 'lead' },
    ],
    ['leads in Ohio or Texas', 'remove Ohio from the list', { search: [inTexas], type: 'lead' }],
    ['hot leads in Texas', 'please remove Texas', { search: [chosen('tag', 'hot')], type: 'lead' }],
    ['hot leads in Texas', "I'd like to drop Texas", { search: [chosen('tag', 'hot')], type: 'lead' }],
  ] as const)('%s, %s', (first, second, scope) => {
    const { refusal, questions, scope: after } = carryOn(talk(first), second, VOCABULARY, TODAY);

    expect([refusal, questions, after]).toEqual([null, [], scope]);
  });

  test('asks when several conditions can only be removed together', () => {
    const { scope, questions } = talk('leads in Ohio', 'remove the leads in Cleveland');

    expect([scope, questions.length]).toEqual([{ search: [by('state', 'OH')], type: 'lead' }, 1]);
  });
});

describe('a refused command', () => {
  const texans = { search: [by('state', 'TX')], type: 'client' };
  test.each([
    ['add all leads to VIP', 'change', { search: [by('state', 'TX')], type: 'lead' }],
    ['add them to VIP', 'change', texans],
    ['add VIP to them', 'change', texans],
    ['add everyone to Dana', 'change', texans],
    ['add the hot tag', 'change', texans],
    ['change it to Not interested', 'change', texans],
    ['change it to New', 'change', texans],
    ['make them VIP', 'change', texans],
    ['remove the tag from them', 'change', texans],
    ['remove the hot tag from them', 'change', texans],
    ['remove hot from my clients', 'change', texans],
    ['remove them all', 'delete', texans],
    ['please wipe my whole book', 'delete', texans],
    ['also delete everyone in Ohio', 'delete', { search: [by('state', 'OH')], type: 'client' }],
    [
      'can you delete everyone over 80',
      'delete',
      { search: [by('state', 'TX'), by('dob', '1945-11-22', 'before')], type: 'client' },
    ],
    [
      'set everyone in Tulsa to not interested',
      'change',
      { search: [by('state', 'TX'), by('city', 'Tulsa')], type: 'client' },
    ],
  ] as const)('%s keeps the search', (said, what, scope) => {
    const { refusal, scope: after } = carryOn(talk('clients in Texas'), said, VOCABULARY, TODAY);

    expect([refusal?.what, after]).toEqual([what, scope]);
  });
});

describe('a question', () => {
  const asked = talk('clients near Waco, turning 65');

  test("is dropped, with a notice, by the next message that doesn't answer it", () => {
    const { scope, questions, leftOut } = carryOn(asked, 'only women', VOCABULARY, TODAY);

    expect([scope.search, questions, leftOut]).toEqual([[by('gender', 'female')], [], ['near Waco', 'turning 65']]);
  });

  test('does not stick to a new sentence', () => {
    const { scope, questions, leftOut } = carryOn(asked, 'leads in Ohio', VOCABULARY, TODAY);

    expect([scope, questions, leftOut]).toEqual([{ search: [by('state', 'OH')], type: 'lead' }, [], []]);
  });

  test.each([
    ['turning 65', 'this quarter', [by('dob', '1961-09-30', 'after'), by('dob', '1962-01-01', 'before')]],
    ['leads called in Texas', 'this week', null],
  ] as const)('of “%s” is answered by “%s” in own words', (said, answer, search) => {
    const { scope, questions } = talk(said, answer);

    expect([scope.search, questions]).toEqual([search ?? expect.any(Array), []]);
  });

  test('is answered by what an option says', () => {
    const { scope, questions } = carryOn(asked, 'in Waco', VOCABULARY, TODAY);

    expect([scope.search, questions.map(({ part }) => part)]).toEqual([[by('city', 'Waco')], ['turning 65']]);
  });

  test('is left out by its option', () => {
    const { scope, questions } = carryOn(asked, 'Leave out “turning 65”', VOCABULARY, TODAY);

    expect([scope, questions.map(({ part }) => part)]).toEqual([{ type: 'client' }, ['near Waco']]);
  });

  test('is left out as the first one', () => {
    expect(carryOn(asked, 'leave it out', VOCABULARY, TODAY).questions.map(({ part }) => part)).toEqual(['turning 65']);
  });

  test.each(
    [
      'turning 65',
      'leads in Washington',
      'spanish leads',
      'seminar people',
      'who are my new leads',
      'austin',
      'georgia',
      'clients near Waco',
      'hot and callback leads',
      'with phone or email',
      'leads this week',
    ].flatMap((said) => talk(said).questions.flatMap(({ options }) => options.map(({ says }) => ({ said, says })))),
  )('of “$said” is settled by its option “$says”', ({ said, says }) => {
    expect(talk(said, says).questions).toEqual([]);
  });
});
