import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { FILTER_OPS_OF } from '#rules/contacts/filter-ops.ts';
import { readSentence } from '../../server/features/chat/search/read-sentence.ts';
import { between, by, chosen, empty, TODAY } from './agency-words.ts';
import { CONTACT_SENTENCES } from './contact-sentences.ts';
import { VOCABULARY } from './judged.ts';

const read = (said: string) => readSentence(said, VOCABULARY, TODAY);

/** Runs of a property; a sentence takes less than a millisecond. */
const RUNS = 400;

const KNOWN = (
  'leads|clients|hot|in Texas|tagged VIP|over 65|turning 65|this quarter|not called yet|newest first|near Waco|with no phone|or|and|not|' +
  "Dana's|my team's|Maria Lopez|Facebook|who speak spanish|in|on|with|from|the|people|added|last month|except|without|top 50|quoted|due|" +
  'birthdays|born|named|who work at|last name|status|in a workflow|two|30|call'
).split('|');

const known = fc.constantFrom(...KNOWN);
/** Words of no language, far from every word that is known. */
const unknown = fc
  .tuple(fc.stringMatching(/^[qxzjvk]{7,11}$/), fc.boolean())
  .map(([word, big]) => (big ? `Q${word}` : word));
const mark = fc.constantFrom(' ', ' ', ' ', ', ');

describe('every word is understood, is filler, or is a question', () => {
  test('an unknown word is in the name, in a value or in a question', () => {
    const piece = fc.tuple(fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: unknown }), mark);
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), (pieces) => {
        const said = pieces
          .map(([word, between]) => word + between)
          .join('')
          .trim();
        const { scope, questions } = read(said);
        const kept = `${JSON.stringify(scope)} ${questions.map(({ part }) => part).join(' ')}`.toLowerCase();
        const strange = said.match(/\b[qxzjvk]{7,}/gi) ?? [];
        expect(strange.filter((word) => !kept.includes(word.toLowerCase()))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  test('questions quote the sentence, and certain parts are a scope', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(known, unknown), { maxLength: 10 }), (pieces) => {
        const said = pieces.join(' ');
        const { scope, questions } = read(said);
        expect(questions.filter(({ part }) => part === '' || !said.includes(part))).toEqual([]);
        expect(ContactsScope.safeParse(scope).error).toBeUndefined();
        expect(scope.search?.filter(({ field, op = 'is' }) => !FILTER_OPS_OF[field].includes(op)) ?? []).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  test('no text at all makes it stumble', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (said) => {
        expect(() => read(said)).not.toThrow();
      }),
      { numRuns: RUNS },
    );
  });
});

test.each(CONTACT_SENTENCES.slice(0, 40))('capitals and a full stop change nothing: $said', ({ said, scope }) => {
  if (scope.q !== undefined) return;
  const big = said.slice(0, 1).toUpperCase() + said.slice(1);
  expect(read(`${big}.`).scope).toEqual(read(said).scope);
});

describe('a slip of the keys', () => {
  test('is put right where it is beyond doubt, and told', () => {
    const { scope, assumptions } = read('cleints in texs');

    expect([scope, assumptions]).toEqual([
      { search: [by('state', 'TX')], type: 'client' },
      ['“cleints” means clients.', '“texs” means texas.'],
    ]);
  });

  test.each(['find jhon petersen', 'Maira Lopes', 'kowalczyk', 'find turner', 'find peterson', 'Wendy Harper-Vance'])(
    'leaves the name of %s alone',
    (said) => {
      expect(read(said).scope.q).toBe(said.replace('find ', ''));
    },
  );
});

