import type { ChatContact } from '#contract/chat/reply.contract.ts';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { Answerer, ChatAnswer } from '../../answer.ts';
import { isOrdinal } from '../../said.ts';
import { readInThread, TooSlowToRead } from '../thread/reading-thread.ts';
import { readAgencyWords } from '../words/agency-words.service.ts';
import { CONTACT_TOOLS } from './contact-tools.ts';
import { wordsOf } from './said-words.ts';
import { searchAnswer } from './search-answer.ts';
import { NOTHING, type Standing, standingOf } from './standing.ts';

/** Words of a message at most. Ours: longer than any description of contacts, and read in milliseconds. */
const MOST_WORDS = 60;

/** Open questions at most. Ours: more of them mean that little was understood; a later message may answer each. */
const MOST_QUESTIONS = 4;

const TOO_LONG = `That's too long for a search. Use ${MOST_WORDS} words at most.`;
const TOO_SLOW = 'That took too long to understand. Try a shorter sentence.';
const TOO_MUCH = 'A search has 20 conditions at most, and a name 200 characters. Try a shorter sentence.';

const SUGGESTIONS = [
  'Turning 65 this quarter, not called yet',
  'Overdue follow-ups',
  'Leads added this week, newest first',
];
const HOW_TO_SEARCH =
  'Enter a name, a number or a description: “clients in Texas over 65”, “hot leads not called in 30 days”.';

const orTooSlow = (error: unknown): null => {
  if (error instanceof TooSlowToRead) return null;
  throw error;
};

export const contactSearch: Answerer = {
  welcome: (_, { firstName }) =>
    Promise.resolve({
      content: `Hi ${firstName}. Who are you looking for? ${HOW_TO_SEARCH}`,
      suggestions: SUGGESTIONS,
    }),

  answer: async (deps, { identity, message, state, scope, today }) => {
    const standing = standingOf(state, scope);
    if (wordsOf(message).length > MOST_WORDS) return words(TOO_LONG, standing, false);
    const agencyWords = await readAgencyWords(deps, identity);
    const read = await readInThread({ standing, message, words: agencyWords, today }).catch(orTooSlow);
    if (read === null) return words(TOO_SLOW, standing, false);
    const { choice, carried } = read;
    if (choice !== null && 'one' in choice) return openContact(standing, choice.one);
    if (choice !== null && 'some' in choice) return stillSeveral(standing, choice.some);
    if (choice !== null)
      return words('Tell me more about who you want to find.', { ...standing, asksWhich: false }, false);
    if (isOrdinal(message)) return noSuchOne(standing);
    if (carried.isReset) return words(`OK, starting over. ${HOW_TO_SEARCH}`, NOTHING, false);
    if (carried.isAtLoss && carried.questions.length === 0)
      return words(`I don't understand that yet. ${HOW_TO_SEARCH}`, standing, true);
    const asked = carried.questions.length;
    if (asked > MOST_QUESTIONS)
      return words(`I don't understand ${asked} parts of that. Try a shorter sentence.`, standing, false);
    if (!ContactsScope.safeParse(carried.scope).success) return words(TOO_MUCH, standing, false);
    return searchAnswer({ deps, identity, words: agencyWords, today }, carried);
  },

  tools: CONTACT_TOOLS,
  brief:
    'Find contacts for the user. Use find_contacts for any search by conditions and look_up_contact for a name, a phone number or an e-mail address. ' +
    'Pass only conditions that the user has said; say which part of a request no condition covers, and never guess it. ' +
    'To refine an earlier search, call find_contacts again with all of its conditions. The user sees the result as a card: answer in one short sentence.',
};

const words = (content: string, state: Standing, isAtLoss: boolean): ChatAnswer => ({
  content,
  responseType: null,
  metadata: { suggestions: SUGGESTIONS },
  state,
  isAtLoss,
});

const openContact = ({ scope, cards }: Standing, contact: ChatContact): ChatAnswer => ({
  content: `Opening ${contact.name}.`,
  responseType: 'redirect',
  metadata: {
    contacts: [contact],
    contact_number: contact.number,
    redirect_url: `/contacts/${contact.number}`,
    action: 'open_contact',
  },
  state: { scope, questions: [], cards, asksWhich: false },
  isAtLoss: false,
});

const stillSeveral = ({ scope }: Standing, cards: readonly ChatContact[]): ChatAnswer => ({
  content: cards.length === 1 ? "There's only one match." : `There are ${cards.length} matches. Which one do you mean?`,
  responseType: 'contact_selection',
  metadata: { contacts: [...cards] },
  state: { scope, questions: [], cards, asksWhich: true },
  isAtLoss: false,
});

/** `the sixth one` of five, or of none. */
const noSuchOne = (standing: Standing): ChatAnswer =>
  standing.cards.length > 0
    ? stillSeveral(standing, standing.cards)
    : words(`There are no contacts to choose from yet. ${HOW_TO_SEARCH}`, standing, false);
