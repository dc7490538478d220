import { describe, expect, test } from 'vitest';
import { readSentence } from '../../server/features/chat/search/read-sentence.ts';
import { vocabularyOf } from '../../server/features/chat/search/words/vocabulary.ts';
import { AGENCY_WORDS, between, by, chosen, empty, TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

/** The scope of a sentence, and the parts that are asked about. */
const read = (said: string, vocabulary = VOCABULARY) => {
  const { scope, questions } = readSentence(said, vocabulary, TODAY);
  return [scope, questions.map(({ part }) => part)];
};

describe('a file', () => {
  const FACEBOOK = chosen('import_id', 'facebook_oct_2026.csv');

  test.each([
    'from the facebook file',
    'that came from our Facebook spreadsheet',
    'in the facebook oct upload',
    'uploaded from facebook_oct_2026.csv',
    'off facebook_oct_2026.csv',
    'imported from facebook oct 2026',
    'from the file facebook_oct_2026.csv',
  ])('“%s” is found by words of its name', (said) => {
    expect(read(`leads ${said}`)).toEqual([{ search: [FACEBOOK], type: 'lead' }, []]);
  });

  test('is followed by more', () => {
    expect(read('the ones from the T65 list Mobile file in Daphne with no phone')).toEqual([
      { search: [chosen('import_id', 'T65 list Mobile.xlsx'), by('city', 'Daphne'), empty('phone')] },
      [],
    ]);
  });

  test('is asked for when several fit, and each answer finds one', () => {
    const { scope, questions } = readSentence('leads from the seminar signups file', VOCABULARY, TODAY);
    const [question] = questions;
    const options = question?.options ?? [];

    expect([scope, question?.part, options.map(({ label }) => label)]).toEqual([
      { type: 'lead' },
      'seminar signups file',
      ['seminar_signups_spring.csv', 'seminar_signups_fall.csv', 'Leave it out'],
    ]);
    expect(options.slice(0, 2).map(({ says }) => read(says))).toEqual([
      [{ search: [chosen('import_id', 'seminar_signups_spring.csv')] }, []],
      [{ search: [chosen('import_id', 'seminar_signups_fall.csv')] }, []],
    ]);
  });

  test('that was imported twice is both imports', () => {
    const imports = [...AGENCY_WORDS.imports, { id: '799', name: 'AEP batch 7.csv' }];
    expect(read('from the AEP batch file', vocabularyOf({ ...AGENCY_WORDS, imports }))).toEqual([
      { search: [by('import_id', ['705', '799'])] },
      [],
    ]);
  });

  test.each([
    ['clients from the Medigap mailer upload', 'Medigap mailer upload'],
    ['clients from medigap.csv', 'medigap.csv'],
  ])('that nobody imported is asked about: %s', (said, part) => {
    expect(read(said)).toEqual([{ type: 'client' }, [part]]);
  });

  test.each(['from a file', 'that came from an import'])('of any name is any import: %s', (said) => {
    expect(read(`leads ${said}`)).toEqual([{ search: [by('import_id', '', 'not_empty')], type: 'lead' }, []]);
  });

  test.each(['not from a file', 'that didnt come from any import'])('is denied: %s', (said) => {
    expect(read(`leads ${said}`)).toEqual([{ search: [empty('import_id')], type: 'lead' }, []]);
  });

  test.each(['with no birth date on file', 'with a birthday on file'])('is no “on file”: %s', (said) => {
    expect(read(said)).toEqual([{ search: [by('dob', '', said.includes('no') ? 'empty' : 'not_empty')] }, []]);
  });
});

describe('a name without a word for a file', () => {
  const names = ['October mailer.csv', 'Texas t65.csv', 'Marcus leads.csv', 'Foley leads.csv', '2026.csv'];
  const imports = [...AGENCY_WORDS.imports, ...names.map((name, index) => ({ id: `80${index}`, name }))];
  const [named, none] = [vocabularyOf({ ...AGENCY_WORDS, imports }), vocabularyOf({ ...AGENCY_WORDS, imports: [] })];

  test.each([
    'contacts imported in 2026',
    'leads uploaded in October',
    'leads imported from October',
    'leads imported last October',
    'leads imported from Texas',
    'leads imported in Texas',
    'leads imported from mobile',
    'leads imported in Foley',
    'leads imported from Marcus',
    'leads uploaded from Facebook',
    'leads imported from facebook oct',
    'leads imported from the list',
    'leads imported from 7',
  ])('is a day, a place or a person first: %s', (said) => {
    expect(read(said, named)).toEqual(read(said, none));
  });

  test.each([
    ['leads imported from October mailer', '800'],
    ['leads uploaded from Texas t65', '801'],
    ['leads imported from 2026', '804'],
    ['leads imported from AEP batch', '705'],
  ])('is a file if it is the whole name, or says something else: %s', (said, id) => {
    expect(read(said, named)).toEqual([{ search: [by('import_id', id)], type: 'lead' }, []]);
  });
});

describe('a file is denied', () => {
  const FACEBOOK = chosen('import_id', 'facebook_oct_2026.csv', 'not');

  test.each([
    'leads not from the facebook file',
    'leads not in the facebook upload',
    'leads not from our facebook oct spreadsheet',
    'leads not imported from the facebook file',
    'leads that werent in the facebook import',
    'leads that didnt come from the facebook file',
    'leads except the facebook file',
    'leads except the facebook list',
    'leads other than the facebook csv',
    'leads excluding the facebook upload',
    'leads excluding facebook upload',
    'leads excluding those from the facebook file',
    'leads minus our facebook spreadsheet',
  ])('%s', (said) => {
    expect(read(said)).toEqual([{ search: [FACEBOOK], type: 'lead' }, []]);
  });

  test.each(['everyone except the facebook file', 'everyone but the facebook file'])('%s', (said) => {
    expect(read(said)).toEqual([{ search: [FACEBOOK] }, []]);
  });

  test.each([
    ['leads not from the Texas file', 'Texas file'],
    ['leads except our Medigap mailer upload', 'Medigap mailer upload'],
    ['leads excluding the very old facebook crowd', 'excluding the very old facebook crowd'],
  ])('or asked about, and nothing is found by its name: %s', (said, part) => {
    expect(read(said)).toEqual([{ type: 'lead' }, [part]]);
  });

  test('and each answer to “which file” denies one', () => {
    const { questions } = readSentence('leads not from the seminar signups file', VOCABULARY, TODAY);
    expect(questions[0]?.options.slice(0, 2).map(({ says }) => read(says))).toEqual([
      [{ search: [chosen('import_id', 'seminar_signups_spring.csv', 'not')] }, []],
      [{ search: [chosen('import_id', 'seminar_signups_fall.csv', 'not')] }, []],
    ]);
  });

  test('no source is meant before a word for a file', () => {
    expect(read('leads facebook file')[0]).not.toHaveProperty('search');
  });
});

describe('the newest import', () => {
  test.each([
    'from the last import',
    'in the latest upload',
    'that came from my most recent file',
    'from the newest file',
  ])('leads %s', (said) => {
    expect(read(`leads ${said}`)).toEqual([
      { search: [chosen('import_id', 'facebook_oct_2026.csv')], type: 'lead' },
      [],
    ]);
  });

  test.each(['the last import', 'the latest upload'])('%s', (said) => {
    expect(read(said)).toEqual([{ search: [chosen('import_id', 'facebook_oct_2026.csv')] }, []]);
  });

  test('is denied, and asked about without any', () => {
    expect(read('leads not from the last import')[0]).toEqual({
      search: [chosen('import_id', 'facebook_oct_2026.csv', 'not')],
      type: 'lead',
    });
    expect(read('leads from the last import', vocabularyOf({ ...AGENCY_WORDS, imports: [] }))).toEqual([
      { type: 'lead' },
      ['last import'],
    ]);
  });
});

describe('calls of nobody', () => {
  const SINCE = by('last_call_at', '2026-11-01', 'not_since');

  test.each([
    'no leads had a call this month',
    'no leads were called this month',
    'none of my leads got a call this month',
    'not one of my leads has had any calls this month',
    'leads with no calls this month',
  ])('“%s” finds those without one', (said) => {
    expect(read(said)).toEqual([{ search: [SINCE], type: 'lead' }, []]);
  });

  test('is said around a place', () => {
    expect(read('no leads in Tampa had a call this month')).toEqual([
      { search: [by('city', 'Tampa'), SINCE], type: 'lead' },
      [],
    ]);
  });

  test('excludes a type where nothing was had', () => {
    expect(read('no leads in Tampa')).toEqual([{ search: [by('type', 'lead', 'not'), by('city', 'Tampa')] }, []]);
  });
});

describe('who called', () => {
  const CALLED = between('last_call_at', '2026-11-14', '2026-11-22');

  test.each([
    'called us this week',
    'called this week',
    'called me back',
    'phoned our office yesterday',
    'texted us this week',
    'e-mailed me in the last 3 days',
  ])('leads that %s are asked about: no field knows a direction', (said) => {
    expect(read(`leads that ${said}`)).toEqual([{ type: 'lead' }, [said]]);
  });

  test.each(['we called this week', 'that were called this week', 'that got a call this week'])(
    'leads %s were called',
    (said) => {
      expect(read(`leads ${said}`)).toEqual([{ search: CALLED, type: 'lead' }, []]);
    },
  );

  test('a number is looked up', () => {
    expect(read('who called me from 850-555-0123')).toEqual([{ q: '850-555-0123' }, []]);
  });
});

describe('people and places', () => {
  test.each(['leads not owned by Marcus', 'leads except those owned by Marcus'])('%s are of everybody else', (said) => {
    expect(read(said)).toEqual([
      { search: [chosen('owner', 'Marcus Ellery', 'not')], type: 'lead', contact_group: 'all_agents' },
      [],
    ]);
  });

  test("whose contacts are meant stays: everyone but Dana's", () => {
    expect(read("everyone in the agency except Dana's")).toEqual([
      { search: [chosen('owner', 'Dana Whitfield', 'not')], contact_group: 'all' },
      [],
    ]);
  });

  test.each([
    ['leads in Foley or Fairhope', ['Foley', 'Fairhope']],
    ['leads in Tampa, Orlando or Foley', ['Tampa', 'Orlando', 'Foley']],
  ])('%s are towns that nobody knows', (said, cities) => {
    expect(read(said)).toEqual([{ search: [by('city', cities)], type: 'lead' }, []]);
  });

  test('a person behind a town stays a person', () => {
    expect(read('leads in Foley and Maria Lopez')[0]).toMatchObject({ q: 'Maria Lopez' });
  });

  test.each(['clients in birmingham al', 'clients in birmingham al over 70'])('%s has a state', (said) => {
    expect(read(said)[0]).toMatchObject({
      search: [
        by('city', 'Birmingham'),
        by('state', 'AL'),
        ...(said.includes('70') ? [by('dob', '1955-11-22', 'before')] : []),
      ],
    });
  });

  test('a suffix belongs to a name in lower case too', () => {
    expect(read('Bobby Ray Tidwell jr')).toEqual([{ q: 'Bobby Ray Tidwell jr', forgiving: true }, []]);
  });
});
