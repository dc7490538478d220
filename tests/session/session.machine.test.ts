import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import type { CurrentUser } from '../../src/api/contract/session.contract.ts';
import {
  type Identity,
  SESSION_RETRY_MS,
  type SessionFailure,
  sessionMachine,
} from '../../src/machines/session/session.machine.ts';

const dana = { id: 1003, identity: [{ user_id: 1003 }] } as unknown as CurrentUser;
const identity: Identity = { user: dana, account: { id: 1, 'change_password?': false, 'paid_user?': true } };
const failure = (kind: SessionFailure['kind'], message = kind): SessionFailure => ({
  kind,
  message,
  requestId: 'r1',
  retryAfter: null,
});

interface World {
  load?: () => Promise<Identity>;
  signIn?: () => Promise<void>;
  signOut?: () => Promise<void>;
}

function open({ load, signIn, signOut }: World = {}) {
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
        signIn: fromPromise(signIn ?? (() => Promise.resolve())),
        endSession: fromPromise(signOut ?? (() => Promise.resolve())),
        cable: personal('cable') as never,
        imports: personal('imports') as never,
        notifications: personal('notifications') as never,
        display: personal('display') as never,
      },
      actions: {
        reset: () => log.push('reset'),
        forgetReplies: () => log.push('forget replies'),
        reload: () => log.push('reload'),
        tellStillSignedIn: () => log.push('still signed in'),
      },
    }),
    { clock, input: { random: () => 0 } },
  ).start();
  const reach = (state: string) => vi.waitFor(() => expect(actor.getSnapshot().value).toBe(state), { interval: 1 });
  return { actor, clock, log, reach, context: () => actor.getSnapshot().context };
}

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
    expect(log).toEqual(['cable starts', 'imports starts', 'notifications starts', 'display starts']);
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

    expect(log[0]).toBe('forget replies');
  });

  test('shows the refusal and lets the person try again', async () => {
    const { actor, context, reach } = open({
      signIn: () => Promise.reject(failure('refused', 'Wrong password.' as never)),
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

    expect(log).toEqual(['cable stops', 'imports stops', 'notifications stops', 'display stops', 'reset']);
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
      failure: { message: 'Your session has ended. Sign in again.' },
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
