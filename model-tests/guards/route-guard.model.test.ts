import { isPublicPath } from '#rules/access/pages.ts';
import fc from 'fast-check';
import { createActor } from 'xstate';
import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '../../src/api/contract/access.contract.ts';
import { type Decision, type GuardFacts, routeGuardMachine } from '../../src/machines/guards/route-guard.machine.ts';
import { type Model, type Walked, walk } from '../_walk/walk.ts';

const agent: GuardFacts = {
  hasAcceptedTerms: true,
  isPaid: true,
  mustChangePassword: false,
  mustEnrolTwoFactor: false,
  actsForSomebody: false,
  permissions: ['contacts.read', 'imports.run'],
  closed: {},
};

const start = (href: string, facts: GuardFacts | null) => () => ({
  machine: routeGuardMachine,
  input: { href, facts, leftByWill: false, detour: null },
});

const guardModel: Model = {
  name: 'route-guard',
  moves: {},
  key: ({ context }) => JSON.stringify(context),
  starts: {
    'a public page': start('/terms-of-use', null),
    'the sign-in page when signed in': start('/login', agent),
    'a page without a session': start('/contacts', null),
    'the profile': start('/account/profile', agent),
    'a page that is theirs': start('/contacts', agent),
    'a page that is not theirs': start('/live', agent),
    'a page whose feature is closed': start('/imports', {
      ...agent,
      closed: { imports: 'Requires the premium plan.' },
    }),
    'a page with a debt': start('/contacts', { ...agent, isPaid: false }),
    'a page with an old password': start('/contacts', { ...agent, mustChangePassword: true }),
    'the profile once the password is changed': start('/account/profile?tab=password&why=password', agent),
    'a page without two-factor': start('/contacts', { ...agent, mustEnrolTwoFactor: true }),
  },
};

const decide = (href: string, facts: GuardFacts | null, leftByWill: boolean): Decision =>
  createActor(routeGuardMachine, { input: { href, facts, leftByWill, detour: null } })
    .start()
    .getSnapshot().output as Decision;

const anyFacts = fc.option(
  fc.record({
    hasAcceptedTerms: fc.boolean(),
    isPaid: fc.boolean(),
    mustChangePassword: fc.boolean(),
    mustEnrolTwoFactor: fc.boolean(),
    actsForSomebody: fc.boolean(),
    permissions: fc.subarray([...PERMISSIONS]),
    closed: fc.dictionary(fc.constantFrom('imports', 'live'), fc.constant('Requires the premium plan.')),
  }),
);

const anyPath = fc.constantFrom(
  '/',
  '/login',
  '/login?redirect=%2Fcontacts%2F12',
  '/privacy-policy',
  '/contacts',
  '/contacts/12?tab=notes',
  '/imports/3',
  '/live',
  '/outbox',
  '/billing',
  '/billing/plan',
  '/account/profile?tab=password',
  '/account/profile?tab=password&why=password&back=%2Fcontacts',
  '/billing/plan?why=payment&back=%2Faccount%2Fprofile%3Fwhy%3Dtwo_factor',
  '/api/auth/callback?code=c&state=s',
);

describe('the route guard', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(guardModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('leads everybody to a page that opens, within five steps', () => {
    fc.assert(
      fc.property(anyPath, anyFacts, fc.boolean(), (path, facts, leftByWill) => {
        let href: string = path;
        for (let steps = 0; steps < 5; steps += 1) {
          const decision = decide(href, facts, leftByWill);
          if (decision.kind !== 'redirected') return;
          href = decision.to;
        }
        expect.unreachable(`${path} leads on and on, now to ${href}`);
      }),
    );
  });

  test('opens a page that needs nothing settled only for somebody who owes nothing', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        fc.pre(facts !== null);
        const owes = !facts.isPaid || facts.mustChangePassword || (facts.mustEnrolTwoFactor && !facts.actsForSomebody);
        expect(decide('/contacts', { ...facts, permissions: ['contacts.read'] }, false).kind).toBe(
          owes ? 'redirected' : 'allowed',
        );
      }),
    );
  });

  test('opens no protected page without a session', () => {
    fc.assert(
      fc.property(anyPath, fc.boolean(), (path, leftByWill) => {
        const decision = decide(path, null, leftByWill);
        expect(decision.kind === 'allowed').toBe(isPublicPath(path.split('?', 1)[0] ?? ''));
      }),
    );
  });
});
