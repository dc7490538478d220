import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { type GuardFacts, routeGuardMachine } from '../../src/machines/guards/route-guard.machine.ts';

const agent: GuardFacts = {
  isPaid: true,
  mustChangePassword: false,
  mustEnrolTwoFactor: false,
  actsForSomebody: false,
  permissions: ['contacts.read', 'imports.run'],
  pages: ['/billing', '/account/profile'],
};

const decide = (href: string, facts: GuardFacts | null = agent, leftByWill = false) =>
  createActor(routeGuardMachine, { input: { href, facts, leftByWill } }).start().getSnapshot().output;

const to = (path: string) => expect.objectContaining({ kind: 'redirected', to: path });
const allowed = { kind: 'allowed' };

describe('without a session', () => {
  test.each(['/login', '/login-app', '/reset-password', '/contact-us', '/privacy-policy', '/terms-of-use'])(
    '%s opens',
    (path) => expect(decide(path, null)).toEqual(allowed),
  );

  test('a protected page leads to the sign-in page', () => expect(decide('/imports/3', null)).toEqual(to('/login')));

  test('a path that contained /contacts is remembered with its query', () =>
    expect(decide('/contacts?q=o%27brien', null)).toEqual(to('/login?redirect=%2Fcontacts%3Fq%3Do%2527brien')));

  test('a page left by signing out is not remembered', () =>
    expect(decide('/contacts/12', null, true)).toEqual(to('/login')));
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
    expect(decide('/live')).toEqual({ kind: 'refused', reason: 'The live page is for those who lead others.' }));

  test('a page below a gated one is gated as well', () =>
    expect(decide('/imports/3', { ...agent, permissions: [] })).toMatchObject({ kind: 'refused' }));
});

describe('debts', () => {
  const unpaid = { ...agent, isPaid: false };
  const oldPassword = { ...agent, mustChangePassword: true };
  const noSecondFactor = { ...agent, mustEnrolTwoFactor: true };

  test('an unpaid account goes to billing', () => expect(decide('/contacts', unpaid)).toEqual(to('/billing')));

  test('the payment comes before the password', () =>
    expect(decide('/contacts', { ...unpaid, mustChangePassword: true })).toEqual(to('/billing')));

  test('an old password goes to the profile', () =>
    expect(decide('/contacts', oldPassword)).toEqual(to('/account/profile?tab=password')));

  test('a missing second factor goes to the profile', () =>
    expect(decide('/contacts', noSecondFactor)).toEqual(to('/account/profile?tab=two_factor')));

  test('who acts for somebody needs no second factor of theirs', () =>
    expect(decide('/contacts', { ...noSecondFactor, actsForSomebody: true })).toEqual(allowed));

  test.each(['/billing', '/billing/plan', '/billing/review', '/billing/update'])('%s needs no second factor', (path) =>
    expect(decide(path, noSecondFactor)).toEqual(allowed),
  );

  test('the profile opens with every debt', () =>
    expect(decide('/account/profile', { ...unpaid, ...oldPassword, ...noSecondFactor })).toEqual(allowed));

  test('a guard whose page does not exist is silent', () =>
    expect(decide('/contacts', { ...unpaid, mustChangePassword: true, mustEnrolTwoFactor: true, pages: [] })).toEqual(
      allowed,
    ));
});
