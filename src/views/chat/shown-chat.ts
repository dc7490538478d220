import type { ChatView, ShownMessage } from '../../machines/chat/chat-view.ts';
import type { App } from '../_base/use-app.ts';

/** Props of MAX's parts, available once it has loaded. */
export interface ShownChat extends Pick<App['chat'], 'send'> {
  readonly view: ChatView;
}

export interface MessageProps extends ShownChat {
  readonly message: ShownMessage;
  /** The newest reply: its choices are still open. */
  readonly isOpen: boolean;
}
