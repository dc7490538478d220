import type { CurrentUser } from '../../src/api/contract/session.contract.ts';
import {
  SESSION_RETRY_MAX_MS,
  type SessionFailure,
  sessionMachine,
} from '../../src/machines/session/session.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, runs } from '../_walk/walk.ts';

export const dana = { id: 1003, username: 'agent', identity: [{ user_id: 1003 }] } as unknown as CurrentUser;
export const identity = { user: dana, account: { id: 1, 'change_password?': false, 'paid_user?': true } };

export const failure = (kind: SessionFailure['kind']): SessionFailure => ({
  kind,
  message: kind,
  requestId: null,
  retryAfter: null,
});

export const heldSession = ({ hold }: HeldPorts) =>
  sessionMachine.provide({
    actors: {
      loadIdentity: hold('loadIdentity'),
      signIn: hold('signIn'),
      endSession: hold('endSession'),
      cable: hold('cable'),
      imports: hold('imports'),
      notifications: hold('notifications'),
      display: hold('display'),
    },
  });

/** Everything that a person, the server and time can do to the session. */
export const sessionModel: Model = {
  name: 'session',
  starts: { fresh: (ports) => ({ machine: heldSession(ports), input: { random: () => 0.5 } }) },
  key: ({ context, children }) =>
    JSON.stringify([context.failure?.kind, Math.min(context.attempts, 2), context.leftByWill, Object.keys(children)]),
  moves: {
    'a protected page is opened': { go: ({ send }) => send({ type: 'session.open' }) },
    'the form is sent': { go: ({ send }) => send({ type: 'session.signIn', username: 'agent', password: 'p' }) },
    'the server says who it is': {
      when: runs('loadIdentity'),
      go: ({ ports }) => ports.done('loadIdentity', identity),
    },
    'nobody is signed in': {
      when: runs('loadIdentity'),
      go: ({ ports }) => ports.failed('loadIdentity', failure('unauthorized')),
    },
    'the server does not answer': {
      when: runs('loadIdentity'),
      go: ({ ports }) => ports.failed('loadIdentity', failure('unreachable')),
    },
    'the password is right': { when: runs('signIn'), go: ({ ports }) => ports.done('signIn') },
    'the password is wrong': {
      when: runs('signIn'),
      go: ({ ports }) => ports.failed('signIn', failure('refused')),
    },
    'the person signs out': { go: ({ send }) => send({ type: 'session.signOut' }) },
    'the session ends on the server': { when: runs('endSession'), go: ({ ports }) => ports.done('endSession') },
    'the session had ended already': {
      when: runs('endSession'),
      go: ({ ports }) => ports.failed('endSession', failure('unauthorized')),
    },
    'signing out does not get through': {
      when: runs('endSession'),
      go: ({ ports }) => ports.failed('endSession', failure('unreachable')),
    },
    'some call answers 401': { go: ({ send }) => send({ type: 'session.expired' }) },
    'another tab acts for somebody else': { go: ({ send }) => send({ type: 'session.identityChanged' }) },
    'the cable is sent away for want of a session': {
      when: runs('cable'),
      go: ({ ports }) => ports.done('cable', { reason: 'unauthorized' }),
    },
    'the cable breaks': { when: runs('cable'), go: ({ ports }) => ports.failed('cable') },
    'the imports break': { when: runs('imports'), go: ({ ports }) => ports.failed('imports') },
    'the notifications break': { when: runs('notifications'), go: ({ ports }) => ports.failed('notifications') },
    'the display breaks': { when: runs('display'), go: ({ ports }) => ports.failed('display') },
    'the wait is over': {
      when: (snapshot) => snapshot.hasTag('broken'),
      go: ({ clock }) => clock.increment(SESSION_RETRY_MAX_MS),
    },
    'the person tries again': { go: ({ send }) => send({ type: 'session.retry' }) },
  },
};
