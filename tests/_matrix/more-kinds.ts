import { EVENT_KINDS } from './event-things.ts';
import { NUMBER_KINDS } from './number-things.ts';

/** Kinds of areas with a file of their own. */
export const MORE_KINDS = { ...EVENT_KINDS, ...NUMBER_KINDS } as const;
