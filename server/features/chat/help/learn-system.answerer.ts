import * as z from 'zod/mini';
import type { HelpSearch, SectionFound } from '../../help/help-index.ts';
import { termsOf } from '../../help/help-terms.ts';
import { findHelp, helpPageOf, helpSections } from '../../help/help.service.ts';
import type { Answerer, ChatAnswer, ChatTurn } from '../answer.ts';
import { isYes } from '../said.ts';
import { atLoss, type HelpPlace, labelOf, openPage, tellSection, type Told, whichOne } from './help-answer.ts';
import { helpTools } from './help.tools.ts';

/** Subject of the last reply. */
const State = z.object({ slug: z.string(), anchor: z.string() });

/** Answers how-to questions with the text of the help pages, and never makes anything up. */
export const learnSystem: Answerer = {
  welcome: (_deps, { firstName }) =>
    Promise.resolve({
      content: `Hi ${firstName}. What do you want to do? I'll find the answer in the help pages.`,
      suggestions: [...QUESTIONS],
    }),
  answer: ({ config }, turn) => Promise.resolve(answerFrom(config.brand, turn)),
  tools: helpTools,
  brief: `You explain how to do things in the app. Call search_help first, and answer only from its results; name buttons and
pages exactly as it does, and keep its steps. Then call show_help with the section you used, so the user sees the original
text. If the results don't answer the question, say so; never describe a button or page from memory.`,
};

const QUESTIONS = ['How do I undo an import?', 'How do I set a follow-up?', 'What is a pool?'] as const;

/** Less than this share of what was asked, or a score below this, is no answer. Tuned by `tests/chat/help-questions.ts`. */
const SHARE_MIN = 0.4;
const SCORE_MIN = 8;
/** Scores this close to the best, without all words of the question, leave the meaning open. */
const NEAR = 0.85;
/** With half of the words or fewer found, it is open whether anything matches. */
const HALF = 0.5;
const HALF_TERMS = 2;

function answerFrom(brand: string, turn: ChatTurn): ChatAnswer {
  const before = State.safeParse(turn.state).data ?? null;
  if (before !== null && (isYes(turn.message) || THERE.test(turn.message))) {
    const opened = openPage(brand, before);
    if (opened !== null) return opened;
  }
  const named = sectionNamed(brand, turn.message, before);
  if (named !== null) return tellSection(brand, named, { asked: named.section.heading, others: [] });
  const found = findHelp(brand, searchFor(brand, turn.message, before));
  const [best] = found;
  if (best === undefined || best.share < SHARE_MIN || best.score < SCORE_MIN) return atLoss(QUESTIONS, before);
  if (isUnsure(turn.message, found)) return whichOne(found.slice(0, OPTIONS_MAX), before);
  return tellSection(brand, best, { asked: turn.message, others: found.slice(1) });
}

/**
 * Finds a section by its own name, as in options and suggestions: with its page, or as a heading of the previous page.
 */
function sectionNamed(brand: string, message: string, before: HelpPlace | null): Told | null {
  const isSaid = (name: string) => name.toLowerCase() === message.toLowerCase();
  const sections = helpSections(brand);
  return (
    sections.find((one) => isSaid(labelOf(one))) ??
    sections.find(({ page, section }) => page.slug === before?.slug && isSaid(section.heading)) ??
    null
  );
}

/** Sections to choose from when unsure. */
const OPTIONS_MAX = 3;

function isUnsure(message: string, [best, second]: readonly SectionFound[]): boolean {
  if (best === undefined || best.share === 1) return false;
  const isHalf = best.share <= HALF && termsOf(message).length >= HALF_TERMS;
  return isHalf || (second !== undefined && second.score > best.score * NEAR);
}

const THERE =
  /^\W*(?:please )?(?:(?:open|show me|go to|take me to|bring me to) (?:it|that|the page|that page)|(?:take|bring) me(?: there)?|go(?: there)?|show me)\b[ .!]*(?:please)?\W*$/i;

/** `and undo it?`, `what about a whole one`: continues on the previous page. */
const GOES_ON = /^\W*(?:and|but|or|also|then|what about|how about|what if)\b|\b(?:it|that|them|this|those)\b/i;
/** A longer message is a complete question. */
const GOES_ON_TERMS = 4;
/** Weight of the previous page and its neighbors. */
const NEAR_PAGE = 1.3;

function searchFor(brand: string, message: string, before: HelpPlace | null): HelpSearch {
  if (before === null || !GOES_ON.test(message) || termsOf(message).length > GOES_ON_TERMS) return { q: message };
  const page = helpPageOf(brand, before.slug);
  if (page === null) return { q: message };
  const near = Object.fromEntries([page.slug, ...page.related].map((slug) => [slug, NEAR_PAGE]));
  return { q: `${message} ${page.title}`, near };
}
