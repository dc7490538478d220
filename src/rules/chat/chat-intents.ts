import type { ChatIntent } from '#contract/chat.contract.ts';
import type { FeatureName } from '#contract/access.contract.ts';
import { type FeatureFacts, gateOf } from '../access/features.ts';

interface IntentWords {
  /** In the picker. */
  readonly label: string;
  readonly hint: string;
}

const WORDS: Readonly<Record<ChatIntent, IntentWords>> = {
  contact_search: { label: 'Contact Search', hint: '“Turning 65 in Texas, not called yet”' },
  contact_insight: { label: 'Contact Insight', hint: 'What matters about one contact' },
  csg_quote: { label: 'Quote', hint: 'Medigap rates by ZIP and age' },
  email_creation: { label: 'Create E-mail', hint: 'A draft to edit before sending' },
  learn_system: { label: 'System Help', hint: 'Answers from the help pages' },
  customer_support: { label: 'Customer Support', hint: 'Coming Soon' },
};

/** The order of the picker. */
const PICKED: readonly ChatIntent[] = [
  'contact_search',
  'contact_insight',
  'csg_quote',
  'email_creation',
  'learn_system',
  'customer_support',
];

/** Names of a conversation. Source: core §3, "Chat session labels". */
const SESSION_LABELS: Partial<Readonly<Record<ChatIntent, string>>> = {
  email_creation: 'Email Creation',
  contact_search: 'Contact Search',
  learn_system: 'System Help',
  customer_support: 'Customer Support',
  csg_quote: 'CSG Quote',
};

export const sessionLabel = (intent: ChatIntent): string => SESSION_LABELS[intent] ?? 'Chat Session';

/** Requirements besides MAX itself. Source: core §6, "Chat intents". */
const NEEDS: Partial<Readonly<Record<ChatIntent, readonly FeatureName[]>>> = {
  contact_search: ['contacts'],
  contact_insight: ['contacts', 'chat-contact-insight'],
  csg_quote: ['quotes', 'chat-quote'],
  email_creation: ['chat-create-email'],
};

/** Intents of MAX: `soon` is displayed but disabled. */
export type IntentGate =
  | { readonly state: 'open' }
  | { readonly state: 'soon' }
  | { readonly state: 'closed'; readonly reason: string };

export function intentGateOf(intent: ChatIntent, facts: FeatureFacts): IntentGate {
  for (const feature of ['chat', ...(NEEDS[intent] ?? [])] as const) {
    const gate = gateOf(feature, facts);
    if (!gate.allowed) return { state: 'closed', reason: gate.reason };
  }
  return intent === 'customer_support' ? { state: 'soon' } : { state: 'open' };
}

export interface PickedIntent extends IntentWords {
  readonly intent: ChatIntent;
  readonly state: 'open' | 'soon';
}

/** Intents in the user's picker, in order. */
export function intentsOf(facts: FeatureFacts): PickedIntent[] {
  return PICKED.flatMap((intent) => {
    const { state } = intentGateOf(intent, facts);
    return state === 'closed' ? [] : [{ intent, state, ...WORDS[intent] }];
  });
}
