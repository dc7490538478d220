import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import type { Boot } from '../../src/api/contract/_boot.contract.ts';
import { createGuards } from '../../src/actors/session/guards.actors.ts';
import type { CurrentUser, IdentityStep } from '../../src/api/contract/session.contract.ts';
import type { SecondStepDue } from '../../src/api/contract/session/sign-in.contract.ts';
import { type Identity, LEAVE_EARLY_MS } from '../../src/machines/session/identity.ts';
import type { SecondStepEnd } from '../../src/machines/session/second-step.machine.ts';
import type { Credentials, SsoReturn } from '../../src/machines/session/session-context.ts';
import { said, type SessionFailure } from '../../src/machines/session/session-failure.ts';
import { failureWords } from '../../src/views/session/failure-words.ts';
import { SESSION_RETRY_MS, sessionMachine, SSO_PATIENCE_MS } from '../../src/machines/session/session.machine.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-03-02T15:00:00Z');

const step = (user_id: number, name: string, hours: number): IdentityStep => ({
  session_id: user_id + 9_000,
  user_id,
  name,
  marker: null,
  reason: '',
  since: new Date(NOW).toISOString(),
  expires_at: new Date(NOW + hours * HOUR_MS).toISOString(),
});

const dana = { id: 1003, identity: [step(1003, 'Dana Whitfield', 24)] } as unknown as CurrentUser;
const danaByMarcus = {
  id: 1003,
  identity: [step(1002, 'Marcus Ellery', 12), step(1003, 'Dana Whitfield', 1)],
} as unknown as CurrentUser;
const account = { id: 1, 'change_password?': false, 'paid_user?': true };
const identity: Identity = { user: dana, account };
const acting: Identity = { user: danaByMarcus, account };
const due = { otp_secret: 'c1', methods: ['app'] } as unknown as SecondStepDue;

const words = (known: SessionFailure | null) => known && failureWords(known);

const failure = (kind: SessionFailure['kind'], message: string = kind): SessionFailure => ({
  ...said(message),
  kind,
  requestId: 'r1',
});

interface World {
  load?: () => Promise<Identity>;
  signIn?: () => Promise<SecondStepDue | null>;
  sso?: (back: SsoReturn) => Promise<SecondStepDue | null>;
  leave?: (sessionId: number) => Promise<void>;
  signOut?: () => Promise<void>;
}

function open({ load, signIn, sso, leave, signOut }: World = {}) {
  const clock = new SimulatedClock();
  const log: string[] = [];
  const personal = (name: string) =>
    fromCallback(() => {
      log.push(`${name} starts`);
      return () => void log.push(`${name} stops`);
    });
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        loadIdentity: fromPromise(load ?? (() => Promise.resolve(identity))),
        signIn: fromPromise<SecondStepDue | null, Credentials>(signIn ?? (() => Promise.resolve(null))),
        startSso: fromPromise<void, undefined>(() => Promise.resolve()),
        signInBySso: fromPromise<SecondStepDue | null, SsoReturn>(({ input }) => sso?.(input) ?? Promise.resolve(null)),
        leaveIdentity: fromPromise<void, { sessionId: number }>(
          ({ input }) => leave?.(input.sessionId) ?? Promise.resolve(),
        ),
        secondStep: fromCallback(() => undefined) as never,
        otherTabs: fromCallback(() => undefined),
        endSession: fromPromise(signOut ?? (() => Promise.resolve())),
        workplace: personal('workplace') as never,
      },
      actions: {
        reset: () => log.push('reset'),
        reloadRefused: () => log.push('read again'),
        forgetReplies: () => log.push('forget replies'),
        forgetLoginStack: () => log.push('forget stack'),
        tellOtherTabs: () => log.push('tell tabs'),
        tellStillActing: () => log.push('still acting'),
        reload: () => log.push('reload'),
        tellStillSignedIn: () => log.push('still signed in'),
      },
    }),
    { clock, input: { random: () => 0, now: () => NOW } },
  ).start();
  const reach = (state: string) =>
    vi.waitFor(() => expect(topOf(actor.getSnapshot().value)).toBe(state), { interval: 1 });
  return { actor, clock, log, reach, context: () => actor.getSnapshot().context };
}

/** The name of the state itself: `working` has others inside. */
const topOf = (value: string | object): string | undefined =>
  typeof value === 'string' ? value : Object.keys(value)[0];

