import type { CurrentUser, IdentityStep } from '../../src/api/contract/session.contract.ts';
import type { SecondStepDue } from '../../src/api/contract/session/sign-in.contract.ts';
import { CHALLENGE_MIN } from '../../src/api/contract/session.contract.ts';
import { type SessionFailure, said } from '../../src/machines/session/session-failure.ts';
import { SESSION_RETRY_MAX_MS, sessionMachine, SSO_PATIENCE_MS } from '../../src/machines/session/session.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, runs } from '../_walk/walk.ts';

const HOUR_MS = 3_600_000;
/** Clock of every walk; the simulated one only moves delays. */
export const NOW = Date.parse('2026-03-02T15:00:00Z');

const step = (user_id: number, name: string, hours: number): IdentityStep => ({
  session_id: user_id + 9_000,
  user_id,
  name,
  marker: null,
  reason: '',
  since: new Date(NOW).toISOString(),
  expires_at: new Date(NOW + hours * HOUR_MS).toISOString(),
});

export const dana = {
  id: 1003,
  username: 'agent',
  identity: [step(1003, 'Dana Whitfield', 24)],
} as unknown as CurrentUser;
/** Marcus, acting as Dana for an hour. */
export const danaByMarcus = {
  ...dana,
  identity: [
    step(1002, 'Marcus Ellery', 12),
    { ...step(1003, 'Dana Whitfield', 1), marker: 'logged_as_manager', reason: 'leads' },
  ],
} as CurrentUser;

const account = { id: 1, 'change_password?': false, 'paid_user?': true };
export const identity = { user: dana, account };
export const actingIdentity = { user: danaByMarcus, account };

export const due: SecondStepDue = {
  otp_secret: 'c1',
  last_otp_at: null,
  methods: ['app', 'email', 'recovery'],
  email_hint: 'd•••@example.com',
  phone_hint: null,
};

export const failure = (kind: SessionFailure['kind'], fields: SessionFailure['fields'] = {}): SessionFailure => ({
  ...said(kind),
  kind,
  fields,
});

export const heldSession = ({ hold }: HeldPorts) =>
  sessionMachine.provide({
    actors: {
      loadIdentity: hold('loadIdentity'),
      signIn: hold('signIn'),
      startSso: hold('startSso'),
      signInBySso: hold('signInBySso'),
      leaveIdentity: hold('leaveIdentity'),
      endSession: hold('endSession'),
      otherTabs: hold('otherTabs'),
      secondStep: hold('secondStep'),
      workplace: hold('workplace'),
    },
  });

const breaks = (port: string) => ({
  when: runs(port),
  go: ({ ports }: { ports: HeldPorts }) => ports.failed(port),
});

