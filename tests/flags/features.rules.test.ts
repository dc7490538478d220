import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brands } from '#brands/brand.ts';
import { FEATURES, type FeatureName, ROLES } from '#contract/access.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { type FeatureFacts, gateOf, overridesOf } from '#rules/access/features.ts';
import { featuresOf } from '#rules/access/feature-labels.ts';

const facts = (changes: Partial<FeatureFacts> = {}): FeatureFacts => ({
  brand: brands.bellwether,
  environment: 'production',
  roles: ['agent'],
  walletEnabled: true,
  maxPlus: 'premium',
  isNamed: false,
  overrides: {},
  ...changes,
});

const reasonOf = (feature: FeatureName, changes: Partial<FeatureFacts>): string => {
  const gate = gateOf(feature, facts(changes));
  return gate.allowed ? 'allowed' : gate.reason;
};

describe('text messages', () => {
  test.each<[string, Partial<FeatureFacts>]>([
    ['allowed', {}],
    ['Not included for Basic users.', { roles: ['basic'] }],
    ['Requires a wallet.', { walletEnabled: false }],
    ['Requires the premium plan.', { maxPlus: 'standard' }],
    ['Requires the premium plan.', { maxPlus: null, overrides: { messages: true } }],
    ['Turned off by an administrator.', { overrides: { messages: false } }],
  ])('are %s with %o', (reason, changes) => expect(reasonOf('messages', changes)).toBe(reason));
});

test.each([
  'reports',
  'contact-permissions',
  'marketing-profile',
  'mini-calendar',
  'follow-ups',
  'messages',
  'soa',
] as const)('a basic user loses %s, a pool holder too', (feature) => {
  expect(reasonOf(feature, { roles: rolesOf('basic') })).toBe('Not included for Basic users.');
  expect(reasonOf(feature, { roles: rolesOf('pool_holder') })).toBe('Not included for Basic users.');
  expect(reasonOf(feature, {})).toBe('allowed');
});

test.each<[FeatureName, string[]]>([
  ['mailer-assignment', ['admin', 'sub_admin', 'manager']],
  ['import-lead-tracking', ['admin', 'sub_admin', 'manager']],
  ['workflow-contact-group', ['bu_admin', 'manager']],
  ['contact-merge', ['admin', 'sub_admin']],
  ['contact-api-vendor', ['admin', 'sub_admin']],
])('%s is for %s', (feature, allowed) => {
  const found = ROLES.filter((type) => gateOf(feature, facts({ roles: rolesOf(type) })).allowed);

  expect(found).toEqual(allowed);
});

test.each(['silverline', 'stillwater', 'talentpath'] as const)('%s does not merge contacts', (key) => {
  expect(reasonOf('contact-merge', { brand: brands[key], roles: ['admin'] })).toBe(`Not part of ${brands[key].name}.`);
});

describe('the environment', () => {
  test.each(['development', 'stage', 'demo'] as const)(
    '%s hides the phone and shows three intents of MAX',
    (environment) => {
      const seen = { environment, overrides: { chat: true } };

      expect(reasonOf('phone', seen)).toBe(`Not available in ${environment}.`);
      expect(
        (['chat-contact-insight', 'chat-quote', 'chat-create-email'] as const).map((intent) => reasonOf(intent, seen)),
      ).toEqual(['allowed', 'allowed', 'allowed']);
    },
  );

  test('production shows the phone and hides the three intents', () => {
    expect(reasonOf('phone', {})).toBe('allowed');
    expect(reasonOf('chat-quote', {})).toBe('Not available in production.');
  });

  test('gives way to what an admin has switched', () => {
    expect(reasonOf('phone', { environment: 'demo', overrides: { phone: true } })).toBe('allowed');
    expect(reasonOf('phone', { overrides: { phone: false } })).toBe('Turned off by an administrator.');
  });
});

test('the assistant needs its flag', () => {
  expect(reasonOf('chat', {})).toBe('An administrator can turn it on.');
  expect(reasonOf('chat', { overrides: { chat: true } })).toBe('allowed');
});

test.each<[boolean, Partial<FeatureFacts>]>([
  [true, { roles: ['admin'], walletEnabled: false, maxPlus: null }],
  [true, { walletEnabled: true, maxPlus: 'standard' }],
  [true, { walletEnabled: false, maxPlus: null, isNamed: true }],
  [false, { walletEnabled: true, maxPlus: null }],
  [false, { walletEnabled: false, maxPlus: 'premium' }],
  [false, { roles: ['basic'], isNamed: true }],
])('workflows are there (%s) with %o', (allowed, changes) => {
  expect(gateOf('workflows', facts(changes)).allowed).toBe(allowed);
});

const anyFacts: fc.Arbitrary<FeatureFacts> = fc.record({
  brand: fc.constantFrom(...Object.values(brands)),
  environment: fc.constantFrom('development', 'demo', 'stage', 'production'),
  roles: fc.constantFrom(...ROLES).map(rolesOf),
  walletEnabled: fc.boolean(),
  maxPlus: fc.constantFrom('standard', 'premium', null),
  isNamed: fc.boolean(),
  overrides: fc.dictionary(fc.constantFrom(...FEATURES), fc.boolean()),
});

test('every no has a reason in words', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const mute = featuresOf(given).filter(({ gate }) => !gate.allowed && !/^[A-Z].{8,}\.$/.test(gate.reason));
      expect(mute).toEqual([]);
    }),
  );
});

test('turning on grants nothing that brand, role or plan deny', () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...FEATURES), (given, feature) => {
      // Alone: it may be part of another feature, which is turned off.
      const gate = gateOf(feature, { ...given, overrides: { [feature]: true } });
      expect(['environment', 'flag', 'switchedOff']).not.toContain(gate.allowed ? null : gate.obstacle);
      if (gate.allowed)
        expect(['brand', 'role', 'plan']).not.toContain(obstacleOf(feature, { ...given, overrides: {} }));
    }),
  );
});

const obstacleOf = (feature: FeatureName, given: FeatureFacts): string | null => {
  const { [feature]: _, ...overrides } = given.overrides;
  const gate = gateOf(feature, { ...given, overrides });
  return gate.allowed ? null : gate.obstacle;
};

test('an override of a feature that is unknown by now is passed over', () => {
  expect(
    overridesOf([
      { feature: 'telegraph', enabled: true },
      { feature: 'chat', enabled: true },
    ]),
  ).toEqual({ chat: true });
});
