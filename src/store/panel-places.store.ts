import { createStore } from '@xstate/store';
import { persist } from './persist.ts';

/** Movable elements that float above every page. */
export type FloatingPanel = 'phone' | 'max';

interface PanelPlacesContext {
  /** CSS pixels from the right and lower edges of the window; absent: never moved. */
  readonly places: Partial<Readonly<Record<FloatingPanel, { readonly right: number; readonly bottom: number }>>>;
}

const start: PanelPlacesContext = { places: {} };

/** Positions of the phone and MAX panels in this browser. */
export const panelPlacesStore = createStore({
  context: start,
  on: {
    moved: ({ places }, { panel, place }: { panel: FloatingPanel; place: { right: number; bottom: number } }) => ({
      places: { ...places, [panel]: place },
    }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.panel-places.v1' }));