describe('what is easily taken for something else', () => {
  test.each([
    ['leads from Yelp', { type: 'lead' }, ['from Yelp']],
    ['everyone in Pinellas County', { search: [by('county', 'Pinellas County, FL')] }, []],
    ['leads from the seminar', { type: 'lead' }, ['seminar']],
    ['everyone but mine', {}, ['everyone but mine']],
    ["my leads and Priya's", { search: [by('owner', ['600', '603'])], type: 'lead', contact_group: 'all_agents' }, []],
    ['birthday between Dec 20 and Jan 5', {}, ['birthday between Dec 20 and Jan 5']],
    ['born on the 4th of July', {}, ['born on the 4th of July']],
    ['turning 65 within the next year', { search: between('dob', '1961-11-20', '1962-11-22') }, []],
    ['age 60s', { search: between('dob', '1956-11-21', '1966-11-22') }, []],
    ['women over 65 and men over 70', {}, ['women over 65 and men over 70']],
    ['zip 78664 through 78670', {}, ['zip 78664 through 78670']],
    ['zip 78664-78670', {}, ['zip 78664-78670']],
    ['clients in Texas or leads in Florida', {}, ['clients in Texas or leads in Florida']],
    ['neither hot nor VIP', {}, ['neither hot nor VIP']],
    ['not from Texas nor Florida', { search: [by('state', 'TX', 'not')] }, ['nor Florida']],
    ['follow up by friday', { search: [by('follow_up_on', '2026-11-28', 'before')] }, []],
    ['people with MA plans', {}, ['MA plans']],
    ['lopez in houston', { search: [by('city', 'Houston')], q: 'lopez', forgiving: true }, []],
    ['snowbirds in florida', { search: [by('state', 'FL')] }, ['snowbirds']],
    ['people in boerne tx', { search: [by('city', 'Boerne'), by('state', 'TX')] }, []],
    ['leads in northern california', { search: [by('state', 'CA')], type: 'lead' }, ['in northern']],
    ['clients in travis county texas', { search: [by('county', 'Travis County, TX')], type: 'client' }, []],
    ['leads in la', { type: 'lead' }, ['la']],
    ['clients who just turned 65', { type: 'client' }, ['who just turned 65']],
    ['who ages in this quarter', { search: between('dob', '1961-09-30', '1962-01-01') }, []],
    ['t-65 leads', { type: 'lead' }, ['t-65']],
    ['clients in trouble', { type: 'client' }, ['in trouble']],
    ['who should I call today', {}, ['should I call', 'today']],
    ['people making over 100k', {}, ['making over 100k']],
    ['quoted more than 30 days ago', { search: [chosen('status', 'Quoted')] }, ['more than 30 days ago']],
    ['not in a workflow', {}, ['not in a workflow']],
    ['leads with a birthday before March', { type: 'lead' }, ['with a birthday before March']],
    ['do not call list', {}, ['not call']],
    ['clients near me', { type: 'client' }, ['near me']],
    ['Denzel Washington', { q: 'Denzel Washington', forgiving: true }, []],
    ['leads that are not on Medicaid', { type: 'lead' }, ['not on Medicaid']],
    ["Kathy's leads", { type: 'lead' }, ["Kathy's"]],
    [
      'called last month but not texted',
      { search: between('last_call_at', '2026-09-30', '2026-11-01') },
      ['not texted'],
    ],
    ['Michael Jackson', { q: 'Michael Jackson', forgiving: true }, []],
    ['April Jones', { q: 'April Jones', forgiving: true }, []],
    ['Mary Houston', { q: 'Mary Houston', forgiving: true }, []],
    [
      'leads called in Dallas this week',
      { search: [...between('last_call_at', '2026-11-14', '2026-11-22'), by('city', 'Dallas')], type: 'lead' },
      [],
    ],
    [
      'clients with no email or phone in Ohio',
      { search: [empty('email'), empty('phone'), by('state', 'OH')], type: 'client' },
      [],
    ],
  ] as const)('%s', (said, scope, asks) => {
    const { questions, ...reading } = read(said);

    expect([reading.scope, questions.map(({ part }) => part)]).toEqual([scope, asks]);
  });
});

describe('days', () => {
  test.each([
    ['over the weekend', '2026-11-20', '2026-11-23'],
    ['last weekend', '2026-11-13', '2026-11-16'],
    ['nov 1-15', '2026-10-31', '2026-11-16'],
    ['from november 1st to november 15th', '2026-10-31', '2026-11-16'],
    ['from november to january', '2025-10-31', '2026-02-01'],
    ['since labor day', '2026-09-06', null],
    ['since easter', '2026-04-04', null],
    ['since Memorial Day', '2026-05-24', null],
    ['since thanksgiving', '2025-11-26', null],
    ['since the 1st', '2026-10-31', null],
    ['in the past couple weeks', '2026-11-06', null],
    ['since the 4th of July', '2026-07-03', null],
  ])('added %s is after %s and before %s', (said, after, before) => {
    expect(read(`added ${said}`).scope.search).toEqual([
      by('created_at', after, 'after'),
      ...(before === null ? [] : [by('created_at', before, 'before')]),
    ]);
  });

  test.each([
    ['turning 65 by the end of the year', '1962-01-01'],
    ['turning 65 before christmas', '1961-12-25'],
  ])('%s ends before %s', (said, before) => {
    expect(read(said).scope.search).toEqual(between('dob', '1961-11-20', before));
  });
});

test.each([
  ['gente en Nuevo México', 'NM'],
  ['clientes de Carolina del Sur', 'SC'],
  ['people in Tejas', 'TX'],
])('%s is a state in Spanish', (said, state) => {
  expect(read(said)).toMatchObject({ scope: { search: [by('state', state)] }, questions: [] });
});

test('Nueva York may be the state or the city', () => {
  expect(read('gente en Nueva York').questions.map(({ part }) => part)).toEqual(['Nueva York']);
});

test.each(['duplicate people', 'possible duplicates', 'duplicate records'])('%s may share a field', (said) => {
  expect(read(`${said} with the same first name and address`)).toMatchObject({
    scope: { duplicate: { is_duplicate: true, first_name: true, address: true } },
    questions: [],
  });
});
