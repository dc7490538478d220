import { beforeAll, describe, expect, test } from 'vitest';
import type { TwoFactorStatus } from '../../src/api/contract/two-factor.contract.ts';
import type { SessionFailure } from '../../src/machines/session/session-failure.ts';
import { twoFactorSetupMachine } from '../../src/machines/two-factor/two-factor-setup.machine.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const status = (enabled: boolean): TwoFactorStatus => ({
  enabled,
  required: false,
  method: 'app',
  recovery_codes_left: enabled ? 9 : 0,
  enabled_at: enabled ? '2026-11-01T09:00:00.000Z' : null,
  last_otp_at: null,
});

const failure = (kind: SessionFailure['kind']): SessionFailure => ({
  kind,
  message: kind,
  fields: {},
  requestId: null,
  retryAfter: null,
});

const PORTS = ['readStatus', 'beginSetUp', 'enable', 'disable', 'renewCodes', 'chooseMethod'];
const OUTPUTS: Readonly<Record<string, unknown>> = {
  beginSetUp: { uri: 'otpauth://totp/x', seed: 'SEED', qr: 'data:,' },
  enable: ['aaaa-1'],
  renewCodes: ['bbbb-1'],
  chooseMethod: status(true),
};

/** Every port may be refused or lose its answer; all but reading may succeed in one way. */
const answersOf = (name: string): [string, Move][] => [
  [`${name} succeeds`, { when: runs(name), go: ({ ports }) => ports.done(name, OUTPUTS[name]) }],
  [`${name} is refused`, { when: runs(name), go: ({ ports }) => ports.failed(name, failure('refused')) }],
  [
    `the answer to ${name} is lost`,
    { when: runs(name), go: ({ ports }) => ports.failed(name, failure('unreachable')) },
  ],
];
const answers = Object.fromEntries(PORTS.flatMap(answersOf).filter(([move]) => move !== 'readStatus succeeds'));

const setupModel: Model = {
  name: 'two-factor set-up',
  starts: {
    fresh: ({ hold }) => ({
      machine: twoFactorSetupMachine.provide({
        actors: {
          readStatus: hold('readStatus'),
          beginSetUp: hold('beginSetUp'),
          enable: hold('enable'),
          disable: hold('disable'),
          renewCodes: hold('renewCodes'),
          chooseMethod: hold('chooseMethod'),
        },
      }),
    }),
  },
  key: ({ context }) => JSON.stringify([context.failure?.kind, context.codesAreLost, context.codes.length]),
  moves: {
    ...answers,
    'the server says that it is on': {
      when: runs('readStatus'),
      go: ({ ports }) => ports.done('readStatus', status(true)),
    },
    'the server says that it is off': {
      when: runs('readStatus'),
      go: ({ ports }) => ports.done('readStatus', status(false)),
    },
    'the person tries again': { go: ({ send }) => send({ type: 'twoFactor.reload' }) },
    'the person begins': { go: ({ send }) => send({ type: 'twoFactor.begin' }) },
    'the person gives it up': { go: ({ send }) => send({ type: 'twoFactor.cancel' }) },
    'the person types a code': { go: ({ send }) => send({ type: 'twoFactor.prove', code: '123456' }) },
    'the person has kept the codes': { go: ({ send }) => send({ type: 'twoFactor.kept' }) },
    'the person wants new codes': { go: ({ send }) => send({ type: 'twoFactor.renew' }) },
    'the person chooses a way': { go: ({ send }) => send({ type: 'twoFactor.choose', method: 'email' }) },
    'the person switches it off': { go: ({ send }) => send({ type: 'twoFactor.disable' }) },
  },
};

describe('the two-factor set-up', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk({
      ...setupModel,
      always: (snapshot) => {
        const { context } = snapshot;
        const has = (tag: string) => snapshot.hasTag(tag);
        // The seed is on the screen only while it is set up, codes only while they are to be kept.
        expect(context.setUp !== null).toBe(has('setUp'));
        expect(context.codes.length > 0).toBe(has('codes'));
        if (has('on')) expect(context.status?.enabled).toBe(true);
        if (has('off')) expect(context.status?.enabled).toBe(false);
      },
    });
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is never said to be on unless the server has said so', () => {
    const intoOn = walked.edges.filter(({ from, to }) => !from.includes('"on"') && to.includes('"on"'));
    const moves = new Set(intoOn.map(({ move }) => move));
    expect(moves).toEqual(
      new Set([
        'the server says that it is on',
        'the person has kept the codes',
        'renewCodes is refused',
        'the answer to renewCodes is lost',
        'chooseMethod succeeds',
        'chooseMethod is refused',
        'the answer to chooseMethod is lost',
        'disable is refused',
      ]),
    );
  });
});
