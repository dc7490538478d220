import type { ChatView, ShownMessage } from '../../machines/chat/chat-view.ts';
import type { App } from '../_base/use-app.ts';

/** MAX with what it shows, for the parts that are there once it has loaded. */
export interface ShownChat extends Pick<App['chat'], 'send'> {
  readonly view: ChatView;
}

export interface MessageProps extends ShownChat {
  readonly message: ShownMessage;
  /** It is the newest answer: what it offers may still be chosen. */
  readonly isOpen: boolean;
}
