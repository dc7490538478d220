import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { TwoFactorStatus } from '#contract/two-factor.contract.ts';
import type { SessionFailure } from '../../src/machines/session/session-failure.ts';
import {
  type TwoFactorCommand,
  twoFactorSetupMachine,
} from '../../src/machines/two-factor/two-factor-setup.machine.ts';

const status = (differs: Partial<TwoFactorStatus> = {}): TwoFactorStatus => ({
  enabled: false,
  required: false,
  method: 'app',
  recovery_codes_left: 0,
  enabled_at: null,
  last_otp_at: null,
  ...differs,
});
const on = (differs: Partial<TwoFactorStatus> = {}) => status({ enabled: true, recovery_codes_left: 7, ...differs });

const setUp = { uri: 'otpauth://totp/x?secret=SEED', seed: 'SEED', qr: 'data:image/svg+xml,' };
const CODES = ['abcd-1', 'abcd-2', 'abcd-3'];

const failure = (kind: SessionFailure['kind'], message: string, field?: string): SessionFailure => ({
  kind,
  message,
  fields: field === undefined ? {} : { [field]: [message] },
  requestId: null,
  retryAfter: null,
});

interface World {
  /** The server's responses, in order; the last one repeats. */
  readonly says?: readonly (TwoFactorStatus | SessionFailure)[];
  readonly enable?: (code: string) => readonly string[];
  readonly disable?: () => void;
  readonly renew?: () => readonly string[];
  readonly choose?: (method: string) => TwoFactorStatus;
}

function open({ says = [status()], enable, disable, renew, choose }: World = {}) {
  const left = [...says];
  const tellChanged = vi.fn<() => void>();
  const now = async <Value>(work: () => Value): Promise<Value> => work();
  const machine = twoFactorSetupMachine.provide({
    actors: {
      readStatus: fromPromise(() =>
        now(() => {
          const said = left.length > 1 ? left.shift() : left[0];
          if (said === undefined || 'kind' in said) throw said;
          return said;
        }),
      ),
      beginSetUp: fromPromise(() => now(() => setUp)),
      enable: fromPromise(({ input }) => now(() => enable?.(input.code) ?? CODES)),
      disable: fromPromise(() => now(() => disable?.())),
      renewCodes: fromPromise(() => now(() => renew?.() ?? ['new-1'])),
      chooseMethod: fromPromise(({ input }) => now(() => choose?.(input.method) ?? on({ method: input.method }))),
    },
    actions: { tellChanged },
  });
  const actor = createActor(machine).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  const go = async (...events: readonly TwoFactorCommand[]) => {
    await settled();
    for (const event of events) {
      actor.send(event);
      await settled();
    }
    return actor.getSnapshot();
  };
  return { go, tellChanged };
}

const begin: TwoFactorCommand = { type: 'twoFactor.begin' };
const prove = (code = '123456'): TwoFactorCommand => ({ type: 'twoFactor.prove', code });
const kept: TwoFactorCommand = { type: 'twoFactor.kept' };
const refuses = (message: string, field?: string) => () => {
  throw failure('refused', message, field);
};
const losesTheAnswer = () => {
  throw failure('unreachable', 'No connection.');
};

describe('reading', () => {
  test('shows whether it is on', async () => {
    expect((await open().go()).value).toBe('off');
    expect((await open({ says: [on()] }).go()).value).toBe('on');
  });

  test('can be tried again after a failure, and the session reads its user too', async () => {
    const { go, tellChanged } = open({ says: [failure('unreachable', 'No connection.'), on()] });
    expect((await go()).context.failure?.message).toBe('No connection.');

    const { value, context } = await go({ type: 'twoFactor.reload' });

    expect([value, context.failure]).toEqual(['on', null]);
    expect(tellChanged).toHaveBeenCalledOnce();
  });
});

