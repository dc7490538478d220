import { createStore } from '@xstate/store';
import { persist } from '@xstate/store/persist';

/** What floats above every page and can be moved. */
export type FloatingPanel = 'phone' | 'max';

interface PanelPlacesContext {
  /** CSS pixels from the right and the lower edge of the window; absent: nobody has moved it. */
  readonly places: Partial<Readonly<Record<FloatingPanel, { readonly right: number; readonly bottom: number }>>>;
}

const start: PanelPlacesContext = { places: {} };

/** Where the person has put the panels of the phone and of MAX in this browser. */
export const panelPlacesStore = createStore({
  context: start,
  on: {
    moved: ({ places }, { panel, place }: { panel: FloatingPanel; place: { right: number; bottom: number } }) => ({
      places: { ...places, [panel]: place },
    }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.panel-places.v1' }));
