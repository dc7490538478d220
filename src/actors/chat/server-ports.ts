import { fromEventObservable, fromPromise } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import {
  CHAT_TEXTS,
  type ChatBroadcast,
  type ChatIntent,
  type ChatMessage,
  endChatSession,
  resumeChatSession,
  sendChatMessage,
  startChatSession,
} from '#contract/chat.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { type ApiError, asApiError } from '../../api/errors.ts';
import type { Begun, ChatFailure, Resumed } from '../../machines/chat/chat-context.ts';
import type { Sending } from '../../machines/chat/chat-setup.ts';
import type { Cable } from '../../realtime/cable.ts';
import { observeChatBroadcasts } from '../../realtime/chat.stream.ts';

/** The ports of MAX that the server answers. Every rejection is a {@link ChatFailure}. */
export const serverPorts = (api: ApiClient, cable: Cable) => ({
  startSession: fromPromise<Begun, { intent: ChatIntent }>(({ input }) =>
    failing(() => api.call(startChatSession, { body: { intent_type: input.intent } })),
  ),
  sendMessage: fromPromise<ChatMessage, Sending>(({ input: { sessionId, intent, text, key, scope } }) =>
    failing(async () => {
      const body = {
        session_id: sessionId,
        message: text,
        intent_type: intent,
        ...(scope && { contacts_scope: scope }),
      };
      return (await api.call(sendChatMessage, { body, idempotencyKey: key })).assistant_message;
    }),
  ),
  // With a signal: it does not end with the page that it was begun on.
  resumeSession: fromPromise<Resumed, { sessionId: number }>(({ input, signal }) =>
    failing(() => api.call(resumeChatSession, { params: { id: input.sessionId }, signal })),
  ),
  endSession: fromPromise<void, { sessionId: number }>(({ input }) => failing(() => end(api, input.sessionId))),
  broadcasts: fromEventObservable<ChatBroadcast | StreamBroadcast, undefined>(() => observeChatBroadcasts(cable)),
});

const end = (api: ApiClient, sessionId: number): Promise<void> =>
  api.call(endChatSession, { body: { session_id: sessionId } });

/** A request that never reaches the server expires, like every abandoned conversation. */
export const endQuietly = (api: ApiClient, sessionId: number): void => void end(api, sessionId).catch(() => undefined);

/** @throws {ChatFailure} in place of any other error. */
async function failing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw failureOf(asApiError(thrown));
  }
}

function failureOf(error: ApiError): ChatFailure {
  return { kind: kindOf(error), text: textOf(error) };
}

/** A conflict means that the conversation is over, or that an answer is in progress: reading it tells which. */
function kindOf({ kind, outcomeOpen }: ApiError): ChatFailure['kind'] {
  if (kind === 'notFound') return 'over';
  if (kind === 'conflict') return 'held';
  return outcomeOpen ? 'open' : 'refused';
}

/** Sentence from the server. Source: core §8. `null`: none. */
function textOf({ kind, code, message, fields }: ApiError): string | null {
  if (kind === 'contract') return CHAT_TEXTS.emptyReply;
  const isSilent = kind === 'offline' || code.startsWith('status_');
  return fields['auth_token']?.[0] ?? (isSilent ? null : message);
}
