import * as z from 'zod/mini';
import { ChatContact, POINT_KINDS } from '#contract/chat/reply.contract.ts';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Deps } from '../../../deps.ts';
import { readContact } from '../../contacts/contacts.service.ts';
import { listContacts } from '../../contacts/list/list-contacts.service.ts';
import type { Answerer, ChatAnswer, ChatTurn } from '../answer.ts';
import { chatContact, findNamed, MOST_CARDS, type Named, requireContacts } from '../named-contacts.ts';
import { isNo, isYes, parseOrdinal } from '../said.ts';
import {
  type About,
  answerAbout,
  type InsightState,
  nameOf,
  openAnswer,
  stateAbout,
  titleOf,
  type Told,
} from './insight-answers.ts';
import { type InsightFacts, readFacts } from './insight-facts.ts';
import { pointsOf } from './insight-points.ts';
import { type Asked, ASKED_FIELDS, type Question, type ReadMessage, readMessage } from './insight-questions.ts';
import { isOf, isReachedAt, sharesWord } from './message-name.ts';
import { INSIGHT_TOOLS } from './insight-tools.ts';

const Asking = z.union([
  z.object({ of: z.enum(['all', 'open', 'advice']) }),
  z.object({ of: z.literal('field'), field: z.enum(ASKED_FIELDS) }),
  z.object({
    of: z.literal('points'),
    kind: z.enum(POINT_KINDS),
    id: z.exactOptional(z.string()),
    period: z.exactOptional(z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
    isThen: z.exactOptional(z.boolean()),
  }),
]);
const State = z.object({
  about: z.nullable(z.object({ number: z.number(), name: z.string() })),
  choices: z.array(ChatContact),
  question: z.nullable(
    z.object({
      asks: z.array(Asking),
      relation: z.nullable(z.string()),
      pronoun: z.nullable(z.enum(['her', 'him', 'them'])),
    }),
  ),
});

const stateOf = (turn: ChatTurn): InsightState => {
  const known = State.safeParse(turn.state);
  return known.success ? known.data : stateAbout(null);
};

const ALL: readonly Asked[] = [{ of: 'all' }];
const ANYTHING: Question = { asks: [], relation: null, pronoun: null };

/** Names that the welcome offers. Ours. */
const OFFERED = 3;

export const contactInsight: Answerer = {
  welcome: async (deps, { identity, firstName }) => {
    requireContacts(identity);
    const last = ContactsScope.parse({ order_field: 'last_touch_at', order: 'desc', limit: OFFERED });
    const { data } = await listContacts(deps, identity, last);
    return {
      content: `Who do you want to know about${firstName === '' ? '' : `, ${firstName}`}? Enter a name, a phone number or an e-mail address.`,
      suggestions: data.map((row) => chatContact(row).name).filter(Boolean),
    };
  },
  answer: (deps, turn) => {
    const state = stateOf(turn);
    const read = readMessage(turn.message, turn.today);
    const chosen = choiceIn(turn.message, read, state);
    if (chosen !== null) return tell(deps, turn, chosen, chosenQuestion(read, state));
    if (state.choices.length > 0 && isNo(turn.message)) {
      return Promise.resolve(ask('Who do you want to know about instead?', state.about, false));
    }
    return hear(deps, turn, state.about, read);
  },
  tools: INSIGHT_TOOLS,
  brief:
    'You tell an insurance agent what matters about one contact. Find the contact with find_contact unless you have its number. ' +
    'contact_facts returns every claim you can make, each with an id; show_points shows the claims you choose, in your order, at most eight. ' +
    "Don't claim anything that isn't among them, and don't rephrase what people wrote. Don't recommend a plan.",
};

/** Chosen contact among those offered; `null`: none of them. */
function choiceIn(message: string, { name, relation }: ReadMessage, { choices }: InsightState): number | null {
  if (relation !== null) return null;
  const place = parseOrdinal(message, choices.length) ?? (choices.length === 1 && isYes(message) ? 0 : null);
  if (place !== null) return choices[place]?.number ?? null;
  const said = name.replace(/\bone\b/i, ' ');
  const fitting = choices.filter((card) => isOf(said, card.name, card.city, card.state, card.owner));
  return fitting.length === 1 ? (fitting[0]?.number ?? null) : null;
}

/** A question that comes with the choice takes precedence over the one before the cards. */
const chosenQuestion = ({ asks }: ReadMessage, { question }: InsightState): Question => {
  const isNew = asks.some(({ of }) => of === 'field' || of === 'points');
  return isNew ? { ...ANYTHING, asks, relation: question?.relation ?? null } : (question ?? ANYTHING);
};

/** A message that may contain a name, a question, or both. `about`: the current subject. */
async function hear(deps: Deps, turn: ChatTurn, about: About | null, read: ReadMessage): Promise<ChatAnswer> {
  const { asks, name } = read;
  const [, number] = BY_NUMBER.exec(name) ?? [];
  if (number !== undefined) return tell(deps, turn, Number(number), questionOf(read));
  if (about !== null) return goOn(deps, turn, about, read);
  if (name === '') return ask('Who do you want to know about? Enter a name.', null, asks.length === 0);
  const found = await findNamed(deps, turn.identity, name);
  if (found.total === 0) return ask(nobody(name, about), about, asks.length === 0);
  return offer(deps, turn, { found, named: name, about, question: questionOf(read) });
}

/** A name takes precedence over any pronoun. */
const questionOf = ({ asks, relation }: ReadMessage): Question => ({ asks, relation, pronoun: null });

/** `#1238` */
const BY_NUMBER = /^#(\d{1,12})$/;

const LOST =
  "I can tell you what's due, what changed and what's missing, and about Medicare dates, household, coverage, notes and whether you can call now.";

const nobody = (name: string, about: About | null): string =>
  `I can't find anyone matching “${name}”.${about === null ? ' Try another name, a phone number or an e-mail address.' : ''}`;

const PLACED = ['in', 'near', 'at'];
const WITH = ['with', 'through', 'by', 'from', 'about', 'of'];

/** `in Austin`; next to a pronoun, carriers and subjects look like names: `what does she have with Meridian`. */
function isTopic({ asks, name, before, pronoun }: ReadMessage, isExact: boolean): boolean {
  if (PLACED.includes(before)) return true;
  const isAbout = (kind: string) => asks.some((asked) => asked.of === 'points' && asked.kind === kind);
  if (pronoun === null || isExact || !WITH.includes(before)) return false;
  return isAbout('coverage') || (isAbout('talk') && name === name.toLowerCase());
}

/** Meaning of the words in a message that are not question words. */
function standsFor(read: ReadMessage, found: Named): 'somebody' | 'nobody' | 'something' {
  const { asks, name, isSure, pronoun } = read;
  const isExact = found.total > 0 && !found.close;
  if (isTopic(read, isExact)) return 'something';
  if (isExact && found.contacts.some((card) => sharesWord(name, card.name))) return 'somebody';
  if (isSure) return found.total > 0 ? 'somebody' : 'nobody';
  return asks.length > 0 && pronoun === null && found.total > 0 ? 'somebody' : 'something';
}

/**
 * Answers a follow-up about the same person or another named one. A question with an unknown word stays with them and
 * says so; a possible name is never ignored.
 */
async function goOn(deps: Deps, turn: ChatTurn, about: About, read: ReadMessage): Promise<ChatAnswer> {
  const { asks, name, relation, pronoun } = read;
  if (name === '' && asks.length === 0) return ask(LOST, about, true);
  if (name === '') return tell(deps, turn, about.number, { asks, relation, pronoun });
  if (isOf(name, about.name)) return tell(deps, turn, about.number, questionOf(read));
  const found = await findNamed(deps, turn.identity, name);
  const stands = standsFor(read, found);
  if (stands === 'somebody') {
    // A word from someone's address isn't a name.
    const isCalled = isReachedAt(name) || found.contacts.some((card) => sharesWord(name, card.name));
    const meant = { ...found, close: found.close || !isCalled };
    return offer(deps, turn, { found: meant, named: name, about, question: questionOf(read) });
  }
  if (stands === 'nobody') return ask(nobody(name, about), about, asks.length === 0);
  if (asks.every(({ of }) => of === 'all')) return ask(LOST, about, true);
  const answer = await tell(deps, turn, about.number, { asks, relation, pronoun });
  return { ...answer, content: `I ignored “${name}”. ${answer.content}` };
}

interface Offer {
  readonly found: Named;
  readonly named: string;
  readonly about: About | null;
  readonly question: Question;
}

/** A single exact match directly; an approximate one, or several, as cards to choose from. */
function offer(deps: Deps, turn: ChatTurn, { found, named, about, question }: Offer): ChatAnswer | Promise<ChatAnswer> {
  const { contacts, total, close } = found;
  const [first] = contacts;
  if (first !== undefined && total === 1 && !close) return tell(deps, turn, first.number, question);
  const state: InsightState = { about, choices: contacts, question };
  if (first !== undefined && total === 1) {
    return {
      content: `I can't find anyone named “${named}”. Do you mean ${titleOf(first)}?`,
      responseType: 'contact_confirmation',
      metadata: { contacts: [first], contact_number: first.number },
      state,
      isAtLoss: false,
    };
  }
  const many =
    total > MOST_CARDS ? ` These are the first ${MOST_CARDS}. Add a city or more of the name to narrow it down.` : '';
  const content = close
    ? `I can't find anyone named “${named}”. Here are the closest matches.`
    : `${formatCount(total)} contacts match “${named}”. Which one do you mean?${many}`;
  return { content, responseType: 'contact_selection', metadata: { contacts: [...contacts] }, state, isAtLoss: false };
}

/** Answer about a contact; about their relatives only when the contact is certain. */
async function tell(deps: Deps, turn: ChatTurn, number: number, question: Question): Promise<ChatAnswer> {
  requireContacts(turn.identity);
  const contact = await readContact(deps, turn.identity, 'number', number);
  const { relation, pronoun } = question;
  const asks = question.asks.length > 0 ? question.asks : ALL;
  const isOther =
    pronoun !== null && contact.gender === (pronoun === 'her' ? 'male' : pronoun === 'him' ? 'female' : '');
  const pointed = relation ?? (isOther ? pronoun : null);
  if (pointed !== null) return askWhom(deps, turn, await readFacts(deps, turn, number), { pointed, asks });
  if (asks.some(({ of }) => of === 'open')) return openAnswer(contact);
  const facts = await readFacts(deps, turn, number);
  return answerAbout(facts, pointsOf(facts), asks.filter(isTold));
}

const isTold = (asked: Asked): asked is Told => asked.of !== 'open';

/** `her husband`, or `he` for a woman: the person is unknown, so offers the household. */
async function askWhom(
  deps: Deps,
  { identity }: ChatTurn,
  { contact, household }: InsightFacts,
  { pointed, asks }: { readonly pointed: string; readonly asks: readonly Asked[] },
): Promise<ChatAnswer> {
  const name = nameOf(contact);
  const choices = await Promise.all(
    household.map(async (member) => chatContact(await readContact(deps, identity, 'number', member.number))),
  );
  const [first, another] = choices;
  const content = `Who do you mean by “${pointed}”? This conversation is about ${name}.`;
  const about = { number: contact.number, name };
  if (first === undefined) {
    return ask(
      `${content} No one is linked to them or shares their phone number or address. Enter a name.`,
      about,
      false,
    );
  }
  const state: InsightState = { about, choices, question: { ...ANYTHING, asks } };
  if (another === undefined) {
    return {
      content: `${content} Is it ${titleOf(first)}?`,
      responseType: 'contact_confirmation',
      metadata: { contacts: [first], contact_number: first.number },
      state,
      isAtLoss: false,
    };
  }
  return { content, responseType: 'contact_selection', metadata: { contacts: choices }, state, isAtLoss: false };
}

const ask = (content: string, about: About | null, isAtLoss: boolean): ChatAnswer => ({
  content,
  responseType: null,
  metadata: about === null ? {} : { contact_number: about.number },
  state: stateAbout(about),
  isAtLoss,
});
