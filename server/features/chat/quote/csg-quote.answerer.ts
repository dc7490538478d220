import type { ChatContact, ChatQuestion } from '#contract/chat/reply.contract.ts';
import { stateName } from '#rules/places/us-states.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { ratesFor } from '../../quotes/quotes.service.ts';
import type { Answerer, ChatAnswer, ChatTurn } from '../answer.ts';
import { findNamed, type Named } from '../named-contacts.ts';
import { isNo, isYes, parseOrdinal } from '../said.ts';
import { carryOn, missingQuestion, settle, withoutPerson } from './carry-on.ts';
import { slotsOfContact } from './contact-slots.ts';
import { parseQuote, placeQuestion } from './parse-quote.ts';
import { answerOf, detailsAnswer, questionsAnswer, quotesAnswer } from './quote-answers.ts';
import { QUOTE_TOOLS } from './quote-tools.ts';
import { EMPTY, type Parsed, NOTHING_OPEN, omit, type QuoteState, type Slots } from './slots.ts';

const NO_ADVICE =
  "I don't recommend plans or companies. That's between the client and a licensed agent. I can show you rates for any plan and what each plan pays.";
const ADVICE_NEXT = ['What does Plan G cover?', 'Difference between G and N'];
const WHAT_ELSE = 'Try another plan, ZIP code, age or person.';
const EXAMPLES = ['Plan G, 78664, woman, 65, no tobacco', 'What does Plan N cover?'];

export const csgQuote: Answerer = {
  welcome: (_, { firstName }) =>
    Promise.resolve({
      content: `Hi ${firstName}. Who needs Medigap rates? Enter a contact's name, or a ZIP code, age and sex.`,
      suggestions: EXAMPLES,
    }),
  answer: async (deps, turn) => {
    const before = (turn.state as QuoteState | null) ?? EMPTY;
    const chosen = chosenOf(before, turn.message);
    if (chosen !== null) {
      const { open } = before;
      return forContact(deps, turn, { ...before, choice: [], open: NOTHING_OPEN }, chosen, { ...CHOSEN, ...open });
    }
    if (before.choice.length > 0 && isNo(turn.message)) {
      return answerOf('Enter the full name, or the ZIP code, age and sex.', { ...before, choice: [] });
    }
    const lacks = missingOf(before.slots);
    const heard = parseQuote(turn.message, turn.today, {
      age: lacks.age && !lacks.zip,
      gender: lacks.gender && !lacks.age && !lacks.zip,
    });
    return respond(deps, turn, before, heard);
  },
  tools: QUOTE_TOOLS,
  brief:
    'The user asks for Medigap rates: plan, ZIP code, age on the start date, sex, tobacco, start date. If not stated, assume Plan G, no tobacco and a start on the first of next month, and say so. Ask for the ZIP code, age or sex if missing. Never recommend a plan or company.',
};

const missingOf = ({ zip, age, born, gender }: Slots) => ({
  zip: zip === undefined,
  age: age === undefined && born === undefined,
  gender: gender === undefined,
});

/** Precedes a town that distinguishes people of one name. */
const LIVES_IN = /^(?:the )?(?:one )?(?:who lives )?(?:in|from) /iu;

