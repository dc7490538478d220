import { fromCallback, fromPromise } from 'xstate';
import type { AnyMachineSnapshot } from 'xstate';
import type { SecondStepDue } from '../../src/api/contract/session/sign-in.contract.ts';
import type { Identity } from '../../src/machines/session/identity.ts';
import { secondStepMachine } from '../../src/machines/session/second-step.machine.ts';
import type { Credentials } from '../../src/machines/session/session-context.ts';
import { sessionMachine } from '../../src/machines/session/session.machine.ts';
import type { Model, Move } from '../_walk/walk.ts';
import { due, failure, identity, NOW } from './session.model.ts';

const METHODS = ['app', 'email', 'recovery'] as const;

/** The real machines against a server that knows one person with two-factor. */
function openDoor() {
  let isSignedIn = false;
  const silent = fromCallback(() => undefined) as never;
  const enter = (code: string) => {
    if (code !== 'right') return Promise.reject(failure('refused', { otp_code: ['Wrong.'] }));
    isSignedIn = true;
    return Promise.resolve();
  };
  return sessionMachine.provide({
    actors: {
      loadIdentity: fromPromise<Identity, undefined>(() =>
        isSignedIn ? Promise.resolve(identity) : Promise.reject(failure('unauthorized')),
      ),
      signIn: fromPromise<SecondStepDue | null, Credentials>(({ input }) =>
        input.password === 'right'
          ? Promise.resolve({ ...due, methods: [...METHODS] })
          : Promise.reject(failure('refused')),
      ),
      endSession: fromPromise<void, undefined>(() => {
        isSignedIn = false;
        return Promise.resolve();
      }),
      secondStep: secondStepMachine.provide({
        actors: {
          sendCode: fromPromise<string, { secret: string; method: 'email' | 'sms' }>(() => Promise.resolve('d•••')),
          enterCode: fromPromise<void, { secret: string; code: string }>(({ input }) => enter(input.code)),
        },
      }),
      otherTabs: silent,
      workplace: silent,
    },
  });
}

const secondStepOf = (snapshot: AnyMachineSnapshot): AnyMachineSnapshot | null =>
  snapshot.hasTag('secondStep') ? (snapshot.children['secondStep']?.getSnapshot() as AnyMachineSnapshot) : null;

/** Visible state of the page, as text. */
export function screenOf(snapshot: AnyMachineSnapshot): string {
  const second = secondStepOf(snapshot);
  if (second !== null) {
    return `second step by ${second.context.method}${second.context.failure === null ? '' : ', refused'}`;
  }
  if (snapshot.hasTag('signedIn')) return 'at work';
  return `the form${snapshot.context.failure === null ? '' : `, ${snapshot.context.failure.kind}`}`;
}

const onForm = (snapshot: AnyMachineSnapshot) => screenOf(snapshot).startsWith('the form');

const signIn = (password: string): Move => ({
  when: onForm,
  go: ({ send }) => send({ type: 'session.signIn', username: 'agent', password }),
});

const inSecondStep = (
  event: { type: string; [key: string]: unknown },
  when: (second: AnyMachineSnapshot) => boolean,
) => ({
  when: (snapshot: AnyMachineSnapshot) => {
    const second = secondStepOf(snapshot);
    return second !== null && when(second);
  },
  go: ({ actor }: { actor: { getSnapshot: () => AnyMachineSnapshot } }) =>
    actor.getSnapshot().children['secondStep']?.send(event),
});

const choose = (method: (typeof METHODS)[number]): Move =>
  inSecondStep({ type: 'secondStep.choose', method }, ({ context }) => context.method !== method);

/** Actions of a user with two-factor at sign-in, and the visible results. */
export const loginPageModel: Model = {
  name: 'the door',
  starts: { 'nobody is signed in': () => ({ machine: openDoor(), input: { random: () => 0.5, now: () => NOW } }) },
  key: screenOf,
  moves: {
    'a wrong password': signIn('wrong'),
    'the right password': signIn('right'),
    // Once a screen: five end the challenge, and the delays after them would take a test minutes.
    'a wrong code': inSecondStep(
      { type: 'secondStep.enter', code: 'wrong' },
      ({ context }) => context.failure === null,
    ),
    'the right code': inSecondStep({ type: 'secondStep.enter', code: 'right' }, () => true),
    'the app instead': choose('app'),
    'a mail instead': choose('email'),
    'a recovery code instead': choose('recovery'),
    'back to the password': inSecondStep({ type: 'secondStep.leave' }, () => true),
    'signs out': {
      when: (snapshot) => snapshot.hasTag('signedIn'),
      go: ({ send }) => send({ type: 'session.signOut' }),
    },
    'the session ends elsewhere': {
      when: (snapshot) => snapshot.hasTag('signedIn'),
      go: ({ send }) => send({ type: 'session.expired' }),
    },
  },
};
