import { fromCallback } from 'xstate';
import type { Busy } from '../../machines/phone/line-view.ts';
import type { LockAsk, LockFact, TabsAsk, TabsFact } from '../../machines/phone/phone-ports.ts';

/** Messages about the lock between tabs; a channel does not receive its own. */
type LockWord =
  | { readonly type: 'ask' }
  | { readonly type: 'agree' }
  | { readonly type: 'refuse'; readonly reason: Busy };

/** Facts that this tab takes from other tabs. */
const heardOfLock = (word: LockWord): LockFact => {
  if (word.type === 'ask') return { type: 'lock.asked' };
  return word.type === 'agree' ? { type: 'lock.agreed' } : { type: 'lock.refused', reason: word.reason };
};

/**
 * Fills `lock`: one tab of a user has the phone. The browser holds the lock, so a tab that closes or crashes passes it
 * to the next in the queue. A browser without locks (no secure page) grants it to every tab: no call is possible there
 * either.
 */
export const createLock = (userId: number, locks: LockManager | undefined = navigator.locks) =>
  fromCallback<LockAsk, undefined>(({ receive, sendBack }) => {
    const name = `bellwether.phone.${userId}`;
    const channel = new BroadcastChannel(`${name}.lock`);
    const tell = (fact: LockFact) => sendBack(fact);
    const say = (word: LockWord) => channel.postMessage(word);
    const over = new AbortController();
    let queueing = new AbortController();
    let free: () => void = () => undefined;

    const keep = (): Promise<void> => {
      tell({ type: 'lock.granted' });
      return new Promise((resolve) => {
        free = resolve;
      });
    };
    const isOver = () => over.signal.aborted;
    /** Waits in the queue, now and whenever another tab took the lock. */
    const queue = () => {
      queueing = new AbortController();
      const { signal } = queueing;
      locks?.request(name, { signal }, () => (isOver() ? undefined : keep())).catch(onTaken(signal));
    };
    /** A request ends early when another tab steals the lock, or when it left the queue itself. */
    const onTaken = (signal: AbortSignal | null) => () => {
      if (isOver() || signal?.aborted === true) return;
      tell({ type: 'lock.lost' });
      queue();
    };
    const steal = () => {
      queueing.abort();
      locks?.request(name, { steal: true }, keep).catch(onTaken(null));
    };

    channel.onmessage = ({ data }: MessageEvent<LockWord>) => tell(heardOfLock(data));
    receive((asked) => {
      if (asked.type === 'lock.steal') steal();
      else if (asked.type === 'lock.refuse') say({ type: 'refuse', reason: asked.reason });
      else say({ type: asked.type === 'lock.ask' ? 'ask' : 'agree' });
    });
    void locks
      ?.request(name, { ifAvailable: true }, (lock) => {
        if (isOver()) return undefined;
        if (lock) return keep();
        tell({ type: 'lock.held' });
        queue();
        return undefined;
      })
      .catch(onTaken(null));
    if (!locks) tell({ type: 'lock.granted' });

    return () => {
      over.abort();
      queueing.abort();
      free();
      channel.close();
    };
  });

const heardOfTabs = (asked: TabsAsk): TabsFact => {
  if (asked.type === 'tabs.tell') return { type: 'tabs.told', shown: asked.shown };
  return asked.type === 'tabs.pass' ? { type: 'tabs.passed', command: asked.command } : { type: 'tabs.greeted' };
};

/** Fills `tabs`: the word between the tabs of one person in this browser. */
export const createPhoneTabs = (userId: number) =>
  fromCallback<TabsAsk, undefined>(({ receive, sendBack }) => {
    const channel = new BroadcastChannel(`bellwether.phone.${userId}`);
    channel.onmessage = ({ data }: MessageEvent<TabsAsk>) => sendBack(heardOfTabs(data));
    receive((asked) => channel.postMessage(asked));
    return () => channel.close();
  });