/** Chosen one of the displayed contacts. `null`: no question, or none of them. */
function chosenOf({ choice }: QuoteState, message: string): ChatContact | null {
  if (choice.length === 0) return null;
  const place = parseOrdinal(message, choice.length);
  if (place !== null) return choice[place] ?? null;
  if (choice.length === 1 && isYes(message)) return choice[0] ?? null;
  const said = message.trim().toLowerCase().replace(LIVES_IN, '').replace(/[.!]$/u, '');
  const named = choice.filter(({ name, city }) =>
    [name, city].some((text) => text !== '' && text.toLowerCase() === said),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

async function respond(deps: Deps, turn: ChatTurn, before: QuoteState, heard: Parsed): Promise<ChatAnswer> {
  if (heard.advice) return answerOf(NO_ADVICE, before, { metadata: { suggestions: ADVICE_NEXT } });
  if (heard.foreign !== null) {
    const text = `I only have Medigap rates, not rates for “${heard.foreign}”.`;
    return answerOf(text, before, { metadata: { suggestions: EXAMPLES } });
  }
  const next = carryOn(before, heard, turn.today);
  if (heard.details.length > 0) return detailsAnswer(heard.details, next);
  if (heard.who === null) return quote(deps, turn, next, heard);
  const { contacts, total, close } = await namedBy(deps, turn, heard.who.name, heard.place);
  // Words that only look like a name are one only if a contact has exactly that name.
  if (!heard.who.sure && (total === 0 || close)) {
    return quote(deps, turn, next, { ...heard, unknown: [heard.who.name, ...heard.unknown] });
  }
  const fresh = carryOn(withoutPerson(before), heard, turn.today);
  // Repeating a name means the same contact.
  const questions = [...before.open.questions, ...heard.questions];
  const unknown = [...before.open.unknown, ...heard.unknown];
  const [only] = contacts;
  if (only === undefined) return nobody(heard.who.name, { ...fresh, open: { questions, unknown } });
  if (total === 1 && !close) return forContact(deps, turn, fresh, only, { ...heard, questions, unknown });
  return chooseContact(heard.who.name, { contacts, total }, { ...fresh, open: { questions, unknown } });
}

/** People of a name; a mentioned place limits them to those who live there. @throws {Refusal} like `findNamed`. */
async function namedBy(deps: Deps, { identity }: ChatTurn, name: string, place: string | null): Promise<Named> {
  const found = await findNamed(deps, identity, name);
  if (place === null) return found;
  const there = found.contacts.filter(
    ({ city, state }) => city.toLowerCase() === place.toLowerCase() || stateName(state) === place,
  );
  return there.length === 0 ? found : { ...found, contacts: there, total: there.length };
}

const nobody = (name: string, state: QuoteState): ChatAnswer => {
  const missing = missingQuestion(state.slots);
  const text = `I can't find a contact named “${name}”.`;
  return questionsAnswer([{ part: name, text, options: [] }, ...(missing === null ? [] : [missing])], state);
};

function chooseContact(
  name: string,
  { contacts, total }: { readonly contacts: readonly ChatContact[]; readonly total: number },
  state: QuoteState,
): ChatAnswer {
  const [first] = contacts;
  const waiting = { ...state, choice: contacts };
  if (total === 1 && first !== undefined) {
    return answerOf(`I can't find “${name}”. Do you mean ${first.name}?`, waiting, {
      responseType: 'contact_confirmation',
      metadata: { contacts: [...contacts], contact_number: first.number, count: total },
    });
  }
  const more =
    total > contacts.length ? ` Here are the first ${contacts.length}. Add more of the name to find the others.` : '';
  return answerOf(`${total} contacts match “${name}”. Which one do you mean?${more}`, waiting, {
    responseType: 'contact_selection',
    metadata: { contacts: [...contacts], count: total },
  });
}

type Asked = Pick<Parsed, 'slots' | 'place' | 'view' | 'questions' | 'unknown'>;

/** A choice was made: the rest was heard before. */
const CHOSEN: Asked = { slots: {}, place: null, view: 'lowest', questions: [], unknown: [] };

/** The stated sex differs from the record: it counts as missing. */
const whichSex = ({ name }: ChatContact, recorded: Slots['gender']): ChatQuestion => ({
  part: '',
  text: `${name} is on record as a ${recorded === 'female' ? 'woman' : 'man'}.`,
  options: [],
});

/** Rates for a contact: its record fills what the message leaves out. */
async function forContact(
  deps: Deps,
  turn: ChatTurn,
  state: QuoteState,
  contact: ChatContact,
  heard: Asked,
): Promise<ChatAnswer> {
  const { born, ...own } = await slotsOfContact(deps, turn.identity, contact);
  const isBornKnown = born !== undefined && state.slots.age === undefined;
  const known = { ...own, ...(isBornKnown && { born }), ...state.slots };
  const isOtherSex = own.gender !== undefined && known.gender !== own.gender;
  const slots = isOtherSex ? omit(known, ['gender']) : known;
  const questions = [...heard.questions, ...(isOtherSex ? [whichSex(contact, own.gender)] : [])];
  return quote(
    deps,
    turn,
    { ...state, slots, about: contact },
    { ...heard, questions, place: null, view: heard.view ?? 'lowest' },
  );
}

/** Words that turn the sense of what was not understood. */
const NEGATION = /\b(?:not|never|without|except|but|isn't|doesn't|no)\b/iu;

/** Rates, or everything that comes before them in one message. */
async function quote(deps: Deps, turn: ChatTurn, state: QuoteState, heard: Asked): Promise<ChatAnswer> {
  const { place, unknown, slots, view } = heard;
  const questions = [...heard.questions, ...(place === null ? [] : [placeQuestion(place)])];
  const settled = settle(state.slots, turn.today);
  const saysNothing = Object.keys(slots).length === 0 && view === null && questions.length === 0;
  const stops = settled === null || questions.length > 0 || saysNothing || unknown.some((part) => NEGATION.test(part));
  if (settled === null || stops) {
    const missing = missingQuestion(place === null ? state.slots : { ...state.slots, zip: '' });
    const strange = unknown.map((part) => ({ part, text: `I don't know what “${part}” means.`, options: [] }));
    const asked = [...strange, ...questions, ...(missing === null ? [] : [missing])];
    if (asked.length === 0) return answerOf(WHAT_ELSE, state, { metadata: { suggestions: ADVICE_NEXT } });
    return { ...questionsAnswer(asked, state), isAtLoss: saysNothing && unknown.length > 0 };
  }
  try {
    const rates = await ratesFor(deps, turn.identity, settled.ask, state.slots.born);
    return quotesAnswer({ ...settled, rates, unknown }, state);
  } catch (error) {
    // Earlier statements hold: another plan or ZIP code refines them.
    if (!(error instanceof Refusal) || error.code === 'access_denied') throw error;
    return answerOf(error.message, state);
  }
}
