import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeWords } from '../../server/features/contacts/list/close-words.ts';
import { searchWords } from '../../server/features/contacts/list/contact-search.ts';
import { type Candidate, nearPhones, spellingsOf } from '../../server/features/contacts/list/near-words.ts';
import { nicknamesOf } from '#rules/contacts/nicknames.ts';
import { wordDistance } from '#rules/contacts/word-distance.ts';

describe('how far two words are apart', () => {
  test.each([
    ['smith', 'smith', 0],
    ['smiht', 'smith', 1],
    ['smth', 'smith', 1],
    ['smiith', 'smith', 1],
    ['smyth', 'smith', 1],
    ['', 'abc', 3],
    ['gomzales', 'gonzalez', 2],
  ])('%o and %o: %o', (a, b, distance) => {
    expect(wordDistance(a, b)).toBe(distance);
  });

  test('is the same both ways, and never more than the longer one', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 8 });

    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(wordDistance(a, b)).toBe(wordDistance(b, a));
        expect(wordDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(wordDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

const near = (folded: string, ...words: readonly (readonly [string, boolean])[]): Candidate[] =>
  words.map(([word, alike]) => ({ asked: 1, folded, word, alike }));
const texts = (folded: string, ...words: readonly (readonly [string, boolean])[]) =>
  spellingsOf(folded, near(folded, ...words)).map(({ text }) => text);

describe('the spellings of a word', () => {
  test('are the nearest first, and of the same distance those that sound alike', () => {
    expect(texts('smyth', ['smythe', true], ['smath', false], ['smith', true], ['smits', false])).toEqual([
      'smith',
      'smythe',
      'smath',
    ]);
  });

  test('of a name are those that sound alike, behind its other forms', () => {
    expect(texts('bill', ['bill', true], ['ball', true], ['hill', false])).toEqual([
      'bill',
      'william',
      'billy',
      'will',
      'willy',
      'liam',
      'ball',
    ]);
  });

  test('of a short word differ in one letter, of a long one in two', () => {
    expect(texts('jonse', ['jones', true], ['jensen', false])).toEqual(['jones']);
    expect(texts('fetherston', ['featherstone', false])).toEqual(['featherstone']);
  });

  test('match only as separate words when they are short', () => {
    expect(spellingsOf('jhon', near('jhon', ['john', true]))[0]).toEqual({ kind: 'word', text: 'john' });
    expect(spellingsOf('smiht', near('smiht', ['smith', true]))[0]).toEqual({ kind: 'part', text: 'smith' });
  });
});

describe('a phone number with a mistake', () => {
  test('has another digit anywhere, or two swapped', () => {
    const [found] = nearPhones('15125550142');
    const numbers = found?.text.split(' ') ?? [];

    expect(numbers).toHaveLength(97);
    expect(numbers).toContain('+15125550172');
    expect(numbers).toContain('+15125550124');
    expect(numbers).not.toContain('+15125550142');
  });

  test('is only looked for when it is whole', () => expect(nearPhones('5550142')).toEqual([]));
});

test('every nickname leads back', () => {
  expect(nicknamesOf('william')).toContain('bill');
  expect(nicknamesOf('bill')).toContain('william');
  expect(nicknamesOf('xavier')).toEqual([]);
});

describe('a search with close words', () => {
  const lookUp =
    (dictionary: Readonly<Record<string, string>>) =>
    async (asked: readonly string[]): Promise<Candidate[][]> =>
      asked.map((text, i) => {
        const word = dictionary[text];
        const folded = text.toLowerCase().replace(/[^a-z]/g, '');
        return word === undefined ? [] : [{ asked: i + 1, folded, word, alike: true }];
      });

  test('is nothing when nothing is near', async () => {
    expect(await closeWords(searchWords('zzqx 12'), lookUp({}))).toBeNull();
  });

  test('asks for the parts of an address', async () => {
    const found = await closeWords(
      searchWords('jonh.smith@gmial.com'),
      lookUp({ 'gmial.com': 'gmail.com', jonh: 'john', smith: 'smith' }),
    );

    const spelled = found?.words[0]?.near.map(({ text }) => text);
    expect(spelled).toContain('john.smith@gmail.com');
    expect(spelled).not.toContain('jonh.smith@gmial.com');
  });

  test('takes words together as one name', async () => {
    const found = await closeWords(searchWords('de la rosa'), lookUp({ delarosa: 'delarosa' }));

    expect(found?.whole).toEqual(['delarosa']);
  });
});