describe('setting up', () => {
  test('shows the seed until it is given up', async () => {
    const { go } = open();

    const shown = await go(begin);
    expect([shown.value, shown.context.setUp]).toEqual(['scanning', setUp]);

    const left = await go({ type: 'twoFactor.cancel' });
    expect([left.value, left.context.setUp]).toEqual(['off', null]);
  });

  test('says that a code is wrong, keeps the seed, and takes the next one', async () => {
    const codes: string[] = [];
    const { go } = open({
      enable: (code) => {
        codes.push(code);
        return code === '000000' ? refuses('This code is wrong.', 'otp_code')() : CODES;
      },
    });

    const wrong = await go(begin, prove('000000'));
    expect([wrong.value, wrong.context.setUp]).toEqual(['scanning', setUp]);
    expect(wrong.context.failure?.fields).toEqual({ otp_code: ['This code is wrong.'] });

    const right = await go(prove('123456'));
    expect([right.value, right.context.codes, right.context.setUp]).toEqual(['keeping', CODES, null]);
    expect(codes).toEqual(['000000', '123456']);
  });

  test('shows the codes until they are kept, then forgets them, and only then tells the session', async () => {
    const { go, tellChanged } = open();
    await go(begin, prove());
    expect(tellChanged).not.toHaveBeenCalled();

    const { value, context } = await go(kept);

    expect([value, context.codes, context.status]).toEqual([
      'on',
      [],
      status({ enabled: true, recovery_codes_left: 3 }),
    ]);
    expect(tellChanged).toHaveBeenCalledOnce();
  });

  test('asks the server when the answer was lost: it was on, so the codes nobody saw are lost', async () => {
    const { go, tellChanged } = open({ says: [status(), on()], enable: losesTheAnswer });

    const { value, context } = await go(begin, prove());

    expect([value, context.codesAreLost, context.setUp]).toEqual(['on', true, null]);
    expect(tellChanged).toHaveBeenCalledOnce();
  });

  test('asks the server when the answer was lost: it was off, so the same seed waits for a code', async () => {
    const { go } = open({ enable: losesTheAnswer });

    const { value, context } = await go(begin, prove());

    expect([value, context.setUp, context.codesAreLost]).toEqual(['scanning', setUp, false]);
    expect(context.failure?.message).toBe('No connection.');
  });

  test('does not know of lost codes any more once the server says that it is off', async () => {
    const { go } = open({
      says: [status(), failure('unreachable', 'No connection.'), status()],
      enable: losesTheAnswer,
    });
    const unsure = await go(begin, prove());
    expect([unsure.value, unsure.context.codesAreLost, unsure.context.setUp]).toEqual(['unreadable', true, null]);

    const { value, context } = await go({ type: 'twoFactor.reload' });

    expect([value, context.codesAreLost]).toEqual(['off', false]);
  });
});

describe('while it is on', () => {
  test('new codes take the place of the old ones, and of lost ones', async () => {
    const { go } = open({ says: [status(), on()], enable: losesTheAnswer });
    await go(begin, prove());

    const shown = await go({ type: 'twoFactor.renew' });
    expect([shown.value, shown.context.codes, shown.context.codesAreLost]).toEqual(['keeping', ['new-1'], false]);

    expect((await go(kept)).context.status?.recovery_codes_left).toBe(1);
  });

  test('codes may be lost when the answer to new ones was', async () => {
    const { go } = open({ says: [on()], renew: losesTheAnswer });

    const { value, context } = await go({ type: 'twoFactor.renew' });

    expect([value, context.codesAreLost]).toEqual(['on', true]);
  });

  test('a refusal is said, and the next try forgets it', async () => {
    let isAllowed = false;
    const { go } = open({
      says: [on()],
      choose: (method) => (isAllowed ? on({ method: method as 'sms' }) : refuses('No.')()),
    });
    const refused = await go({ type: 'twoFactor.choose', method: 'sms' });
    expect([refused.value, refused.context.failure?.message]).toEqual(['on', 'No.']);

    isAllowed = true;
    const { context } = await go({ type: 'twoFactor.choose', method: 'sms' });

    expect([context.status?.method, context.failure]).toEqual(['sms', null]);
  });

  test('it is off once the server has switched it off, and the session is told', async () => {
    const { go, tellChanged } = open({ says: [on()] });

    const { value, context } = await go({ type: 'twoFactor.disable' });

    expect([value, context.status]).toEqual(['off', status()]);
    expect(tellChanged).toHaveBeenCalledOnce();
  });

  test('it stays on when switching it off is refused', async () => {
    const { go, tellChanged } = open({ says: [on()], disable: refuses('Your agency asks for it.') });

    const { value, context } = await go({ type: 'twoFactor.disable' });

    expect([value, context.failure?.message]).toEqual(['on', 'Your agency asks for it.']);
    expect(tellChanged).not.toHaveBeenCalled();
  });

  test('the server is asked when the answer to switching it off was lost', async () => {
    const { go } = open({ says: [on(), status()], disable: losesTheAnswer });

    expect((await go({ type: 'twoFactor.disable' })).value).toBe('off');
  });
});
