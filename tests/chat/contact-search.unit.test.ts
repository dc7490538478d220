import { expect, test } from 'vitest';
import { CONTACT_SENTENCES } from './contact-sentences.ts';
import { judge } from './judged.ts';

const judged = CONTACT_SENTENCES.map(judge);

/** For people: what was said, what must come and what came. */
const told = (list: typeof judged) =>
  list.map(({ said, expected, got }) => `${said}\n  must: ${JSON.stringify(expected)}\n  is:   ${JSON.stringify(got)}`);

test('nothing is guessed or dropped without a question', () => {
  expect(told(judged.filter(({ wrong }) => wrong))).toEqual([]);
});

test('nine of ten sentences become exactly what they must', () => {
  const failed = judged.filter(({ exact }) => !exact);
  expect(failed.length / judged.length, told(failed).join('\n')).toBeLessThanOrEqual(0.1);
});
