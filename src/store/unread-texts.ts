import { createAtom } from '@xstate/store';

/** Conversations with texts, e-mails or missed calls that the user has not seen; 0 until they are counted. */
export const unreadTexts = createAtom(0);
