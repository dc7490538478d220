import type { CONTACT_ORDER_FIELDS, ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import type { ChatView, ShownMessage } from '../../machines/chat/chat-view.ts';
import { formatContacts, formatCounted } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';

/** "Today 2:13 PM"; empty when it is no time (core §8). */
export function whenOf(instant: string, zone: string, now: Date): string {
  try {
    return formatWhen(instant, zone, now);
  } catch {
    return '';
  }
}

const STAGES = {
  reading: 'Reading the conversation',
  looking: 'Looking for the answer',
  away: 'No connection, trying again',
} as const;

/** Current step of an answer that is awaited. */
export const waitingWords = ({ stage, doing }: NonNullable<ChatView['waiting']>): string =>
  stage === undefined ? doing || 'MAX is typing' : STAGES[stage];

type OrderField = (typeof CONTACT_ORDER_FIELDS)[number];

/** The orders of a list, upwards and downwards. */
const ORDER_WORDS: Readonly<Record<OrderField, readonly [asc: string, desc: string]>> = {
  last_name: ['Last name, A to Z', 'Last name, Z to A'],
  first_name: ['First name, A to Z', 'First name, Z to A'],
  city: ['City, A to Z', 'City, Z to A'],
  state: ['State, A to Z', 'State, Z to A'],
  company: ['Company, A to Z', 'Company, Z to A'],
  created_at: ['Oldest first', 'Newest first'],
  last_touch_at: ['Longest untouched first', 'Last touched first'],
  follow_up_on: ['Next follow-up first', 'Last follow-up first'],
};

/** Choices of the order, by field and direction. */
export const ORDERS = Object.entries(ORDER_WORDS).flatMap(([field, words]) =>
  words.map((label, at) => ({ value: `${field} ${at === 0 ? 'asc' : 'desc'}`, label })),
);

export const orderOf = ({ order_field = 'last_name', order = 'asc' }: ContactsScopeInput): string =>
  `${order_field} ${order}`;

export function inOrder(chosen: string): Pick<ContactsScopeInput, 'order_field' | 'order'> {
  const [order_field, order] = chosen.split(' ') as [OrderField, 'asc' | 'desc'];
  return { order_field, order };
}

/** Descriptions of a reply's cards for screen readers. */
export function cardWords({ content, response_type: type, metadata }: ShownMessage): string {
  const { contacts = [], quotes = [], insight_data, questions = [], template_data, count } = metadata;
  return [
    type === 'contact_selection' ? `${formatContacts(contacts.length)} to choose from. ${DIGITS(contacts.length)}` : '',
    insight_data ? insight_data.key_points.map(({ text }) => text).join(' ') : '',
    quotes.length > 0 ? formatCounted(quotes.length, 'quote.', 'quotes.') : '',
    template_data ? `A draft: ${template_data.subject}.` : '',
    ...questions.map(({ text }) => text).filter((text) => text !== content),
    type !== 'contact_selection' && count !== undefined ? `${formatContacts(count)}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const DIGITS = (count: number) => `Type ${count === 1 ? '1' : `1 to ${Math.min(count, 9)}`} and Enter.`;