async function work(world: World = {}) {
  const session = open(world);
  session.actor.send({ type: 'session.open' });
  await session.reach('working');
  session.log.length = 0;
  return session;
}

describe('unasked', () => {
  test('reads nothing until a protected page opens', () => {
    const { actor } = open({ load: () => Promise.reject(new Error('asked')) });

    expect(actor.getSnapshot().value).toBe('unasked');
  });
});

describe('starting', () => {
  test('goes to work with user and account', async () => {
    const { actor, context, log, reach } = open();
    actor.send({ type: 'session.open' });
    await reach('working');

    expect({ user: context().user, account: context().account }).toEqual(identity);
    expect(log).toEqual(['workplace starts']);
  });

  test('without a session leads to the form and says nothing', async () => {
    const { actor, context, reach } = open({ load: () => Promise.reject(failure('unauthorized')) });
    actor.send({ type: 'session.open' });
    await reach('signedOut');

    expect(context().failure).toBe(null);
  });

  test('tries an unreachable server again, later each time', async () => {
    let tries = 0;
    const load = () => {
      tries += 1;
      return tries < 3 ? Promise.reject(failure('unreachable')) : Promise.resolve(identity);
    };
    const { actor, clock, context, reach } = open({ load });
    actor.send({ type: 'session.open' });
    await reach('broken');
    expect(context().failure).toEqual(failure('unreachable'));

    clock.increment(2 * SESSION_RETRY_MS);
    await reach('broken');
    clock.increment(4 * SESSION_RETRY_MS - 1);
    expect(actor.getSnapshot().value).toBe('broken');

    clock.increment(1);
    await reach('working');
    expect(context()).toMatchObject({ attempts: 0, failure: null });
  });
});

describe('signing in', () => {
  test('reads who it is and goes to work', async () => {
    const { actor, reach, log } = open();

    actor.send({ type: 'session.signIn', username: 'agent', password: 'right' });
    await reach('working');

    expect(log.slice(0, 3)).toEqual(['forget replies', 'forget stack', 'tell tabs']);
  });

  test('says that the browser refuses the cookie when nobody is signed in right after', async () => {
    const { actor, context, reach } = open({ load: () => Promise.reject(failure('unauthorized')) });

    actor.send({ type: 'session.signIn', username: 'agent', password: 'right' });
    await reach('signedOut');

    expect(words(context().failure)).toBe(
      "Your browser didn't save the sign-in. Allow cookies for this site, then sign in again.",
    );
  });

  test('says so only once: looking again later finds nobody and says nothing new', async () => {
    const { actor, context, reach } = open({ load: () => Promise.reject(failure('unauthorized')) });
    actor.send({ type: 'session.signIn', username: 'agent', password: 'right' });
    await reach('signedOut');

    actor.send({ type: 'session.identityChanged' });
    await reach('signedOut');

    expect(context().hasJustSignedIn).toBe(false);
  });

  test('shows the refusal and lets the person try again', async () => {
    const { actor, context, reach } = open({
      signIn: () => Promise.reject(failure('refused', 'Wrong password.')),
    });

    actor.send({ type: 'session.signIn', username: 'agent', password: 'wrong' });
    await reach('signedOut');
    expect(context().failure?.message).toBe('Wrong password.');

    actor.send({ type: 'session.signIn', username: 'agent', password: 'right' });
    expect(context().failure).toBe(null);
  });
});

describe('working', () => {
  test('stops everything personal when the person signs out', async () => {
    const { actor, context, log, reach } = await work();

    actor.send({ type: 'session.signOut' });
    await reach('signedOut');

    expect(log).toEqual(['workplace stops', 'reset', 'tell tabs']);
    expect(context()).toMatchObject({ user: null, account: null, leftByWill: true });
  });

  test('goes on when signing out did not reach the server', async () => {
    const { actor, log, context, reach } = await work({ signOut: () => Promise.reject(failure('unreachable')) });

    actor.send({ type: 'session.signOut' });
    await vi.waitFor(() => expect(log).toContain('still signed in'), { interval: 1 });
    await reach('working');

    expect(context().user).toBe(dana);
  });

  test('keeps drafts and says why when the session has ended', async () => {
    const { actor, context, log, reach } = await work();

    actor.send({ type: 'session.expired' });
    await reach('signedOut');

    expect(log).toContain('forget replies');
    expect(log).not.toContain('reset');
    expect(context()).toMatchObject({
      user: null,
      leftByWill: false,
      failure: { reason: { kind: 'ended' } },
    });
  });

  test('takes a second 401 of the same moment for nothing', async () => {
    const { actor, log } = await work();

    actor.send({ type: 'session.expired' });
    actor.send({ type: 'session.expired' });

    expect(log.filter((entry) => entry === 'forget replies').length).toBe(1);
  });

  test('loads the page anew when another tab acts for somebody else', async () => {
    const { actor, log, reach } = await work();

    actor.send({ type: 'session.identityChanged' });
    await reach('reloading');

    expect(log).toContain('reload');
  });
});

