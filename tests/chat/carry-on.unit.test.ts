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
      { search: [by('state', 'TX'), by('dob', '1961-11-22', 'before')], type: 'client' },
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
    ['changes a bound', 'people over 65', 'over 70', { search: [by('dob', '1956-11-22', 'before')] }],
    [
      'closes a span',
      'people over 65',
      'but under 80',
      { search: [by('dob', '1946-11-21', 'after'), by('dob', '1961-11-22', 'before')] },
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
