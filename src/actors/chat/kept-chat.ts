import { ChatSession } from '#contract/chat.contract.ts';
import type { KeptChat } from '../../machines/chat/chat-context.ts';
import { chatKept } from '../../store/chat-kept.ts';

/** The key has a version: what names a conversation was written by this one. */
const isKept = (stored: unknown): stored is KeptChat =>
  typeof stored === 'object' && stored !== null && 'session' in stored && ChatSession.safeParse(stored.session).success;

/** The conversation of this tab, kept across reloads. */
export const keptChat = chatKept<KeptChat | null>({
  safeParse: (stored) => ({ data: isKept(stored) ? stored : null }),
});
