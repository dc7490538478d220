import type { Boot } from '#contract/_boot.contract.ts';
import { useActors } from './app-context.ts';

/** Start data that the server wrote into the page; available on every page, also without a session. */
export const useBoot = (): Boot => useActors().boot;
