import { ModelFailure } from '../../../adapters/assistant/assistant-model.ts';
import type { ChatAnswer, ChatTurn, ToolResult } from '../answer.ts';
import { groundsOf, leavesOf } from './claims.ts';
import { breaksConduct } from './conduct.ts';
import { hasAddress, knownWordsOf } from './known-words.ts';
import { plainWords, wholeSentences } from './plain-words.ts';
import { withinApp } from './within-app.ts';

/** A stored message. */
export interface Said {
  readonly message_type: 'user' | 'assistant';
  readonly content: string;
}

/** The model answered, and none of it can be displayed. */
export class Unfounded extends ModelFailure {}

/** Results of a tool, and the model's input to it. */
export interface LookedUp extends ToolResult {
  readonly input: unknown;
}

/** Criteria for a model's words. */
export interface Shown {
  /** Results of this turn, oldest first. */
  readonly results: readonly LookedUp[];
  readonly turn: ChatTurn;
  readonly said: readonly Said[];
}

/**
 * Displayed reply: cards, links and drafts as the tools made them, preceded by the model's words as far as they hold.
 * Words that state anything beyond the tools and the user are replaced by the tool's own.
 * @throws {Unfounded} when neither is there.
 */
export function verified(text: string, { results, ...heard }: Shown): ChatAnswer {
  const shown = { ...heard, results: results.filter((one) => !carriesWords(one, heard.turn.message)) };
  const card = cardOf(shown.results);
  const words = plainWords(text);
  const content = words !== '' && holds(words, shown) ? words : card?.content;
  if (content === undefined) throw new Unfounded('Its words rest on nothing.');
  const answer = withinApp({ ...(card ?? { ...WORDS_ONLY, content }), state: stateAfter(shown.results, shown.turn) });
  return { ...answer, content, isAtLoss: false, metadata: { ...answer.metadata, answered_by: 'model' } };
}

/** Returns the checked whole sentences of a growing text; empty for none yet. */
export function createShowable(shown: Shown): (text: string) => string {
  let last = '';
  let words = '';
  return (text) => {
    const sentences = wholeSentences(text);
    if (sentences === last) return words;
    last = sentences;
    const next = plainWords(sentences);
    words = holds(next, shown) ? next : '';
    return words;
  };
}

const WORDS_ONLY = { responseType: null, metadata: {}, isAtLoss: false } as const;

/** State of the conversation, whichever card is displayed. */
export function stateAfter(results: readonly LookedUp[], turn: ChatTurn): unknown {
  const last = results.findLast(({ answer }) => answer !== null)?.answer;
  return last ? last.state : turn.state;
}

/** The last result with something to display, else the last one. */
function cardOf(results: readonly LookedUp[]): ChatAnswer | null {
  const answers = results.flatMap(({ answer }) => answer ?? []);
  return answers.findLast(({ metadata }) => Object.keys(metadata).length > 0) ?? answers.at(-1) ?? null;
}

/** Letters by which an input is known again in words that shorten it. Ours. */
const KNOWN_BY = 20;

/** True when a tool's text repeats the model's own input and forbidden content: then it found nothing. */
const carriesWords = ({ input, answer }: LookedUp, message: string): boolean =>
  leavesOf(input).some(
    ({ leaf }) =>
      typeof leaf === 'string' &&
      answer?.content.includes(leaf.slice(0, KNOWN_BY)) === true &&
      !message.toLowerCase().includes(leaf.toLowerCase()) &&
      (plainWords(leaf) !== leaf.trim() || hasAddress(leaf) || breaksConduct(leaf)),
  );

/**
 * True when all words are harmless: figures and words from tools or the user, common words, and nothing that MAX never
 * says. Without a lookup, a model may only ask one question back.
 */
function holds(words: string, { results, turn, said }: Shown): boolean {
  if (breaksConduct(words)) return false;
  if (results.length === 0 && !/^[^.!?:;\n\d]+\?$/.test(words)) return false;
  const own = said.filter(({ message_type: by }) => by === 'user').map(({ content }) => content);
  const heard = [turn.message, turn.today, ...own];
  return groundsOf(heard, results).hold(words) && knownWordsOf(heard, results).hold(words);
}
