import { describe, expect, test } from 'vitest';
import { brandOf } from '#brands/brand.ts';
import { intentGateOf, intentsOf, sessionLabel } from '#rules/chat/chat-intents.ts';
import type { FeatureFacts } from '#rules/access/features.ts';

const facts = (more: Partial<FeatureFacts> = {}): FeatureFacts => ({
  brand: brandOf('bellwether'),
  environment: 'demo',
  roles: ['agent'],
  walletEnabled: false,
  maxPlus: null,
  isNamed: false,
  overrides: { chat: true },
  ...more,
});
const shown = (more: Partial<FeatureFacts> = {}) => intentsOf(facts(more)).map(({ intent, state }) => [intent, state]);

describe('the picker', () => {
  test.each(['development', 'demo', 'stage'] as const)(
    'shows everything in %s, and support as coming soon',
    (environment) => {
      expect(shown({ environment })).toEqual([
        ['contact_search', 'open'],
        ['contact_insight', 'open'],
        ['csg_quote', 'open'],
        ['email_creation', 'open'],
        ['learn_system', 'open'],
        ['customer_support', 'soon'],
      ]);
    },
  );

  test('leaves insight, quote and e-mail out in production', () => {
    expect(shown({ environment: 'production' })).toEqual([
      ['contact_search', 'open'],
      ['learn_system', 'open'],
      ['customer_support', 'soon'],
    ]);
  });

  test('shows in production what an admin switches on', () => {
    const overrides = { chat: true, 'chat-quote': true };

    expect(shown({ environment: 'production', overrides }).map(([intent]) => intent)).toContain('csg_quote');
  });

  test.each(['stillwater', 'talentpath'] as const)('has no quotes in %s', (brand) => {
    expect(shown({ brand: brandOf(brand) }).map(([intent]) => intent)).not.toContain('csg_quote');
  });

  test('is empty without its flag', () => {
    expect(shown({ overrides: {} })).toEqual([]);
  });
});

test('what is closed says why', () => {
  expect(intentGateOf('csg_quote', facts({ environment: 'production' }))).toEqual({
    state: 'closed',
    reason: 'Not available in production.',
  });
});

test.each([
  ['email_creation', 'Email Creation'],
  ['contact_search', 'Contact Search'],
  ['learn_system', 'System Help'],
  ['customer_support', 'Customer Support'],
  ['csg_quote', 'CSG Quote'],
  ['contact_insight', 'Chat Session'],
] as const)('a conversation of %s is called %s', (intent, label) => {
  expect(sessionLabel(intent)).toBe(label);
});
