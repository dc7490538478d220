import { createAtom } from '@xstate/store';
import type { AppActors } from '../../src/actors/root.ts';

/** The phone of somebody who has none. */
export const NO_PHONE: AppActors['phone'] = {
  view: createAtom(null),
  send: () => undefined,
  observeLevels: () => () => undefined,
  notices: createAtom('missing' as const),
  askForNotices: () => undefined,
  openBy: () => () => undefined,
};
