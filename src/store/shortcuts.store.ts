import { createStore } from '@xstate/store';
import { persist } from './persist.ts';

interface ShortcutsContext {
  /**
   * True when a single letter is a command. Off for users whose voice or hand types letters by accident (WCAG 2.1.4).
   */
  readonly singleKeys: boolean;
}

const start: ShortcutsContext = { singleKeys: true };

/** Which keys are commands. */
export const shortcutsStore = createStore({
  context: start,
  on: {
    switched: (_, { singleKeys }: { singleKeys: boolean }): ShortcutsContext => ({ singleKeys }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.shortcuts.v1' }));
