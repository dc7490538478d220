import type { Boot } from '#contract/_boot.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { gateOf } from '#rules/access/features.ts';
import type { ChatCommand, ChatView } from '../../machines/chat/chat-view.ts';
import { hasKeptChat } from '../../store/chat-kept.ts';
import type { Chat, ChatDeps, ChatRun, RunningChat } from './chat-handle.ts';
import { createLatePart } from '../_frame/late-part.ts';

/**
 * Milliseconds after a reload until a conversation resumes: the page comes first. Our choice, like the phone's delay.
 */
const CHAT_LOADS_MS = 500;

type LoadChat = () => Promise<(run: ChatRun) => RunningChat>;

const loadChat: LoadChat = async () => (await import('./run-chat.ts')).runChat;

/** The handle that lives as long as the page, and what the session runs for one person. */
export function createChat(deps: ChatDeps, load: LoadChat = loadChat) {
  const { isThere, view, send, openBy, actor } = createLatePart<ChatView, ChatCommand, RunningChat>({
    isFor: (user) => hasChat(deps.boot, user),
    load: async () => {
      const run = await load();
      return (around) => run({ ...deps, ...around });
    },
    loadsAfter: (user) => (hasKeptChat(user) ? CHAT_LOADS_MS : null),
    onMissed: () => deps.tell('bad', "Couldn't load MAX. Try again."),
  });
  const chat: Chat = { isThere, view, send, openBy };
  return { chat, actor };
}

const hasChat = (boot: Boot, user: CurrentUser): boolean =>
  user.permissions.includes('chat.use') && gateOf('chat', featureFactsOf(boot, user)).allowed;
