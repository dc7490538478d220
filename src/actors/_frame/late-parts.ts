import { createChat } from '../chat/chat.actors.ts';
import type { Chat } from '../chat/chat-handle.ts';
import { createPhone } from '../phone/phone.actors.ts';
import type { Phone } from '../phone/phone-handle.ts';

/** Handles of the features that the first script does not carry; they live as long as the page. */
export interface LateParts {
  readonly phone: Phone;
  /** MAX. */
  readonly chat: Chat;
}

/** The handles, and the features that the workplace runs for one person. */
export function createLateParts(deps: Parameters<typeof createPhone>[0] & Parameters<typeof createChat>[0]) {
  const { phone, actor: phoneActor } = createPhone(deps);
  const { chat, actor: chatActor } = createChat(deps);
  return { handles: { phone, chat } satisfies LateParts, features: { phone: phoneActor, chat: chatActor } };
}
