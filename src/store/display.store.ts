import { createStore } from '@xstate/store';
import { Display } from '#contract/session.contract.ts';
import { storedHint } from './stored-hint.ts';

export const DEFAULT_DISPLAY: Display = { font_size: 'default', primary_color: 'brand', background: 'default' };

/** Makes the first paint right, before the user is known. `public/first-paint.js` reads the same key. */
export const displayHint = storedHint('display', 1, Display);

interface DisplayState {
  readonly options: Display;
  /** False from a choice until the server has it. */
  readonly isSaved: boolean;
}

const initial = (options: Display): DisplayState => ({ options, isSaved: true });

/** Display options of the signed-in user. `choose` sets theirs; `show` sets the server's. */
export const displayStore = createStore({
  context: initial(displayHint.read() ?? DEFAULT_DISPLAY),
  on: {
    show: (_, { options }: { options: Display }) => initial(options),
    choose: ({ options }, { chosen }: { chosen: Partial<Display> }): DisplayState => ({
      options: { ...options, ...chosen },
      isSaved: false,
    }),
    saved: (context, { options }: { options: Display }): DisplayState => ({
      ...context,
      isSaved: context.options === options,
    }),
    reset: () => initial(DEFAULT_DISPLAY),
  },
});
