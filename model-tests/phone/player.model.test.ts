import { beforeAll, describe, expect, test } from 'vitest';
import { playerMachine } from '../../src/machines/phone/player.machine.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

/** Seconds. */
const MIDDLE = 30;

const says = (event: { type: string } & Record<string, unknown>): Move => ({ go: ({ send }) => send(event) });

/** Everything that a person, the server and the audio element can do to the player of a recording. */
const playerModel: Model = {
  name: 'player',
  starts: {
    fresh: ({ hold }) => ({
      machine: playerMachine.provide({ actors: { askAddress: hold('askAddress') } }),
      input: { file: { contactId: 4, fileId: 5 } },
    }),
  },
  key: ({ context: { at, seconds, address, isRenewed, failure } }) =>
    JSON.stringify([at, seconds, address, isRenewed, failure]),
  always: (snapshot) => {
    const { at, seconds, failure } = snapshot.context;
    expect(at).toBeLessThanOrEqual(Math.max(seconds, MIDDLE));
    if (snapshot.matches('failed')) expect(failure).not.toBeNull();
    if (snapshot.matches('loading')) expect(failure).toBeNull();
  },
  moves: {
    'the person presses play or pause': says({ type: 'player.toggle' }),
    'the person presses the speed': says({ type: 'player.faster' }),
    'the person points behind the end': says({ type: 'player.goTo', at: 1_000 }),
    'the waveform comes': says({ type: 'player.lasts', seconds: 60 }),
    'the server gives an address': {
      when: runs('askAddress'),
      go: ({ ports }) => ports.done('askAddress', '/call.wav'),
    },
    'the server refuses it': { when: runs('askAddress'), go: ({ ports }) => ports.failed('askAddress') },
    'it is heard': { ...says({ type: 'sound.played' }), when: ({ context }) => context.address !== null },
    'it is heard no more': says({ type: 'sound.paused' }),
    'it goes on': says({ type: 'sound.moved', at: MIDDLE }),
    'it is at its end': says({ type: 'sound.ended' }),
    'its length is known': says({ type: 'sound.measured', seconds: 61 }),
    'it cannot be played': { ...says({ type: 'sound.failed' }), when: ({ context }) => context.address !== null },
    'another sound plays': says({ type: 'sound.elsewhere' }),
  },
};

describe('the player of a recording', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(playerModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('shows that it plays only once it is heard', () => {
    const begun = walked.edges.filter(({ from, to }) => !from.includes('playing') && to.includes('playing'));
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.filter(({ move }) => move !== 'it is heard')).toEqual([]);
  });
});
