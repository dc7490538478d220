import { fromCallback, fromEventObservable, fromPromise, type EventObject } from 'xstate';
import { fetchMessages } from '#contract/messages/thread.contract.ts';
import { readConversation, saveDraft, sendMessage } from '#contract/messages.contract.ts';
import type { Text } from '#contract/messages/text.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import type { PageFact } from '../../machines/_cable/in-use.machine.ts';
import {
  composerMachine,
  type Order,
  type Outgoing,
  type Recipient,
  type SavedDraft,
} from '../../machines/messages/composer.machine.ts';
import type { TextsPage } from '../../machines/messages/thread-texts.ts';
import { type Marking, readMarkMachine } from '../../machines/messages/read-mark.machine.ts';
import { type PageAsked, threadMachine } from '../../machines/messages/thread.machine.ts';
import type { Cable } from '../../realtime/cable.ts';
import { observeTexts } from '../../realtime/messages.stream.ts';
import type { Resources } from '../_resource.actors.ts';
import { STALE_BY_TEXTS } from './stale-by-texts.ts';

/** Texts of a page of a thread. Ours: more than a screen. */
const PAGE = 50;

/** The machines of the page of messages: one thread, its mark, and one text being written. */
export const composeMessages = (api: ApiClient, cable: Cable, resources: Pick<Resources, 'invalidate'>) => ({
  thread: threadMachine.provide({
    actors: {
      fetchTexts: fromPromise<TextsPage, PageAsked>(async ({ input: { conversationId, cursor }, signal }) => {
        const body = { conversation_id: conversationId, limit: PAGE, ...(cursor !== null && { cursor }) };
        const { data, lines, meta } = await api.call(fetchMessages, { body, signal });
        return { texts: data, lines, next: meta.next_cursor };
      }),
      broadcasts: fromEventObservable(({ input }: { input: { conversationId: number } }) =>
        observeTexts(cable, { conversation_id: input.conversationId }),
      ),
    },
    actions: { tellChanged: () => resources.invalidate(STALE_BY_TEXTS) },
  }),
  readMark: readMarkMachine.provide({
    actors: {
      markConversation: fromPromise<number, Marking>(async ({ input: { conversationId, read, key } }) => {
        const body = { conversation_id: conversationId, read };
        return (await api.call(readConversation, { body, idempotencyKey: key })).data.version;
      }),
      visibility: fromCallback<EventObject, undefined>(({ sendBack }) => {
        const tell = () => {
          const fact: PageFact = { type: document.visibilityState === 'visible' ? 'page.shown' : 'page.hidden' };
          sendBack(fact);
        };
        tell();
        document.addEventListener('visibilitychange', tell);
        return () => document.removeEventListener('visibilitychange', tell);
      }),
    },
    actions: { tellMarked: () => resources.invalidate(STALE_BY_TEXTS) },
  }),
  composer: composerMachine.provide({
    actors: {
      sendText: fromPromise<Text, Order>(async ({ input: { outgoing, key } }) => {
        const file = outgoing.file === null ? {} : { file: outgoing.file };
        const { data } = await api.call(sendMessage, { body: bodyOf(outgoing), ...file, idempotencyKey: key });
        resources.invalidate(STALE_BY_TEXTS);
        return data;
      }),
      saveDraft: fromPromise<SavedDraft, { recipient: Recipient; text: string; key: string }>(
        async ({ input: { recipient, text, key } }) => {
          const { data } = await api.call(saveDraft, { body: { ...recipient, body: text }, idempotencyKey: key });
          // The thread, too: opened again, it begins with what was saved last.
          resources.invalidate([{ name: 'fetchConversations' }, { name: 'showConversation' }]);
          return { text, conversationId: data.conversation_id };
        },
      ),
    },
    actions: { tellBegun: () => resources.invalidate(STALE_BY_TEXTS) },
  }),
});

const bodyOf = ({ recipient, text, from, to, purpose, campaign, sendAt }: Outgoing) => ({
  ...recipient,
  message_content: text,
  purpose,
  ...(from !== '' && { message_from: from }),
  ...(to !== '' && { message_to: to }),
  ...(campaign !== null && { campaign_trigger_id: campaign.id }),
  ...(sendAt !== null && { send_at: sendAt }),
});
