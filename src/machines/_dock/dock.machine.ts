import { type ActorRefFrom, setup } from 'xstate';

/** CSS pixels up to which an open panel is a sheet. Source: look.md. */
export const SHEET_MAX_WIDTH = 720;
/** The page on which a draft is reviewed. MAX would cover its Send button. */
const EMAIL_PAGE = '/admin/email-management/new';

const told = <Guard extends string>(type: Guard) => ({ type, params: ({ event }: { event: DockFact }) => event });

/**
 * Arbitrates between the panels that float above every page, the phone and MAX. Each opens and collapses on its own;
 * the dock collapses one if both don't fit, and cancels a pending redirect of MAX once the user does something else.
 *
 *   folded ⇄ phone, folded ⇄ max; phone ⇄ both ⇄ max in a wide window
 */
export const dockMachine = setup({
  types: { events: {} as DockFact },
  guards: {
    /** Open panels are sheets, and only one is visible. */
    isNarrow: (_, { width }: DockFact) => width <= SHEET_MAX_WIDTH,
    isCovered: (_, fact: DockFact) =>
      fact.width <= SHEET_MAX_WIDTH || (fact.type === 'page.opened' && fact.path === EMAIL_PAGE),
  },
  actions: {
    foldPhone: () => undefined,
    foldMax: () => undefined,
    /** Cancels a redirect that MAX is about to make. */
    stay: () => undefined,
  },
}).createMachine({
  id: 'dock',
  initial: 'folded',
  states: {
    folded: { on: { 'phone.opened': 'phone', 'max.opened': 'max' } },
    phone: {
      on: {
        'phone.folded': 'folded',
        'max.opened': [{ guard: told('isNarrow'), target: 'max', actions: 'foldPhone' }, { target: 'both' }],
      },
    },
    max: {
      on: {
        'max.folded': 'folded',
        'phone.opened': [
          { guard: told('isNarrow'), target: 'phone', actions: ['stay', 'foldMax'] },
          { target: 'both', actions: 'stay' },
        ],
        'page.opened': [
          { guard: told('isCovered'), target: 'folded', actions: ['stay', 'foldMax'] },
          { actions: 'stay' },
        ],
      },
    },
    both: {
      on: {
        'phone.folded': { target: 'max', actions: 'stay' },
        'max.folded': 'phone',
        'page.opened': [
          { guard: told('isCovered'), target: 'phone', actions: ['stay', 'foldMax'] },
          { actions: 'stay' },
        ],
      },
    },
  },
});

export type DockActor = ActorRefFrom<typeof dockMachine>;

/** `width`: of the window, in CSS pixels. */
export type DockFact =
  | { readonly type: 'phone.opened' | 'phone.folded' | 'max.opened' | 'max.folded'; readonly width: number }
  | { readonly type: 'page.opened'; readonly path: string; readonly width: number };
