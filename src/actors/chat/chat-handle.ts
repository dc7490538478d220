import type { ReadonlyAtom } from '@xstate/store';
import type { InspectionEvent } from 'xstate';
import type { Boot } from '#contract/_boot.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import type { ChatCommand, ChatView } from '../../machines/chat/chat-view.ts';
import type { Cable } from '../../realtime/cable.ts';

/** MAX for views. Always present; its implementation loads on first use. */
export interface Chat {
  /** True when this user has MAX. */
  readonly isThere: ReadonlyAtom<boolean>;
  /** `null`: not loaded yet, or not for this person. */
  readonly view: ReadonlyAtom<ChatView | null>;
  /** Requests made before it has loaded run as soon as it has. */
  readonly send: (command: ChatCommand) => void;
  /** Registers the function that opens pages of the app; returns its unsubscribe. */
  readonly openBy: (open: (href: string) => void) => () => void;
}

export interface ChatDeps {
  readonly boot: Boot;
  readonly api: ApiClient;
  readonly cable: Cable;
  readonly inspect: (event: InspectionEvent) => void;
  /** Shows a message on the page. */
  readonly tell: (tone: 'bad', text: string) => void;
}

export interface RunningChat {
  readonly send: (command: ChatCommand) => void;
  readonly stop: () => void;
}

export interface ChatRun extends ChatDeps {
  readonly user: CurrentUser;
  readonly show: (view: ChatView) => void;
  readonly open: (href: string) => void;
}
