import type { ChatIntent, ChatMessage, ChatSession } from '#contract/chat.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';

/** MAX as views show it: plain data, made of the machine's snapshot. */
export interface ChatView {
  readonly open: boolean;
  readonly place: 'picking' | 'starting' | 'chatting' | 'ending';
  readonly intents: readonly IntentChoice[];
  /** The open conversation; while picking, the one that can be resumed. `null`: none. */
  readonly session: ChatSession | null;
  readonly welcome: {
    readonly content: string;
    readonly timestamp: string;
    readonly suggestions: readonly string[];
  } | null;
  readonly messages: readonly ShownMessage[];
  /** Searches edited by hand, by message key. */
  readonly scopes: Readonly<Record<string, ContactsScopeInput>>;
  /** An answer is awaited. `null`: none is. */
  readonly waiting: {
    /**
     * reading: the conversation after a reload; looking: whether the answer is on the server; away: the server is.
     * Absent: MAX is answering.
     */
    readonly stage?: 'reading' | 'looking' | 'away';
    /** Label of the current step; empty: thinking. */
    readonly doing: string;
    /** The answer as far as it is written. */
    readonly content: string;
  } | null;
  /** Why the last message got no answer, in words. `null`: it did. */
  readonly failure: string | null;
  /** Why no conversation began or ended, in words. `null`: nothing of the kind. */
  readonly alert: string | null;
  readonly leaving: LeavingView | null;
  /** Whether a message may be sent now; a blank one never may. */
  readonly canSend: boolean;
}

export interface IntentChoice {
  readonly intent: ChatIntent;
  /** Of the picker. */
  readonly label: string;
  readonly hint: string;
  /** `soon`: shown, and not to be chosen. */
  readonly state: 'open' | 'soon';
}

export interface ShownMessage extends Omit<ChatMessage, 'id' | 'timestamp'> {
  /** Stays the same from sending to the answer. */
  readonly key: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** A page that opens by itself soon. */
export interface LeavingView {
  readonly kind: 'redirect' | 'email_template';
  /** Key of the message that asks for it. */
  readonly message: string;
  readonly href: string;
  /** Whole seconds, rounded up. */
  readonly secondsLeft: number;
}

/** Commands from a view. */
export type ChatCommand =
  | { readonly type: 'panel.toggle' }
  | { readonly type: 'panel.close' }
  | { readonly type: 'chat.start'; readonly intent: ChatIntent }
  /** From the picker back into the open conversation. */
  | { readonly type: 'chat.continue' }
  | { readonly type: 'chat.send'; readonly text: string }
  /** Sends again what got no answer. */
  | { readonly type: 'chat.retry' }
  /** Says 'the first one' and so on; from 0. */
  | { readonly type: 'chat.select'; readonly index: number }
  | { readonly type: 'chat.back' }
  | { readonly type: 'chat.end' }
  | { readonly type: 'alert.dismiss' }
  /** Changes the search of a message; the next message refines it. */
  | { readonly type: 'scope.change'; readonly message: string; readonly scope: ContactsScopeInput }
  | { readonly type: 'leaving.cancel' }
  /** Without delay. */
  | { readonly type: 'leaving.go' }
  /** Opens the list with the search on the chips, edited or not, without delay. */
  | { readonly type: 'scope.apply'; readonly scope: ContactsScopeInput }
  /** Opens a path of the app that a message names, without delay. */
  | { readonly type: 'page.open'; readonly href: string }
  /** Opens the e-mail page with the draft of a message, without delay. */
  | { readonly type: 'email.open'; readonly message: string };
