import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answerer } from '../../server/features/chat/answer.ts';
import { emailCreation } from '../../server/features/chat/email/email-creation.answerer.ts';
import { contactInsight } from '../../server/features/chat/insight/contact-insight.answerer.ts';
import { csgQuote } from '../../server/features/chat/quote/csg-quote.answerer.ts';
import { contactSearch } from '../../server/features/chat/search/answer/contact-search.answerer.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { TODAY } from './agency-words.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const AT = new Date(`${TODAY}T15:00:00Z`);
const say = (answerer: Answerer, message: string, state: unknown = null) =>
  answerer.answer(office.deps, { identity: office.identityOf('agent'), message, state, today: TODAY, now: AT });
const search = (message: string, state: unknown = null) => say(contactSearch, message, state);

const TOO_LONG = "That's too long for a search. Use 60 words at most.";
const LONG_NAME = 'Abcdefghij'.repeat(25);

test('a search has 60 words at most, and the search so far stays', async () => {
  const { state } = await search('clients in Texas');
  const answer = await search('a@'.repeat(61), state);

  expect(answer).toMatchObject({ content: TOO_LONG, state });
  // A busy computer may run out of the sentence's time, which is said in other words.
  expect((await search(`people in Texas ${'please '.repeat(57)}`)).content).not.toBe(TOO_LONG);
});

test('a search is asked about in four parts at most, and the search so far stays', async () => {
  const { state } = await search('clients in Texas');
  const answer = await search('january 1 '.repeat(5), state);

  expect(answer).toMatchObject({ content: "I don't understand 5 parts of that. Try a shorter sentence.", state });
  expect((await search('january 1 '.repeat(4))).metadata.questions).toHaveLength(4);
});

test.each([
  ['a word that every object has', 'constructor', 'Found no contacts: Mine, matching “constructor”'],
  ['the same among words of a search', 'added constructor', "I'm not sure about “added” and “constructor”."],
  ['more years than a calendar has', 'last 999999999999 years', '999999999999 years'],
  ['more contacts than there are', 'first 999999999999 leads', '999999999999'],
  ['a name of 250 letters', LONG_NAME, 'a name 200 characters'],
])('a search for %s has a proper answer', async (_, message, content) => {
  expect((await search(message)).content).toContain(content);
});

test.each([
  ['an e-mail', emailCreation, `write an e-mail to ${LONG_NAME}`],
  ['an e-mail with a name that is not sure', emailCreation, LONG_NAME.toLowerCase()],
  ['an insight', contactInsight, `tell me about ${LONG_NAME}`],
  ['a quote', csgQuote, `rates for ${LONG_NAME}`],
])('%s about a name of 250 letters finds no contact', async (_, answerer, message) => {
  const { content } = await say(answerer, message);

  expect(content).toMatch(/^(I can't find|I didn't understand)/);
});

test('dropping a part by a word that every object has drops nothing', async () => {
  const { state } = await search('clients in Texas');

  expect((await search('drop the constructor', state)).content).toContain('constructor');
});
