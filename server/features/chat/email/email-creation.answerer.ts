import { brandOf } from '#brands/brand.ts';
import type { ChatContact } from '#contract/chat/reply.contract.ts';
import type { Deps } from '../../../deps.ts';
import type { Answerer, ChatAnswer, ChatTurn } from '../answer.ts';
import { findNamed, type Named } from '../named-contacts.ts';
import { isNo, isYes, parseOrdinal } from '../said.ts';
import { type Draft, readDraft, refine } from './draft.ts';
import { draftEmail } from './draft-email.service.ts';
import { draftEmailTool } from './draft-email.tool.ts';
import { parseWhen } from './parse-when.ts';
import { type Parsed, hear } from './hear.ts';
import { type ParsedOccasion, parseOccasion } from './occasions.ts';
import { notFound, oneAlone, whatFor, whichOne, personNamed, whoThen } from './questions.ts';

/** Drafts an e-mail from its purpose and recipient; only the sender's own click sends it. */
export const emailCreation: Answerer = {
  welcome: async (deps, { firstName }) => {
    const { trade } = brandOf(deps.config.brand);
    return {
      content: `Hi ${firstName}. Who should I write to, and what about? I'll draft the e-mail, and you review it before you send it.`,
      suggestions: SUGGESTIONS[trade],
    };
  },
  answer: (deps, turn) => {
    const before = readDraft(turn.state);
    const picked = pick(before.choices, turn.message);
    if (picked !== null) return draftEmail(deps, turn, { ...before, contact: picked, choices: [] });
    return before.choices.length > 0 && isNo(turn.message)
      ? Promise.resolve(whoThen(before))
      : hearAll(deps, turn, before);
  },
  tools: [draftEmailTool],
  brief: `You help draft an e-mail to one contact. Use draft_email, with an occasion if one fits, otherwise with a subject
and a text of your own. The greeting, signature, opt-out and disclaimers are added for you: leave them out. Don't state
anything as a fact that wasn't said: no prices, no promises about plans, no deadlines. If the recipient or the purpose
isn't clear, ask. The draft is shown to the user, and only the user can send it.`,
};

const SUGGESTIONS = {
  insurance: ['Birthday e-mail', 'Follow up after yesterday’s call', 'Annual review', 'Turning 65 next month'],
  'pre-need': ['Planning ahead', 'Follow up after our visit', 'Thank you for the referral', 'Condolences'],
  recruiting: ['Interview tomorrow at 10 AM', 'Follow up after yesterday’s call', 'Missing paperwork', 'Welcome'],
} as const;

/** One of the cards, by its place, its name, or a yes to the only one. */
function pick(choices: readonly ChatContact[], said: string): ChatContact | null {
  const place = parseOrdinal(said, choices.length);
  if (place !== null) return choices[place] ?? null;
  if (choices.length === 1 && isYes(said)) return choices[0] ?? null;
  const words = said
    .toLowerCase()
    .replace(/^the one in /, '')
    .replace(/[.!]$/, '')
    .trim();
  const named = choices.filter(({ name, city }) => [name, city].some((known) => known.toLowerCase() === words));
  return named.length === 1 ? (named[0] ?? null) : null;
}

interface Understood {
  readonly draft: Draft;
  readonly heard: Parsed;
  readonly occasion: ParsedOccasion;
  /** The message changes the e-mail beyond its recipient. */
  readonly isMore: boolean;
}

function understand(
  { message, today }: ChatTurn,
  before: Draft,
  trade: Parameters<typeof parseOccasion>[1],
): Understood {
  const heard = hear(message);
  const occasion = parseOccasion(heard.said, trade);
  const draft = refine(before, heard, occasion.sure, parseWhen(heard.said, today));
  const { who: _who, said: _said, startsOver, leftOut, ...changes } = heard;
  const isChange = leftOut.length > 0 || Object.keys(changes).length > 0;
  return { draft, heard, occasion, isMore: startsOver || occasion.isHeard || isChange };
}

async function hearAll(deps: Deps, turn: ChatTurn, before: Draft): Promise<ChatAnswer> {
  const { identity, message } = turn;
  const understood = understand(turn, before, brandOf(deps.config.brand).trade);
  const { heard, occasion, isMore } = understood;
  const { who } = heard;
  let { draft } = understood;
  let unknown: string | null = null;

  if (who?.kind === 'many') return oneAlone(draft, who.names);
  if (who?.kind === 'pointed') return personNamed(draft, who.words);
  if (who?.kind === 'named') {
    const found = await findPerson(deps, identity, who.name);
    const [only] = found.contacts;
    const isMeant = who.isSure || before.asksWho;
    if (only !== undefined && found.total === 1 && !found.close) draft = { ...draft, contact: only };
    else if (found.total > 0 && (isMeant || !found.close || isMore)) return whichOne(draft, who.name, found);
    else if (isMeant || (isMore && draft.contact === null)) return notFound(draft, who.name);
    else unknown = who.name;
  }
  const isSettled = draft.occasion !== null && (occasion.sure !== null || !occasion.isHeard || isRefined(heard));
  if (isSettled && (isMore || unknown === null)) return draftEmail(deps, turn, draft, unknown);
  const isAtLoss = !isMore && unknown !== null;
  return whatFor(draft, occasion.options, occasion.isHeard || isAtLoss ? message : '', isAtLoss);
}

/** True when the message is about the e-mail itself, even if it contains words of an occasion. */
const isRefined = ({ length, tone, language, subject, added }: Parsed): boolean =>
  [length, tone, language, subject, added].some((change) => change !== undefined);

/** Contacts with that name; `the Okafors` are those named Okafor. @throws {Refusal} as the list. */
async function findPerson(deps: Deps, identity: ChatTurn['identity'], name: string): Promise<Named> {
  const found = await findNamed(deps, identity, name);
  if ((!found.close && found.total > 0) || !name.endsWith('s')) return found;
  const family = await findNamed(deps, identity, name.slice(0, -1));
  return family.total > 0 && !family.close ? family : found;
}
