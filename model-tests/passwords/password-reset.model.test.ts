import { beforeAll, describe, expect, test } from 'vitest';
import { passwordResetMachine } from '../../src/machines/passwords/password-reset.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, runs, type Walked, walk } from '../_walk/walk.ts';
import { failure } from '../session/session.model.ts';

const start = (token: string | null) => (ports: HeldPorts) => ({
  machine: passwordResetMachine.provide({
    actors: { requestReset: ports.hold('requestReset'), savePassword: ports.hold('savePassword') },
  }),
  input: { token },
});

const passwordResetModel: Model = {
  name: 'password-reset',
  starts: { 'without a token': start(null), 'with a token': start('t1') },
  key: ({ context }) => JSON.stringify([context.token, context.username !== '', context.failure?.kind]),
  moves: {
    'a name is sent': { go: ({ send }) => send({ type: 'reset.ask', username: 'agent' }) },
    'the mail is on its way': { when: runs('requestReset'), go: ({ ports }) => ports.done('requestReset') },
    'the server has had enough': {
      when: runs('requestReset'),
      go: ({ ports }) => ports.failed('requestReset', failure('refused')),
    },
    'the person asks again': { go: ({ send }) => send({ type: 'reset.again' }) },
    'a password is chosen': { go: ({ send }) => send({ type: 'reset.choose', password: 'a long new sentence' }) },
    'the password is saved': { when: runs('savePassword'), go: ({ ports }) => ports.done('savePassword', 'agent') },
    'the password is too weak': {
      when: runs('savePassword'),
      go: ({ ports }) => ports.failed('savePassword', failure('refused', { password: ['Too short.'] })),
    },
    'the token is used up': {
      when: runs('savePassword'),
      go: ({ ports }) => ports.failed('savePassword', failure('refused', { token: ['Used.'] })),
    },
  },
};

describe('the password reset', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk({
      ...passwordResetModel,
      always: (snapshot) => {
        expect(snapshot.context.password === '').toBe(!snapshot.matches('saving'));
        expect((snapshot.matches('saved') || snapshot.matches('dead')) && snapshot.context.token !== null).toBe(false);
        expect(snapshot.matches('choosing') && snapshot.context.token === null).toBe(false);
      },
    });
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('says the same for a name that nobody has: only a refusal of the server keeps the form', () => {
    const intoSent = walked.edges.filter(({ to }) => to.includes('"sent"') && !to.includes('sending'));
    expect(new Set(intoSent.map(({ move }) => move))).toContain('the mail is on its way');
  });
});
