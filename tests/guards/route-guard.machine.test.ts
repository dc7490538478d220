import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Role } from '../../src/api/contract/access.contract.ts';
import type { Detour } from '../../src/machines/guards/detour.ts';
import { type GuardFacts, routeGuardMachine } from '../../src/machines/guards/route-guard.machine.ts';
import { PERMISSIONS_OF } from '../../src/rules/access/permissions.ts';

const agent: GuardFacts = {
  hasAcceptedTerms: true,
  isPaid: true,
  mustChangePassword: false,
  mustEnrolTwoFactor: false,
  actsForSomebody: false,
  permissions: ['contacts.read', 'imports.run'],
  closed: {},
};

const decide = (
  href: string,
  facts: GuardFacts | null = agent,
  { leftByWill = false, detour = null }: { leftByWill?: boolean; detour?: Detour | null } = {},
) => createActor(routeGuardMachine, { input: { href, facts, leftByWill, detour } }).start().getSnapshot().output;

const to = (path: string) => expect.objectContaining({ kind: 'redirected', to: path });
const allowed = { kind: 'allowed' };

describe('without a session', () => {
  test.each([
    '/login',
    '/login-app',
    '/reset-password?token=t',
    '/contact-us',
    '/privacy-policy',
    '/terms-of-use',
    '/api/auth/callback?code=c',
    '/sso-logout',
  ])('%s opens', (path) => expect(decide(path, null)).toEqual(allowed));

  test('a protected page leads to the sign-in page', () => expect(decide('/imports/3', null)).toEqual(to('/login')));

  test('a path that contained /contacts is remembered with its query', () =>
    expect(decide('/contacts?q=o%27brien', null)).toEqual(to('/login?redirect=%2Fcontacts%3Fq%3Do%2527brien')));

  test('a page left by signing out is not remembered', () =>
    expect(decide('/contacts/12', null, { leftByWill: true })).toEqual(to('/login')));
});

describe('signed in', () => {
  test('the sign-in page leads to the remembered path', () =>
    expect(decide('/login?redirect=%2Fcontacts%2F12%3Ftab%3Dnotes')).toEqual(to('/contacts/12?tab=notes')));

  test('the sign-in page leads to the root when nothing is remembered', () =>
    expect(decide('/login')).toEqual(to('/')));

  test.each(['//evil.example/contacts', '/\\evil.example/contacts', 'https://evil.example/contacts', '/imports'])(
    'the sign-in page does not lead to %s',
    (path) => expect(decide(`/login?redirect=${encodeURIComponent(path)}`)).toEqual(to('/')),
  );

  test('a page beyond the role stays and says why', () =>
    expect(decide('/live')).toEqual({ kind: 'refused', reason: 'The live page is for managers.' }));

  test('a page with a closed feature says why, after what the role lacks', () => {
    const closed = { imports: 'Requires the premium plan.', live: 'Requires the premium plan.' };
    expect(decide('/imports/3', { ...agent, closed })).toEqual({ kind: 'refused', reason: closed.imports });
    expect(decide('/live', { ...agent, closed })).toEqual({
      kind: 'refused',
      reason: 'The live page is for managers.',
    });
    expect(decide('/contacts', { ...agent, closed })).toEqual({ kind: 'allowed' });
  });

  test('the machines are for those who may inspect them: no agent, no manager', () => {
    const as = (role: Role) => decide('/_machines', { ...agent, permissions: PERMISSIONS_OF[role] })?.kind;
    expect([as('admin'), as('manager'), as('agent')]).toEqual(['allowed', 'refused', 'refused']);
  });

  test('a page below a gated one is gated as well', () =>
    expect(decide('/imports/3', { ...agent, permissions: [] })).toMatchObject({ kind: 'refused' }));
});

describe('debts', () => {
  const unpaid = { ...agent, isPaid: false };
  const oldPassword = { ...agent, mustChangePassword: true };
  const noSecondFactor = { ...agent, mustEnrolTwoFactor: true };

  test('an unpaid account goes to billing, and the address says why and from where', () =>
    expect(decide('/contacts?q=o%27brien', unpaid)).toEqual(
      to('/billing?why=payment&back=%2Fcontacts%3Fq%3Do%2527brien'),
    ));

  test('the start needs no way back', () => expect(decide('/', unpaid)).toEqual(to('/billing?why=payment')));

  test('the payment comes before the password', () =>
    expect(decide('/contacts', { ...unpaid, mustChangePassword: true })).toEqual(
      to('/billing?why=payment&back=%2Fcontacts'),
    ));

  test('the password comes before the second factor', () =>
    expect(decide('/contacts', { ...oldPassword, mustEnrolTwoFactor: true })).toEqual(
      to('/account/profile?tab=password&why=password&back=%2Fcontacts'),
    ));

  test('an old password goes to the profile, from billing too', () =>
    expect(decide('/billing/plan', oldPassword)).toEqual(
      to('/account/profile?tab=password&why=password&back=%2Fbilling%2Fplan'),
    ));

  test('a missing second factor goes to the profile', () =>
    expect(decide('/contacts', noSecondFactor)).toEqual(
      to('/account/profile?tab=two_factor&why=two_factor&back=%2Fcontacts'),
    ));

  test('acting as someone needs no second factor of theirs', () =>
    expect(decide('/contacts', { ...noSecondFactor, actsForSomebody: true })).toEqual(allowed));

  test.each(['/billing', '/billing/plan', '/billing/review', '/billing/update'])('%s needs no second factor', (path) =>
    expect(decide(path, noSecondFactor)).toEqual(allowed),
  );

  test('the profile opens with every debt', () =>
    expect(decide('/account/profile', { ...unpaid, ...oldPassword, ...noSecondFactor })).toEqual(allowed));

  test.each(['/billing', '/billing/plan', '/billing/review', '/billing/update'])('%s needs no payment', (path) =>
    expect(decide(path, unpaid)).toEqual(allowed),
  );
});

describe('a debt that is settled', () => {
  const atProfile = '/account/profile?tab=password&why=password&back=%2Fcontacts%2F12%3Ftab%3Dnotes';

  test('leads back to the page that was wanted', () => expect(decide(atProfile)).toEqual(to('/contacts/12?tab=notes')));

  test('leads back also where the address no longer says it', () =>
    expect(decide('/billing/review', agent, { detour: { why: 'payment', back: '/live' } })).toEqual(to('/live')));

  test('leads nowhere while it is owed', () =>
    expect(decide(atProfile, { ...agent, mustChangePassword: true })).toEqual(allowed));

  test('leads nowhere from a page that settles nothing', () =>
    expect(decide('/contacts?why=password&back=%2Flive')).toEqual(allowed));

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('does not lead to %s', (back) =>
    expect(decide(`/billing?why=payment&back=${encodeURIComponent(back)}`)).toEqual(to('/')),
  );

  test('does not lead away who came by themselves', () => expect(decide('/account/profile')).toEqual(allowed));
});
