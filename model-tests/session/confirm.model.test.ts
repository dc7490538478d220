import { beforeAll, describe, expect, test } from 'vitest';
import { confirmMachine } from '../../src/machines/session/confirm.machine.ts';
import { type Model, runs, type Walked, walk } from '../_walk/walk.ts';
import { failure } from './session.model.ts';

const confirmModel: Model = {
  name: 'confirm',
  starts: {
    fresh: ({ hold }) => ({
      machine: confirmMachine.provide({ actors: { confirmIdentity: hold('confirmIdentity') } }),
    }),
  },
  key: ({ context }) => JSON.stringify([context.isProven, context.failure?.kind]),
  moves: {
    'a call wants a proof': { go: ({ send }) => send({ type: 'proof.ask' }) },
    'the person gives one': { go: ({ send }) => send({ type: 'proof.give', proof: { password: 'p' } }) },
    'the person does not want to': { go: ({ send }) => send({ type: 'proof.cancel' }) },
    'the proof is right': { when: runs('confirmIdentity'), go: ({ ports }) => ports.done('confirmIdentity') },
    'the proof is wrong': {
      when: runs('confirmIdentity'),
      go: ({ ports }) => ports.failed('confirmIdentity', failure('refused')),
    },
    'the session is over': {
      when: runs('confirmIdentity'),
      go: ({ ports }) => ports.failed('confirmIdentity', failure('unauthorized')),
    },
  },
};

describe('the proof of identity', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk({
      ...confirmModel,
      always: (snapshot) => {
        expect(snapshot.context.isProven && snapshot.hasTag('open')).toBe(false);
        expect(snapshot.context.proof === null).toBe(!snapshot.matches('confirming'));
      },
    });
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is given only by what the server takes', () => {
    const proven = walked.edges.filter(({ from, to }) => !from.includes('true') && to.includes('true'));
    expect(new Set(proven.map(({ move }) => move))).toEqual(new Set(['the proof is right']));
  });
});
