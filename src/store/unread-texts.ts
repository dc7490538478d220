import { createAtom } from '@xstate/store';

/** Conversations with texts that the user has not read; 0 until they are counted. */
export const unreadTexts = createAtom(0);