/** Everything that a person, the server and time can do to the session. */
export const sessionModel: Model = {
  name: 'session',
  starts: { fresh: (ports) => ({ machine: heldSession(ports), input: { random: () => 0.5, now: () => NOW } }) },
  key: ({ context }) =>
    JSON.stringify([
      context.failure?.kind,
      Math.min(context.attempts, 1),
      context.leftByWill,
      context.hasJustSignedIn,
      context.user?.identity.length,
    ]),
  moves: {
    'a protected page is opened': { go: ({ send }) => send({ type: 'session.open' }) },
    'the form is sent': { go: ({ send }) => send({ type: 'session.signIn', username: 'agent', password: 'p' }) },
    'the server says who it is': {
      when: runs('loadIdentity'),
      go: ({ ports }) => ports.done('loadIdentity', identity),
    },
    'the server says for whom they act': {
      when: runs('loadIdentity'),
      go: ({ ports }) => ports.done('loadIdentity', actingIdentity),
    },
    'nobody is signed in': {
      when: runs('loadIdentity'),
      go: ({ ports }) => ports.failed('loadIdentity', failure('unauthorized')),
    },
    'the server does not answer': {
      when: runs('loadIdentity'),
      go: ({ ports }) => ports.failed('loadIdentity', failure('unreachable')),
    },
    'the password is right': { when: runs('signIn'), go: ({ ports }) => ports.done('signIn', null) },
    'the password is right and a second step is owed': {
      when: runs('signIn'),
      go: ({ ports }) => ports.done('signIn', due),
    },
    'the password is wrong': {
      when: runs('signIn'),
      go: ({ ports }) => ports.failed('signIn', failure('refused')),
    },
    'the second step is done': {
      when: runs('secondStep'),
      go: ({ ports }) => ports.done('secondStep', { kind: 'signedIn' }),
    },
    'the second step takes too long': {
      when: runs('secondStep'),
      go: ({ ports }) => ports.done('secondStep', { kind: 'expired' }),
    },
    'the person goes back to the password': {
      when: runs('secondStep'),
      go: ({ ports }) => ports.done('secondStep', { kind: 'left' }),
    },
    'the second step breaks': breaks('secondStep'),
    'the person chooses the sign-in of the agency': { go: ({ send }) => send({ type: 'session.startSso' }) },
    'the page leaves for the provider': { when: runs('startSso'), go: ({ ports }) => ports.done('startSso') },
    'there is no provider': {
      when: runs('startSso'),
      go: ({ ports }) => ports.failed('startSso', failure('refused')),
    },
    'the page is still here': {
      when: (snapshot) => snapshot.matches('goingToProvider'),
      go: ({ clock }) => clock.increment(SSO_PATIENCE_MS),
    },
    'the provider sends the person back': {
      go: ({ send }) => send({ type: 'session.returnFromSso', code: 'c', state: 's' }),
    },
    'the server knows them': { when: runs('signInBySso'), go: ({ ports }) => ports.done('signInBySso', null) },
    'the server knows them and wants a second step': {
      when: runs('signInBySso'),
      go: ({ ports }) => ports.done('signInBySso', due),
    },
    'the server does not know them': {
      when: runs('signInBySso'),
      go: ({ ports }) => ports.failed('signInBySso', failure('refused')),
    },
    'the person acts for somebody': { go: ({ send }) => send({ type: 'session.actedFor' }) },
    'the person leaves the identity': { go: ({ send }) => send({ type: 'session.leave' }) },
    'the identity below is back': { when: runs('leaveIdentity'), go: ({ ports }) => ports.done('leaveIdentity') },
    'the identity below is over': {
      when: runs('leaveIdentity'),
      go: ({ ports }) => ports.failed('leaveIdentity', failure('unauthorized')),
    },
    'leaving does not get through': {
      when: runs('leaveIdentity'),
      go: ({ ports }) => ports.failed('leaveIdentity', failure('unreachable')),
    },
    'the time of the identity is over': {
      when: (snapshot) => snapshot.hasTag('signedIn'),
      go: ({ clock }) => clock.increment(24 * HOUR_MS),
    },
    'something that the guards go by changes': { go: ({ send }) => send({ type: 'session.refresh' }) },
    'some call is refused for an obligation': { go: ({ send }) => send({ type: 'session.owes', debt: 'payment' }) },
    'the terms are accepted': {
      go: ({ send }) => send({ type: 'session.userChanged', user: { ...dana, tos: true, updated_tos: true } }),
    },
    'a reply brings the user anew': { go: ({ send }) => send({ type: 'session.userChanged', user: dana }) },
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
    'the workplace is sent away for want of a session': {
      when: runs('workplace'),
      go: ({ ports }) => ports.done('workplace'),
    },
    'the workplace breaks': breaks('workplace'),
    'the news of other tabs breaks': breaks('otherTabs'),
    'the wait is over': {
      when: (snapshot) => snapshot.hasTag('broken'),
      go: ({ clock }) => clock.increment(SESSION_RETRY_MAX_MS),
    },
    'the person tries again': { go: ({ send }) => send({ type: 'session.retry' }) },
  },
};

export const CHALLENGE_MS = CHALLENGE_MIN * 60_000;
