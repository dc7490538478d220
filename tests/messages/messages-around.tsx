import { vi } from 'vitest';
import type { TimelineEntry } from '#contract/timeline.contract.ts';
import type { Conversation, ConversationShown, Text } from '#contract/messages/text.contract.ts';
import { MessagesPage } from '../../src/views/messages/MessagesPage.tsx';
import type { MessagesSearch } from '../../src/views/messages/messages-search.ts';
import { contact } from '../contacts/sample-contact.ts';
import { dana, openAccount } from '../profile/own-account.tsx';
import { conversation, shown, text } from './sample-texts.ts';
// Loaded ahead, so that the lazily loaded parts are there as soon as they are asked for.
import '../../src/views/_kit/overlays/Menu.tsx';
import '../../src/views/contacts/NewContactDialog.tsx';
import '../../src/views/messages/composer/ScheduleDialog.tsx';
import '../../src/views/messages/thread/PermissionDialog.tsx';

const COUNTS = {
  open: 38,
  unread: 4,
  waiting: 0,
  scheduled: 0,
  failed: 1,
  review: 0,
  opted_out: 62,
  closed: 9,
};

interface World {
  readonly search?: MessagesSearch;
  readonly conversations?: readonly Conversation[];
  readonly thread?: ConversationShown;
  readonly texts?: readonly Text[];
  readonly lines?: readonly TimelineEntry[];
  readonly answers?: Readonly<Record<string, object>>;
}

/** The page of messages of an agent in Chicago, who may change contacts. */
export async function openMessages({
  search = { conversation: 7 },
  conversations = [conversation()],
  thread = shown(),
  texts = [text()],
  lines = [],
  answers = {},
}: World = {}) {
  const setSearch = vi.fn<(next: MessagesSearch, how?: string) => void>();
  const opened = await openAccount(
    <MessagesPage search={search} setSearch={setSearch} />,
    {
      fetchConversations: { data: conversations, meta: { limit: 50, next_cursor: null } },
      countConversations: { data: COUNTS },
      showConversation: { data: thread },
      fetchMessages: { data: texts, lines, meta: { limit: 50, next_cursor: null } },
      readConversation: { data: conversation() },
      readContact: { data: contact({ id: 12, number: 4012 }) },
      saveDraft: { data: { conversation_id: 7, draft: '' } },
      ...answers,
    },
    { user: dana({ id: 3, permissions: ['contacts.read', 'contacts.write'], timezone: 'cst', downline_count: 0 }) },
  );
  return { ...opened, setSearch };
}
