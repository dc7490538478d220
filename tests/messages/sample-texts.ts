import type { Conversation, ConversationShown, Text } from '#contract/messages/text.contract.ts';

export const PHONE = '+15125550142';
const OWN = '+18135550100';

/** A text that was received at noon of a Wednesday, unless said otherwise. */
export const text = (differs: Partial<Text> = {}): Text => ({
  id: 1,
  conversation_id: 7,
  direction: 'in',
  status: 'received',
  reason: '',
  held_until: null,
  body: '4:30 is fine.',
  from: PHONE,
  to: OWN,
  segments: 1,
  purpose: 'service',
  user: null,
  actor: null,
  automatic: null,
  asks: null,
  attachments: [],
  decision: null,
  created_at: '2026-11-18T18:00:00Z',
  sent_at: null,
  delivered_at: null,
  version: 1,
  ...differs,
});

const DANA = { id: 3, name: 'Dana Whitfield' };

/** A text that was written and delivered. */
export const sent = (differs: Partial<Text> = {}): Text =>
  text({
    direction: 'out',
    status: 'delivered',
    from: OWN,
    to: PHONE,
    user: DANA,
    body: 'Does 4:30 PM still work?',
    sent_at: '2026-11-18T18:00:01Z',
    delivered_at: '2026-11-18T18:00:02Z',
    ...differs,
  });

export const conversation = (differs: Partial<Conversation> = {}): Conversation => ({
  id: 7,
  contact: { id: 12, number: 4012, name: 'Rosalind Okafor', city: 'Round Rock', state: 'TX' },
  phone: PHONE,
  user: DANA,
  unread: 0,
  line: null,
  last: {
    id: 1,
    direction: 'in',
    status: 'received',
    reason: '',
    body: '4:30 is fine.',
    attachments: 0,
    held_until: null,
    user: null,
    at: '2026-11-18T18:00:00Z',
  },
  held: 0,
  review: null,
  opted_out_at: null,
  closed: false,
  draft: '',
  version: 1,
  ...differs,
});

/** A thread whose contact may be texted. */
export const shown = (differs: Partial<ConversationShown> = {}): ConversationShown => ({
  conversation: conversation(),
  contact: conversation().contact,
  to: [{ number: PHONE, type: 'mobile' }],
  from: [{ number: OWN, label: '' }],
  cannot_send: '',
  may_be_texted: (['service', 'marketing'] as const).map((purpose) => ({
    decision: {
      channel: 'text',
      purpose,
      at: '2026-11-18T18:00:00Z',
      allowed: true,
      reason: 'within_hours',
      rule: null,
      evidence: { entry: null, clocks: [{ zone: 'America/Chicago', time: '12:00' }], places: [] },
      next_at: null,
    },
    sentence: 'Within calling hours at their location.',
    until: '2026-11-19T02:00:00Z',
  })),
  carrier: 'embedded',
  draft: '',
  ...differs,
});
