import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/chat.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { sendMessage } from './send-message.service.ts';
import * as sessions from './sessions.service.ts';

export function chatRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.startChatSession, ({ body, ...caller }) => sessions.startSession(deps, caller, body.intent_type));
  bind(app, contract.sendChatMessage, async ({ body, ...caller }) => ({
    assistant_message: await sendMessage(deps, caller, body),
  }));
  bind(app, contract.endChatSession, ({ body, ...caller }) => sessions.endSession(deps, caller, body.session_id));
  bind(app, contract.resumeChatSession, ({ identity, params }) => sessions.resumeSession(deps, identity, params.id));
}
