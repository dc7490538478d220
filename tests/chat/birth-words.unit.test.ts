import { expect, test } from 'vitest';
import { birthWords } from '../../server/features/chat/search/words/birth-words.ts';
import { readSentence } from '../../server/features/chat/search/read-sentence.ts';
import { TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

test.each([
  ['turning 65 this quarter', ' who turn 65 between 10/01/2026 and 12/31/2026'],
  ['turning 65 in the next 90 days', ' who turn 65 between 11/21/2026 and 02/19/2027'],
  ['turning 65 next year', ' who turn 65 between 01/01/2027 and 12/31/2027'],
  ['turned 65 last year', ' who turned 65 between 01/01/2025 and 12/31/2025'],
  ['turning 80 next month', ' who turn 80 between 12/01/2026 and 12/31/2026'],
  ['turning 65 today', ' who turn 65 on 11/21/2026'],
  ['over 65', ' who are 66 or older'],
  ['under 65', ' who are younger than 65'],
  ['aged 64', ' who are 64 years old'],
  ['between 60 and 64', ' who are 60 to 64 years old'],
  ['born before 1950', ''],
  ['born in the 50s', ''],
  ['no birth date', ''],
  ['leads in Texas', ''],
])('%s is told as “%s”', (said, words) => {
  expect(birthWords(readSentence(said, VOCABULARY, TODAY).scope, TODAY, 12)).toBe(words);
});

test('of one contact it is told of one', () => {
  const told = (said: string) => birthWords(readSentence(said, VOCABULARY, TODAY).scope, TODAY, 1);

  expect([told('turning 65 next month'), told('over 65')]).toEqual([
    ' who turns 65 between 12/01/2026 and 12/31/2026',
    ' who is 66 or older',
  ]);
});
