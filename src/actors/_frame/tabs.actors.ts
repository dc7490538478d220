import { type EventObject, fromCallback } from 'xstate';
import type { SessionFact } from '../../machines/session/session-context.ts';

/** Messages between the tabs of one browser; they share one cookie. */
export interface Tabs {
  readonly tellIdentityChanged: () => void;
  readonly onIdentityChanged: (listener: () => void) => () => void;
}

const CHANNEL = 'bellwether.identity';

/** A channel doesn't receive its own messages: a tab only hears from others. */
export function openTabs(): Tabs {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    tellIdentityChanged: () => channel.postMessage('changed'),
    onIdentityChanged: (listener) => {
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
  };
}

/** Fills the port of the session machine. */
export const createOtherTabs = (tabs: Tabs) =>
  fromCallback<EventObject, undefined>(({ sendBack }) => {
    const fact: SessionFact = { type: 'session.identityChanged' };
    return tabs.onIdentityChanged(() => sendBack(fact));
  });
