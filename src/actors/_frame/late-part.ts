import { createAtom } from '@xstate/store';
import { type EventObject, fromCallback } from 'xstate';
import type { CurrentUser } from '#contract/session.contract.ts';
import { Misses, timeToLoadAgain } from './load-part.ts';

/** Service of one user, once it has loaded. */
interface Running<Command> {
  readonly send: (command: Command) => void;
  readonly stop: () => void;
}

/** Dependencies of the lazy service. */
interface Around<View> {
  readonly user: CurrentUser;
  readonly show: (view: View) => void;
  /** Opens a page of the app in this tab. */
  readonly open: (href: string) => void;
}

interface LatePart<View, Part> {
  readonly isFor: (user: CurrentUser) => boolean;
  readonly load: () => Promise<(around: Around<View>) => Part>;
  /** Milliseconds after which it loads by itself. `null`: only on first use. */
  readonly loadsAfter: (user: CurrentUser) => number | null;
  /** Loading failed after it was needed. */
  readonly onMissed: () => void;
  readonly onBegun?: (part: Part) => void;
}

/** Loads it some milliseconds after it is first wanted. */
export const loadsLate =
  <Part>(afterMs: number, load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    await new Promise((wait) => void setTimeout(wait, afterMs));
    return load();
  };

/**
 * A part of the app that the first script does not carry: a handle that lives as long as the page, and what the session
 * runs for one person. What is asked before it has loaded is done as soon as it has.
 */
export function createLatePart<View, Command, Part extends Running<Command>>({
  isFor,
  load,
  loadsAfter,
  onMissed,
  onBegun,
}: LatePart<View, Part>) {
  const isThere = createAtom(false);
  const view = createAtom<View | null>(null);
  let running: Part | null = null;
  let asked: Command[] = [];
  let open: (href: string) => void = () => undefined;
  let loadNow: () => void = () => undefined;

  const start = (user: CurrentUser): (() => void) => {
    if (!isFor(user)) {
      asked = [];
      return () => undefined;
    }
    let isOver = false;
    let isLoading = false;
    let failures = 0;
    const misses = new Misses();
    const begin = (part: (around: Around<View>) => Part) => {
      if (isOver) return;
      running = part({ user, show: (shown) => view.set(shown), open: (href) => open(href) });
      onBegun?.(running);
      for (const command of asked.splice(0)) running.send(command);
    };
    // If it fails to load, there is a new version or no network: the page works without it until then. What was asked
    // is dropped with a message: a call must not be placed minutes later.
    const fail = (error: unknown) => {
      isLoading = false;
      if (isOver) return;
      if (asked.length > 0) onMissed();
      asked = [];
      if (failures === 0) reportError(error);
      void loadAgain(failures++);
    };
    const loadAgain = async (before: number) => {
      if (await misses.isGone()) return;
      await timeToLoadAgain(before);
      if (!isOver) loadNow();
    };
    loadNow = () => {
      clearTimeout(timer);
      if (isLoading || running !== null) return;
      isLoading = true;
      load().then(begin).catch(fail);
    };
    const after = loadsAfter(user);
    const timer = after === null ? undefined : setTimeout(() => loadNow(), after);
    if (asked.length > 0) loadNow();
    isThere.set(true);
    return () => {
      isOver = true;
      clearTimeout(timer);
      loadNow = () => undefined;
      running?.stop();
      running = null;
      asked = [];
      view.set(null);
      isThere.set(false);
    };
  };

  return {
    /** True when this user has it. */
    isThere,
    view,
    send: (command: Command): void => {
      if (running) return running.send(command);
      asked.push(command);
      loadNow();
    },
    openBy: (opener: (href: string) => void): (() => void) => {
      open = opener;
      return () => {
        if (open === opener) open = () => undefined;
      };
    },
    running: () => running,
    actor: fromCallback<EventObject, { user: CurrentUser }>(({ input }) => start(input.user)),
  };
}
