import { describe, expect, test } from 'vitest';
import { readSentence } from '../../server/features/chat/search/read-sentence.ts';
import { by, TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

const read = (said: string) => readSentence(said, VOCABULARY, TODAY);
const county = (name: string | string[], op?: 'not') => ({ search: [by('county', name, op)] });

describe('a county is found by name', () => {
  test.each([
    ['in Travis County', county('Travis County, TX')],
    ['people in travis cnty', county('Travis County, TX')],
    ['people in the county of San Diego', county('San Diego County, CA')],
    ['Harris County, Texas', county('Harris County, TX')],
    ['everyone in orange county fl', county('Orange County, FL')],
    ['people in tulsa county ok', county('Tulsa County, OK')],
    ['in St. Tammany Parish', county('St. Tammany Parish, LA')],
    ["Prince George's County", county("Prince George's County, MD")],
    // Only Texas has both.
    ['in Dallas or Tarrant counties', county(['Dallas County, TX', 'Tarrant County, TX'])],
    ['in Travis or Maricopa counties', county(['Travis County, TX', 'Maricopa County, AZ'])],
    ['in Jefferson Parish', county('Jefferson Parish, LA')],
    ['outside of Travis County', county('Travis County, TX', 'not')],
    ['not in Travis County', county('Travis County, TX', 'not')],
  ])('%s', (said, scope) => {
    const { scope: found, questions } = read(said);

    expect([found, questions]).toEqual([scope, []]);
  });
});

describe('a name that no town has is a county', () => {
  test.each([
    ['leads in Broward', { type: 'lead', ...county('Broward County, FL') }],
    ['in Broward, FL', county('Broward County, FL')],
    ['in Travis, Texas', county('Travis County, TX')],
    ['in Broward or Pinellas', county(['Broward County, FL', 'Pinellas County, FL'])],
    ['everyone in miami-dade', county('Miami-Dade County, FL')],
    ['leads from Miami-Dade and broward', { type: 'lead', ...county(['Miami-Dade County, FL', 'Broward County, FL']) }],
    // A town in fifteen states.
    ['in Fulton', { search: [by('city', 'Fulton')] }],
  ])('%s', (said, scope) => {
    const { scope: found, questions } = read(said);

    expect([found, questions]).toEqual([scope, []]);
  });

  test.each(['in Kings', 'in Broward or Houston', 'in Houston or Broward', 'in Miami-Dade or Tampa'])(
    '%s: MAX asks',
    (said) => {
      expect(read(said).questions).toHaveLength(1);
    },
  );
});

describe('MAX asks which county', () => {
  test('of several states, with the largest to choose from', () => {
    const { scope, questions } = read('leads in Orange County');

    expect(scope).toEqual({ type: 'lead' });
    expect(questions.map(({ part }) => part)).toEqual(['Orange County']);
    expect(questions[0]?.options.slice(0, 2)).toEqual([
      { label: 'Orange County, CA', says: 'in Orange County, CA' },
      { label: 'Orange County, FL', says: 'in Orange County, FL' },
    ]);
  });

  test('with options that it understands', () => {
    for (const said of ['in Orange County', 'outside Cook county', 'near Travis County']) {
      const offered = (read(said).questions[0]?.options ?? []).filter(({ label }) => label !== 'Leave it out');
      expect(offered).not.toEqual([]);
      for (const { says } of offered) expect(read(says).questions).toEqual([]);
    }
  });

  test.each([
    ['in Nowhere County', 'Nowhere County'],
    // The county, or Colorado.
    ['in Travis Co', 'in Travis Co'],
    ['near Travis County', 'near Travis County'],
    ['in Dallas or Cook counties', 'Dallas or Cook counties'],
    ['in Travis County, Florida', 'Travis County'],
    // Connecticut had these until 2022.
    ['in Litchfield County', 'Litchfield County'],
    ['in Windham County', 'Windham County'],
  ])('%s', (said, part) => {
    const { scope, questions } = read(said);

    expect(scope).toEqual({});
    expect(questions.map((question) => question.part)).toEqual([part]);
  });
});

test.each(['Florida people in Polk county', 'Polk county people in Florida'])('%s: the state decides', (said) => {
  const { scope, questions } = read(said);

  expect(questions).toEqual([]);
  expect(scope.search?.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
    by('county', 'Polk County, FL'),
    by('state', 'FL'),
  ]);
});

describe('shorthand and doses', () => {
  test.each([
    ['people w/o a phone', { search: [by('phone', '', 'empty')] }, []],
    [
      'who has a policy thru Cigna',
      { search: [by('policy_type', '', 'not_empty'), by('policy_carrier', 'Cigna', 'contains')] },
      [],
    ],
    [
      'whose MOO policy lapsed',
      { search: [by('policy_carrier', 'Mutual of Omaha', 'contains'), by('policy_status', 'lapsed')] },
      [],
    ],
    ['who takes atorvastatin 40 mg', { search: [by('prescription', 'atorvastatin')] }, ['40 mg']],
    ['who uses a Trelegy inhaler', { search: [by('prescription', 'Trelegy')] }, []],
  ])('%s', (said, scope, asked) => {
    const { scope: found, questions } = read(said);

    expect([found, questions.map(({ part }) => part)]).toEqual([scope, asked]);
  });
});
