import { createStore } from '@xstate/store';
import { persist } from '@xstate/store/persist';

interface PhonePlaceContext {
  /** CSS pixels from the right and the lower edge of the window; `null`: nobody has moved it. */
  readonly place: { readonly right: number; readonly bottom: number } | null;
}

const start: PhonePlaceContext = { place: null };

/** Where the person has put the panel of the phone in this browser. */
export const phonePlaceStore = createStore({
  context: start,
  on: {
    moved: (_, { place }: { place: PhonePlaceContext['place'] }): PhonePlaceContext => ({ place }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.phone-place.v1' }));
