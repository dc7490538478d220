import { createAtom } from '@xstate/store';
import type { AppActors } from '../../src/actors/root.ts';

/** The phone of a user without one. */
export const NO_PHONE: AppActors['phone'] = {
  view: createAtom(null),
  send: () => undefined,
  observeLevels: () => () => undefined,
  notices: createAtom('missing' as const),
  askForNotices: () => undefined,
  openBy: () => () => undefined,
};
