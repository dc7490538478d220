import { createStore } from '@xstate/store';

/** Contacts that are remembered. Ours: as many as the palette shows without scrolling. */
const MOST = 5;

export interface RecentContact {
  readonly number: number;
  readonly name: string;
}

const start: { readonly people: readonly RecentContact[] } = { people: [] };

/** Contacts whose pages were opened, the last one first. Only in memory: names don't outlive the tab. */
export const recentContactsStore = createStore({
  context: start,
  on: {
    opened: ({ people }, { person }: { person: RecentContact }) => ({
      people: [person, ...people.filter(({ number }) => number !== person.number)].slice(0, MOST),
    }),
    reset: () => start,
  },
});
