import { CHAT_TEXTS } from '#contract/chat.contract.ts';
import { ModelFailure } from '../../adapters/assistant/assistant-model.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { ChatAnswer } from './answer.ts';
import { answerWithModel, BudgetSpent, type ModelTurn } from './model/answer-with-model.ts';
import { Unfounded } from './model/verified.ts';
import { withinApp } from './model/within-app.ts';
import type { Writing } from './model/writing.ts';

const SPENT = "You've used up today's AI model allowance, so this answer comes from MAX's built-in rules.";
const UNFOUNDED = "The AI model couldn't back up its answer, so this one comes from MAX's built-in rules.";
const AWAY = "The AI model isn't available right now, so this answer comes from MAX's built-in rules.";

/**
 * MAX's reply: by a model if there is one, otherwise and on its failure by rules, and the reply says which
 * (docs/decisions/049).
 * @throws {Refusal} `access_denied` only: other obstacles are part of the answer.
 */
export async function answerTurn(deps: Deps, turn: ModelTurn, tell: (writing: Writing) => void): Promise<ChatAnswer> {
  if (deps.assistant === null) return byRules(deps, turn);
  try {
    return by('model', await answerWithModel(deps, turn, tell));
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    deps.log.warn({ reason: error.message }, 'the model gave no answer');
    return withoutModel(await byRules(deps, turn), whyRules(error));
  }
}

async function byRules(deps: Deps, { answerer, turn }: ModelTurn): Promise<ChatAnswer> {
  try {
    return by('rules', withinApp(await answerer.answer(deps, turn)));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'access_denied') throw error;
    return { content: error.message, responseType: null, metadata: {}, state: turn.state, isAtLoss: false };
  }
}

function whyRules(failure: ModelFailure): string {
  if (failure instanceof BudgetSpent) return SPENT;
  return failure instanceof Unfounded ? UNFOUNDED : AWAY;
}

function withoutModel(answer: ChatAnswer, why: string): ChatAnswer {
  if (answer.isAtLoss && why === AWAY) return { ...answer, content: CHAT_TEXTS.sendFailed };
  return { ...answer, content: `${answer.content}\n\n${why}` };
}

const by = (who: 'rules' | 'model', answer: ChatAnswer): ChatAnswer => ({
  ...answer,
  metadata: { ...answer.metadata, answered_by: who },
});
