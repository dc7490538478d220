import { beforeAll, describe, expect, test } from 'vitest';
import { EMAIL_REDIRECT_MS, REDIRECT_MS } from '#contract/chat.contract.ts';
import { type Departure, departureMachine } from '../../src/machines/chat/departure.machine.ts';
import { type Model, type Walked, walk } from '../_walk/walk.ts';

const TO: Departure = {
  kind: 'redirect',
  message: 'message 2',
  href: '/contacts',
  search: null,
  email: null,
  waitMs: REDIRECT_MS,
};
const start = (some: Partial<Departure>) => () => ({ machine: departureMachine, input: { ...TO, ...some } });

/** Everything that a person and time can do to a page that is about to open. */
const departureModel: Model = {
  name: 'departure',
  starts: {
    'an answer leads to a page': start({}),
    'an answer has a draft': start({ kind: 'email_template', waitMs: EMAIL_REDIRECT_MS }),
    'somebody asks for a page': start({ kind: 'page', message: null, waitMs: 0 }),
    'an answer leads out of the app': start({ href: '//evil.example' }),
  },
  key: ({ context }) => `${context.to.href} ${context.secondsLeft}`,
  always: (snapshot) => {
    const { to, secondsLeft } = snapshot.context;
    if (snapshot.matches('opened') && to.href !== TO.href) throw new Error('a foreign page has opened');
    if (snapshot.matches('counting') && (secondsLeft < 1 || secondsLeft > 3)) throw new Error('counts wrongly');
  },
  moves: {
    'a second passes': { go: ({ clock }) => clock.increment(1_000) },
    'the person does not want to wait': { go: ({ send }) => send({ type: 'leaving.go' }) },
    'the person stays': { go: ({ send }) => send({ type: 'leaving.cancel' }) },
  },
};

describe('a page that is about to open', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(departureModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('opens by itself only after its last second', () => {
    const opened = walked.edges.filter(({ move, to }) => move === 'a second passes' && to.startsWith('["opened"'));
    expect(opened.map(({ from }) => from)).toEqual(['["counting","/contacts 1"]']);
  });
});
