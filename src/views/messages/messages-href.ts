import { CONVERSATION_FILTERS, type ConversationFilter } from '#contract/messages/text.contract.ts';
import type { MessagesSearch } from './messages-search.ts';

/** The address of the page with this search. */
export function messagesHref(search: MessagesSearch): string {
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '/messages' : `/messages?${query}`;
}

/** The search without an open thread. */
export function withoutThread({ conversation: _id, contact: _contact, ...list }: MessagesSearch): MessagesSearch {
  return list;
}

/** The filter that an address names. */
export const filterOf = ({ filter }: MessagesSearch): ConversationFilter =>
  CONVERSATION_FILTERS.find((known) => known === filter) ?? 'open';
