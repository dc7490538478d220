import type { Named } from '../_resource.actors.ts';

/** Reads that each change of a conversation makes stale, by name: lists, counts and the thread that is shown. */
export const STALE_BY_TEXTS: readonly Named[] = [
  { name: 'fetchConversations' },
  { name: 'countConversations' },
  { name: 'showConversation' },
];
