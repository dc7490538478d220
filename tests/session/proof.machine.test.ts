import { createActor, fromCallback, fromPromise } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { createAskProof } from '../../src/actors/session/ask-proof.ts';
import { features, workplaceMachine } from '../../src/machines/_app/workplace.machine.ts';
import type { CurrentUser, IdentityStep } from '../../src/api/contract/session.contract.ts';
import { confirmMachine, type Proof } from '../../src/machines/session/confirm.machine.ts';
import type { Identity } from '../../src/machines/session/identity.ts';
import { said } from '../../src/machines/session/session-failure.ts';
import { sessionMachine } from '../../src/machines/session/session.machine.ts';

const step = (name: string): IdentityStep => ({
  session_id: 1,
  user_id: 1,
  name,
  marker: null,
  reason: '',
  since: '2026-03-02T15:00:00Z',
  expires_at: '2026-03-02T16:00:00Z',
});

const userWith = (...names: string[]) =>
  ({ id: 1, first_name: 'Dana', last_name: 'Whitfield', identity: names.map(step) }) as unknown as CurrentUser;

/** A session at work, whose server takes the password `right`. */
async function work(user: CurrentUser) {
  const given: Proof[] = [];
  const silent = fromCallback(() => undefined) as never;
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        loadIdentity: fromPromise<Identity, undefined>(() =>
          Promise.resolve({ user, account: { id: 1, 'change_password?': false, 'paid_user?': true } }),
        ),
        otherTabs: silent,
        workplace: workplaceMachine.provide({
          actors: {
            ...(Object.fromEntries(['cable', ...Object.keys(features)].map((name) => [name, silent])) as object),
            confirm: confirmMachine.provide({
              actors: {
                confirmIdentity: fromPromise<void, Proof>(({ input }) => {
                  given.push(input);
                  return input.password === 'right' ? Promise.resolve() : Promise.reject(said('Wrong.'));
                }),
              },
            }),
          },
        }),
      },
    }),
    { input: { random: () => 0, now: () => Date.parse('2026-03-02T15:00:00Z') } },
  ).start();
  actor.send({ type: 'session.open' });
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag('signedIn')).toBe(true), { interval: 1 });
  const confirm = actor.getSnapshot().children.workplace?.getSnapshot().children.confirm;
  if (confirm === undefined) throw new Error('no proof is asked for');
  return { actor, confirm, given, ask: createAskProof(actor) };
}

describe('asking for a proof', () => {
  test('is answered by the right one, also after a wrong one', async () => {
    const { confirm, given, ask } = await work(userWith('Dana Whitfield'));
    const asked = ask();

    confirm.send({ type: 'proof.give', proof: { password: 'wrong' } });
    await vi.waitFor(() => expect(confirm.getSnapshot().context.failure?.message).toBe('Wrong.'), { interval: 1 });
    confirm.send({ type: 'proof.give', proof: { password: 'right' } });

    expect(await asked).toEqual({ given: true });
    expect(given).toEqual([{ password: 'wrong' }, { password: 'right' }]);
  });

  test('is one question for all calls that wait', async () => {
    const { confirm, given, ask } = await work(userWith('Dana Whitfield'));
    const both = Promise.all([ask(), ask()]);

    confirm.send({ type: 'proof.give', proof: { password: 'right' } });

    expect(await both).toEqual([{ given: true }, { given: true }]);
    expect(given.length).toBe(1);
  });

  test('says quietly that nothing was done when the person does not want to', async () => {
    const { confirm, ask } = await work(userWith('Dana Whitfield'));
    const asked = ask();

    confirm.send({ type: 'proof.cancel' });

    expect(await asked).toEqual({ given: false, why: 'Nothing was done: you did not confirm that it is you.' });
  });

  test('ends when the session ends', async () => {
    const { actor, ask } = await work(userWith('Dana Whitfield'));
    const asked = ask();

    actor.send({ type: 'session.expired' });

    expect(await asked).toMatchObject({ given: false });
  });

  test('asks nobody who acts for another: they have to leave first', async () => {
    const { confirm, ask } = await work(userWith('Marcus Ellery', 'Dana Whitfield'));

    expect(await ask()).toEqual({
      given: false,
      why: 'This needs a proof that it is you. You act as Dana Whitfield: leave first.',
    });
    expect(confirm.getSnapshot().value).toBe('idle');
  });
});