describe('the second step', () => {
  const owing = async () => {
    const session = open({ signIn: () => Promise.resolve(due) });
    session.actor.send({ type: 'session.signIn', username: 'agent', password: 'right' });
    await session.reach('secondStep');
    const end = (kind: SecondStepEnd['kind']) =>
      session.actor.send({ type: 'xstate.done.actor.secondStep', output: { kind }, actorId: 'secondStep' } as never);
    return { ...session, end };
  };

  test('is owed before anybody is signed in', async () => {
    const { actor, log } = await owing();

    expect(actor.getSnapshot().context).toMatchObject({ user: null, due });
    expect(log).toEqual([]);
  });

  test('reads who it is once it is done', async () => {
    const { reach, end } = await owing();

    end('signedIn');

    await reach('working');
  });

  test('leads back to the password with words when it has taken too long', async () => {
    const { context, reach, end } = await owing();

    end('expired');
    await reach('signedOut');

    expect(context()).toMatchObject({
      due: null,
      failure: { reason: { kind: 'challengeOver' } },
    });
  });

  test('leads back to the password without words when the person wants to', async () => {
    const { context, reach, end } = await owing();

    end('left');
    await reach('signedOut');

    expect(context().failure).toBe(null);
  });
});

describe('the sign-in of the agency', () => {
  test('comes back with what the provider has written', async () => {
    const given: SsoReturn[] = [];
    const { actor, reach } = open({
      sso: (back) => {
        given.push(back);
        return Promise.resolve(null);
      },
    });

    actor.send({ type: 'session.returnFromSso', code: 'c', state: 's', iss: 'https://id.example' });
    await reach('working');

    expect(given).toEqual([{ code: 'c', state: 's', iss: 'https://id.example' }]);
  });

  test('shows the form again when the page of the provider did not open', async () => {
    const { actor, clock, reach } = open();
    actor.send({ type: 'session.startSso' });
    await reach('goingToProvider');

    clock.increment(SSO_PATIENCE_MS);

    expect(actor.getSnapshot().value).toBe('signedOut');
  });
});

describe('acting for somebody', () => {
  const act = (world: World = {}) => work({ load: () => Promise.resolve(acting), ...world });

  test('leaves to the session below and loads the page anew, in other tabs too', async () => {
    const left: number[] = [];
    const { actor, log, reach } = await act({
      leave: (sessionId) => {
        left.push(sessionId);
        return Promise.resolve();
      },
    });

    actor.send({ type: 'session.leave' });
    await reach('reloading');

    expect(left).toEqual([10_002]);
    expect(log.slice(-2)).toEqual(['tell tabs', 'reload']);
  });

  test('ends at the sign-in page, by name, when the session below is over', async () => {
    const { actor, context, reach } = await act({ leave: () => Promise.reject(failure('unauthorized')) });

    actor.send({ type: 'session.leave' });
    await reach('signedOut');

    expect(context()).toMatchObject({
      user: null,
      failure: { reason: { kind: 'noWayBack', name: 'Marcus Ellery' } },
    });
  });

  test('goes on when leaving did not reach the server', async () => {
    const { actor, log, reach } = await act({ leave: () => Promise.reject(failure('unreachable')) });

    actor.send({ type: 'session.leave' });
    await vi.waitFor(() => expect(log).toContain('still acting'), { interval: 1 });

    await reach('working');
  });

  test('leaves by itself shortly before its time is over', async () => {
    const { actor, clock, reach } = await act();

    clock.increment(HOUR_MS - LEAVE_EARLY_MS - 1);
    expect(actor.getSnapshot().hasTag('signedIn')).toBe(true);

    clock.increment(1);
    await reach('reloading');
  });

  test('nobody leaves who acts for nobody', async () => {
    const { actor } = await work();

    actor.send({ type: 'session.leave' });

    expect(actor.getSnapshot().hasTag('signedIn')).toBe(true);
  });

  test('a step onto the stack loads the page anew, in other tabs too', async () => {
    const { actor, log, reach } = await work();

    actor.send({ type: 'session.actedFor' });
    await reach('reloading');

    expect(log.filter((entry) => !entry.endsWith('stops'))).toEqual(['tell tabs', 'reload']);
  });
});

