import { brandOf } from '#brands/brand.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { utcDay } from '#rules/time/days.ts';
import {
  type AssistantModel,
  type Conversation,
  type Conversed,
  ModelFailure,
} from '../../../adapters/assistant/assistant-model.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { assistant as metrics } from '../../../telemetry/instruments.ts';
import type { Answerer, ChatAnswer, ChatTurn } from '../answer.ts';
import { findFirstName } from '../chat.sql.ts';
import { createFence, type Fence } from './as-data.ts';
import { bindTools, MOST_CALLS } from './bound-tools.ts';
import { instructionsOf } from './instructions.ts';
import { redactText } from './redact.ts';
import { reserveTokens, settleTokens } from './usage.sql.ts';
import { createShowable, type Said, verified } from './verified.ts';
import type { Writing } from './writing.ts';

/** Tokens of one turn of an answer at most. Ours: 2,000 characters, and room to think. */
const MAX_TOKENS = 4_000;

/** Maximum characters of each earlier message. Our choice: twenty of them fit into a fence. */
const BEFORE_MAX = 1_000;

/** Tokens that are set aside while a message is answered. Ours: what one that uses some tools costs. */
const SET_ASIDE = 20_000;

/** The tokens of this person are used up for the day. */
export class BudgetSpent extends ModelFailure {}

export interface ModelTurn {
  readonly turn: ChatTurn;
  readonly answerer: Answerer;
  /** Oldest first; the last one is the message to answer. */
  readonly said: readonly Said[];
}

/**
 * Reply of a model that uses the intent's tools with the caller's rights. Displays what the tools found; the model's
 * text precedes it if it states nothing beyond the tools.
 * @throws {ModelFailure} when the rules have to answer: the model failed, its budget is spent, or its text can't be
 * shown.
 */
export async function answerWithModel(
  deps: Deps,
  { turn, answerer, said }: ModelTurn,
  tell: (writing: Writing) => void,
): Promise<ChatAnswer> {
  const { assistant: model } = deps;
  if (model === null) throw new ModelFailure('There is no model.');
  const { firstName, isReserved } = await reserve(deps, turn);
  if (!isReserved) throw new BudgetSpent('The tokens of today are used up.');

  const fence = createFence();
  const fault = new AbortController();
  const bound = bindTools(deps, {
    turn,
    tools: answerer.tools,
    fence,
    onCall: (doing) => tell({ doing, content: '' }),
    onFault: (error) => fault.abort(error),
  });
  const shown = { results: bound.results, turn, said };
  const showable = createShowable(shown);
  const conversed = await spending(deps, turn, model, {
    instructions: instructionsOf({
      app: brandOf(deps.config.brand).name,
      brief: answerer.brief,
      today: turn.today,
      firstName,
      fence: fence.word,
    }),
    said: [{ by: 'user', text: asked(fence, turn, said.slice(0, -1)) }],
    tools: bound.tools,
    maxTurns: MOST_CALLS + 1,
    maxTokens: MAX_TOKENS,
    onText: (text) => tell({ doing: '', content: showable(text) }),
    signal: fault.signal,
  }).catch((error: unknown) => {
    // A tool that broke is no failure of the model.
    throw fault.signal.aborted ? fault.signal.reason : error;
  });
  return verified(conversed.text, shown);
}

const reserve = (deps: Deps, { identity, now }: ChatTurn) =>
  withAccount(deps.pool, identity, async (tx) => ({
    firstName: await findFirstName(tx, identity.userId),
    isReserved: await reserveTokens(
      tx,
      { userId: identity.userId, day: utcDay(now), tokens: SET_ASIDE },
      deps.config.assistant?.dailyTokens ?? Number.MAX_SAFE_INTEGER,
    ),
  }));

/** Earlier messages may contain names and texts of contacts: they are data, like a tool's result. */
function asked(fence: Fence, { message }: ChatTurn, before: readonly Said[]): string {
  if (before.length === 0) return redactText(message);
  const lines = before.map(({ message_type: by, content }) => ({
    [by === 'user' ? 'person' : 'max']: cutText(content, BEFORE_MAX),
  }));
  return `Said before:\n${fence.wrap(lines)}\n\nNow:\n${redactText(message)}`;
}

/** Counts what a conversation costs in place of what was set aside for it, however it ends. */
async function spending(
  deps: Deps,
  { identity, now }: ChatTurn,
  model: AssistantModel,
  conversation: Conversation,
): Promise<Conversed> {
  const { userId } = identity;
  const timed = metrics.duration.startTimer();
  const count = async (outcome: 'answered' | 'failed', tokens: number): Promise<void> => {
    timed();
    metrics.requests.inc({ outcome });
    metrics.tokens.inc(tokens);
    const share = { userId, day: utcDay(now), tokens: tokens - SET_ASIDE };
    await withAccount(deps.pool, identity, (tx) => settleTokens(tx, share));
  };
  const conversed = await model.converse(conversation).catch(async (error: unknown) => {
    await count('failed', error instanceof ModelFailure ? error.tokens : 0);
    throw error;
  });
  await count('answered', conversed.tokens);
  return conversed;
}
