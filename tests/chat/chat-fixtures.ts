import type { ChatMessage, ChatSession } from '#contract/chat.contract.ts';
import type { ChatContact, Quote, ReplyMetadata } from '#contract/chat/reply.contract.ts';
import type { ChatView, IntentChoice, ShownMessage } from '../../src/machines/chat/chat-view.ts';

/** MAX's data in tests of its views, complete and handwritten. */

export const AT = '2026-11-21T20:13:00Z';

export const session = (some: Partial<ChatSession> = {}): ChatSession => ({
  id: 41,
  intent_type: 'contact_search',
  status: 'active',
  ...some,
});

export const INTENTS: readonly IntentChoice[] = [
  {
    intent: 'contact_search',
    label: 'Contact Search',
    hint: '“Turning 65 in Texas, not called yet”',
    state: 'open',
  },
  { intent: 'contact_insight', label: 'Contact Insight', hint: 'What matters about one contact', state: 'open' },
  { intent: 'csg_quote', label: 'Quote', hint: 'Medigap rates by ZIP and age', state: 'open' },
  { intent: 'email_creation', label: 'Create E-mail', hint: 'A draft to edit before sending', state: 'open' },
  { intent: 'learn_system', label: 'System Help', hint: 'Answers from the help pages', state: 'open' },
  { intent: 'customer_support', label: 'Customer Support', hint: 'Coming Soon', state: 'soon' },
];

export const picking = (some: Partial<ChatView> = {}): ChatView => ({
  open: true,
  place: 'picking',
  intents: INTENTS,
  session: null,
  welcome: null,
  messages: [],
  scopes: {},
  waiting: null,
  failure: null,
  alert: null,
  leaving: null,
  canSend: false,
  ...some,
});

export const chatting = (some: Partial<ChatView> = {}): ChatView =>
  picking({
    place: 'chatting',
    session: session(),
    welcome: {
      content: 'Who are you looking for?',
      timestamp: AT,
      suggestions: ['Turning 65 in Texas', 'Not called this month'],
    },
    canSend: true,
    ...some,
  });

let keys = 0;
const message = (some: Partial<ShownMessage>): ShownMessage => {
  keys += 1;
  return {
    key: `m${keys}`,
    message_type: 'assistant',
    content: '',
    timestamp: AT,
    metadata: {},
    response_type: null,
    ...some,
  };
};

export const said = (content: string): ShownMessage => message({ message_type: 'user', content });

export const answered = (
  content: string,
  metadata: ReplyMetadata = {},
  response_type: ChatMessage['response_type'] = null,
): ShownMessage => message({ content, metadata, response_type });

export const contact = (some: Partial<ChatContact> = {}): ChatContact => ({
  id: 7,
  number: 107,
  name: 'Rosalind Okafor',
  city: 'Round Rock',
  state: 'TX',
  phone: '+15125550142',
  owner: 'Dana Whitfield',
  ...some,
});

export const MARIAS: readonly ChatContact[] = [
  contact({ id: 11, number: 211, name: 'Maria Lopez', city: 'Houston', phone: '+17135550149' }),
  contact({ id: 12, number: 212, name: 'Maria Lopez-Garza', city: 'Katy', phone: '+12815550135' }),
  contact({ id: 13, number: 213, name: 'Mariah Lopes', city: '', state: '', phone: null, owner: 'Marcus Ellery' }),
];

/** State TX, tagged hot, and a word, newest first: 12 contacts. */
export const scoped = (): ReplyMetadata => ({
  search_payload: {
    search: [
      { field: 'state', value: ['TX', 'OK'] },
      { field: 'tag', value: '3' },
      { field: 'dob', value: '1962-01-01', op: 'before' },
    ],
    q: 'lopez',
    contact_group: 'mine',
    order: 'desc',
    order_field: 'created_at',
    all_downline: false,
    downline_user_id: 1,
    for_contact_group_all: false,
    forgiving: false,
    limit: 50,
    page: 1,
    pool_id: 'mine',
  },
  count: 12,
  names: [{ field: 'tag', id: '3', name: 'hot' }],
  redirect_url: '/contacts',
  action: 'open_contacts',
});

const QUOTES: readonly Quote[] = [
  { company: 'Meridian Mutual', monthly_rate: 121.75, annual_rate: 1_461, rating: 'A', discounts: ['household 7%'] },
  { company: 'Bluebonnet Life', monthly_rate: 126.4, annual_rate: 1_516.8, rating: 'A-', discounts: [] },
  { company: 'Harborlight', monthly_rate: 131.1, annual_rate: 1_573.2, rating: 'A+', discounts: ['household 5%'] },
  { company: 'Lone Star Assurance', monthly_rate: null, annual_rate: null, rating: null, discounts: [] },
];

export const quoted = (some: ReplyMetadata = {}): ReplyMetadata => ({
  quotes: [...QUOTES],
  plan_type: 'Plan G',
  quote_ask: {
    zip_code: '78664',
    age: 65,
    gender: 'female',
    tobacco: false,
    plan: 'G',
    effective_date: '2026-12-01',
  },
  quote_source: { name: 'Sample rate table', sample: true, at: AT, place: 'Round Rock' },
  assumptions: ['starts on the first of next month'],
  ...some,
});

export const insight = (some: ReplyMetadata = {}): ReplyMetadata => ({
  insight_data: {
    title: 'Rosalind Okafor, Round Rock, TX',
    key_points: [
      {
        kind: 'eligibility',
        text: 'Turns 65 on 01/14/2027. Enrolls until 04/30/2027.',
        sources: [{ label: 'Date of birth', href: '/contacts/107' }],
      },
      {
        kind: 'talk',
        text: 'Will not leave Dr. Villareal. Network check is open.',
        sources: [{ label: 'Note of 11/12/2026', href: '/contacts/107?tab=notes' }],
      },
      {
        kind: 'due',
        text: 'Scope of appointment sent, opened twice, not signed.',
        sources: [
          { label: 'E-mail of 11/10/2026', href: '/contacts/107?tab=emails' },
          { label: 'Note of 11/11/2026', href: '/contacts/107?tab=notes' },
        ],
      },
      {
        kind: 'household',
        text: 'Husband Emeka joins, has Plan G with Meridian.',
        sources: [{ label: 'Emeka Okafor', href: '/contacts/108' }],
      },
    ],
    read: 'From 6 notes, 4 calls.',
  },
  last_updated: AT,
  ...some,
});

export const drafted = (): ReplyMetadata => ({
  template_data: {
    subject: 'Your Medicare birthday is near',
    body: 'Hello Rosalind,\n\nyou turn 65 in January. From October on you can choose a plan, and I would like to go through the choices with you.\n\nDo Tuesday or Thursday suit you?\n\nDana Whitfield',
    purpose: 'marketing',
    contact: contact(),
  },
  action: 'open_email',
});

export const helped = (): ReplyMetadata => ({
  sources: [
    {
      label: 'Merging two contacts',
      href: '/help/duplicates#merge',
      quote: 'Open Contacts, then Duplicates. Choose what stays of each.',
    },
    { label: 'Undo', href: '/help/undo' },
  ],
  suggestions: ['How do I undo a merge?'],
});
