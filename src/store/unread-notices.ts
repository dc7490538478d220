import { createAtom } from '@xstate/store';

/** Notifications that the user has not read; 0 until they are counted. */
export const unreadNotices = createAtom(0);
