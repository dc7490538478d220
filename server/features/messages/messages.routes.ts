import type { FastifyInstance } from 'fastify';
import { fetchMessages } from '#contract/messages/thread.contract.ts';
import * as contract from '#contract/messages.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as changes from './conversations/conversation-changes.service.ts';
import * as conversations from './conversations/conversations.service.ts';
import { fetchMessages as readThread } from './conversations/thread.service.ts';
import { sendAgain, sendText } from './sending/send-text.service.ts';

export function messagesRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.fetchConversations, ({ identity, body }) =>
    conversations.fetchConversations(deps, identity, body),
  );

  bind(app, contract.countConversations, async ({ identity, body }) => ({
    data: await conversations.countConversations(deps, identity, body),
  }));

  bind(app, fetchMessages, ({ identity, body }) => readThread(deps, identity, body));

  bind(app, contract.showConversation, async ({ identity, query }) => ({
    data: await conversations.showConversation(deps, identity, query),
  }));

  // The file goes to the storage before, and a refused text is kept after the refusal.
  bind(app, contract.sendMessage, async (call) => ({ data: await sendText(deps, call, call) }));

  bind(app, contract.sendMessageAgain, async (call) => ({ data: await sendAgain(deps, call, call.body.message_id) }));

  bindChange(app, contract.cancelMessage, async (call) => ({ data: await changes.cancelText(deps, call, call.body) }));

  bindChange(app, contract.readConversation, async (call) => ({
    data: await changes.readConversation(deps, call, call.body),
  }));

  bindChange(app, contract.closeConversation, async (call) => ({
    data: await changes.closeConversation(deps, call, call.body),
  }));

  bindChange(app, contract.assignConversation, async (call) => ({
    data: await changes.assignConversation(deps, call, call.body),
  }));

  bindChange(app, contract.attachConversation, async (call) => ({
    data: await changes.attachConversation(deps, call, call.body),
  }));

  bindChange(app, contract.answerRevocation, async (call) => ({
    data: await changes.answerRevocation(deps, call, call.body),
  }));

  bindChange(app, contract.updatePermission, async (call) => ({
    data: await changes.updatePermission(deps, call, call.body),
  }));

  bindChange(app, contract.saveDraft, async (call) => ({ data: await changes.saveDraft(deps, call, call.body) }));
}
