import { expect, test } from 'vitest';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { carryOn } from '../../server/features/chat/search/answer/carry-on.ts';
import { NOTHING } from '../../server/features/chat/search/answer/standing.ts';
import { RULE_WORDS } from '../../server/features/chat/search/rules/rules.ts';
import { readMessage } from '../../server/features/chat/insight/insight-questions.ts';
import { TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

/** Names that every object of JavaScript has, and numbers beyond every calendar. */
const ODD = ['constructor', 'toString', '__proto__', '999999999999'];

test.each(ODD)('next to any word that a rule knows, %s makes a scope that a list takes', (odd) => {
  for (const word of RULE_WORDS) {
    const { scope } = carryOn(NOTHING, `${word} ${odd} ${word}`, VOCABULARY, TODAY);

    expect([word, ContactsScope.safeParse(scope).success]).toEqual([word, true]);
    expect(JSON.stringify(scope)).not.toMatch(/NaN|undefined/);
  }
});

test.each(ODD)('an insight reads %s as a word', (odd) => {
  expect(() => readMessage(`what changed in the last ${odd} days`, TODAY)).not.toThrow();
});
