import type { Page } from 'playwright-core';
import { FLOATING } from './judge.ts';
import type { Visitor, Visitors } from './visitors.ts';

/** A page or a dialog to look at: how one gets there, and what shows that it is there. */
export interface Place {
  /** A path of the router's tree. `null`: in place of any page. */
  readonly route: string | null;
  readonly who: Visitor;
  /** Sources under src/views of what floats above the page here. */
  readonly floats: readonly string[];
  /** It hangs at a control far down and does not go along when the page is drawn anew. */
  readonly isOpenedAnew?: true;
  readonly go: (page: Page, visitors: Visitors) => Promise<unknown>;
}

export type Go = Place['go'];

/** In place of whatever page it would be. */
export const ANYWHERE = { route: null, who: 'agent' } as const;

/** A page by its address: it is there once the selector finds something. */
export const page = (route: string, address: string, shown: string, who: Visitor = 'agent'): Place => ({
  route,
  who,
  floats: [],
  go: async (tab) => {
    await tab.goto(address);
    await tab.locator(shown).first().waitFor();
  },
});

/** What one gets to from a page by a few steps. */
export const after = (start: Place, steps: Go): Place => ({
  ...start,
  go: async (tab, visitors) => {
    await start.go(tab, visitors);
    await steps(tab, visitors);
  },
});

/** What floats above a page after a few steps, from this source. */
export const above = (start: Place, source: string, steps: Go): Place => ({
  ...after(start, async (tab, visitors) => {
    await steps(tab, visitors);
    await tab.locator(FLOATING).last().waitFor();
  }),
  floats: [source],
});

export const press =
  (name: string | RegExp): Go =>
  (tab) =>
    tab.getByRole('button', { name }).first().click();

/** A page by its address, while answers of the server to these calls fail, get lost, or do not come. */
export const cut = (
  { route, who }: Pick<Place, 'route' | 'who'>,
  address: string,
  calls: string,
  how: 'fails' | 'isLost' | 'hangs',
  shown: string,
): Place => ({
  route,
  who,
  floats: [],
  go: async (tab) => {
    await tab.route(calls, (call) =>
      how === 'hangs' ? new Promise(() => {}) : how === 'isLost' ? call.abort() : call.fulfill({ status: 500 }),
    );
    await tab.goto(address);
    await tab.locator(shown).first().waitFor();
  },
});
