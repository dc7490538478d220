import { beforeAll, describe, expect, test } from 'vitest';
import { DEDUPE_MS } from '#contract/phone/call.contract.ts';
import { screenPopMachine } from '../../src/machines/phone/screen-pop.machine.ts';
import { type Model, runs, type Walked, walk } from '../_walk/walk.ts';

const [ADA, BEN] = ['+15125550142', '+18135550107'];

/** Everything that callers, the browser, a person and time can do to screen-pops. */
const screenPopModel: Model = {
  name: 'screen-pop',
  starts: {
    fresh: ({ hold }) => ({
      machine: screenPopMachine.provide({ actors: { openPop: hold('openPop') } }),
      input: { isAdmin: false },
    }),
  },
  key: ({ context: { recent, waiting, blocked } }) =>
    JSON.stringify([recent, waiting, blocked.map(({ number }: { number: string }) => number)]),
  always: ({ context: { waiting, blocked } }) => {
    const cards = blocked.map(({ number }: { number: string }) => number);
    if (new Set(cards).size < cards.length) throw new Error('two cards of one number');
    if (waiting.length > 2) throw new Error('a number is opened twice');
  },
  moves: {
    'somebody calls': {
      when: ({ context }) => context.waiting.length < 2,
      go: ({ send }) => send({ type: 'pop.called', number: ADA }),
    },
    'another one calls': {
      when: ({ context }) => context.waiting.length < 2,
      go: ({ send }) => send({ type: 'pop.called', number: BEN }),
    },
    'a withheld number calls': { go: ({ send }) => send({ type: 'pop.called', number: '' }) },
    'half a second passes': { go: ({ clock }) => clock.increment(DEDUPE_MS) },
    'the tab opens': { when: runs('openPop'), go: ({ ports }) => ports.done('openPop', 'opened') },
    'the browser blocks it': { when: runs('openPop'), go: ({ ports }) => ports.done('openPop', 'blocked') },
    'the browser fails': { when: runs('openPop'), go: ({ ports }) => ports.failed('openPop') },
    'the person puts the card away': {
      when: ({ context }) => context.blocked.length > 0,
      go: ({ send }) => send({ type: 'pop.dismiss', number: ADA }),
    },
  },
};

describe('screen-pops', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(screenPopModel);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('open once for a number that calls twice within half a second', () => {
    const again = walked.edges.filter(({ from, move }) => move === 'somebody calls' && recentIn(from).includes(ADA));
    expect(again.length).toBeGreaterThan(0);
    expect(again.filter(({ from, to }) => from !== to)).toEqual([]);
  });
});

const recentIn = (situation: string): readonly string[] => {
  const [, key] = JSON.parse(situation) as [unknown, string];
  return (JSON.parse(key) as [string[]])[0];
};