describe('facts that change', () => {
  test('are read anew while everything goes on', async () => {
    let paid = false;
    const load = () => Promise.resolve({ user: dana, account: { ...account, 'paid_user?': paid } });
    const { actor, context, log } = await work({ load });
    paid = true;

    actor.send({ type: 'session.refresh' });
    await vi.waitFor(() => expect(context().account?.['paid_user?']).toBe(true), { interval: 1 });

    expect(log).toEqual([]);
  });

  test('a call refused for an unknown obligation leads to its page instead of an error', async () => {
    const plan = { max_plus_subscription: { active: false, plan: null }, feature_overrides: [] };
    const settled = { ...dana, ...plan, roles: ['agent'], tos: true, updated_tos: true, permissions: [] };
    const user = settled as unknown as CurrentUser;
    let loads = 0;
    let paid = true;
    const load = () => {
      loads += 1;
      return Promise.resolve({ user, account: { ...account, 'paid_user?': paid } });
    };
    const { actor, log } = await work({ load });
    const askGuard = createGuards(actor, { app_env: 'production', brand: 'bellwether' } as Boot);
    expect(await askGuard('/help')).toEqual({ kind: 'allowed' });
    paid = false;

    // A page has several calls in flight, and each is refused.
    for (let call = 0; call < 3; call += 1) actor.send({ type: 'session.owes', debt: 'payment' });
    await vi.waitFor(() => expect(actor.getSnapshot().context.account?.['paid_user?']).toBe(false), { interval: 1 });
    actor.send({ type: 'session.owes', debt: 'payment' });

    expect(await askGuard('/help')).toMatchObject({ kind: 'redirected', to: '/billing?why=payment&back=%2Fhelp' });
    expect({ loads, log, failure: actor.getSnapshot().context.failure }).toEqual({ loads: 2, log: [], failure: null });
  });

  test('keep what was known when the server does not answer', async () => {
    let isAway = false;
    const load = () => (isAway ? Promise.reject(failure('unreachable')) : Promise.resolve(identity));
    const { actor, context } = await work({ load });
    isAway = true;

    actor.send({ type: 'session.refresh' });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toEqual({ working: 'fresh' }), { interval: 1 });

    expect(context().user).toBe(dana);
  });

  test('come with a reply', async () => {
    const { actor, context } = await work();
    const changed = { ...dana, first_name: 'Dana Jo' };

    actor.send({ type: 'session.userChanged', user: changed });

    expect(context().user).toBe(changed);
  });

  test('what was refused for the terms is read again once they are accepted', async () => {
    const owing = { ...dana, tos: true, updated_tos: false };
    const { actor, log } = await work({ load: () => Promise.resolve({ user: owing, account }) });

    actor.send({ type: 'session.userChanged', user: { ...owing, first_name: 'Dana Jo' } });
    const before = [...log];
    actor.send({ type: 'session.userChanged', user: { ...owing, updated_tos: true } });

    expect([before, log]).toEqual([[], ['read again']]);
  });

  test('a session ends by itself when its time is over', async () => {
    const { clock, context, reach } = await work();

    clock.increment(24 * HOUR_MS);
    await reach('signedOut');

    expect(words(context().failure)).toBe('Your session has ended. Sign in again.');
  });

  test('somebody else who comes while it is found out who works here is asked for anew, without the first replies', async () => {
    const loads: PromiseWithResolvers<Identity>[] = [];
    const load = () => {
      const one = Promise.withResolvers<Identity>();
      loads.push(one);
      return one.promise;
    };
    const { actor, log, reach } = open({ load });
    actor.send({ type: 'session.open' });

    actor.send({ type: 'session.identityChanged' });
    loads[1]?.resolve(identity);
    await reach('working');

    expect([loads.length, log.filter((line) => line === 'forget replies')]).toEqual([2, ['forget replies']]);
  });

  test('somebody who signs in beside a tab is noticed there', async () => {
    let known = false;
    const load = () => (known ? Promise.resolve(identity) : Promise.reject(failure('unauthorized')));
    const { actor, reach } = open({ load });
    actor.send({ type: 'session.open' });
    await reach('signedOut');
    known = true;

    actor.send({ type: 'session.identityChanged' });

    await reach('working');
  });
});
