import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Authorization } from '#contract/integrations.contract.ts';
import {
  type CameBack,
  type IntegrationAsk,
  type Integrations,
  integrationsMachine,
  LATER_MS,
  SOON_MS,
} from '../../src/machines/integrations/integrations.machine.ts';
import { sampleAuthorization } from '../../tests/integrations/sample-authorization.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

let keys = 0;
const newKey = () => `key ${(keys += 1)}`;

type Context = ReturnType<typeof integrationsMachine.getInitialSnapshot>['context'];
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as Context;

const read = (...own: Authorization[]): Integrations => ({
  own,
  offers: [],
  server: { twilio: false, csg: 'sample', custom_domains: { available: false, live: 0, total: 0 } },
});
const says = (...own: Authorization[]): Move => ({
  when: runs('readIntegrations'),
  go: ({ ports }) => ports.done('readIntegrations', read(...own)),
});
const submits = (ask: IntegrationAsk): Move => ({
  when: (s) => s.can({ type: 'integrations.submit', ask }),
  go: ({ send }) => send({ type: 'integrations.submit', ask }),
});

const fresh = sampleAuthorization({ last_synced_at: null, syncing: true });

const start =
  (back: CameBack | null): Model['starts'][string] =>
  ({ hold }) => ({
    machine: integrationsMachine.provide({
      actors: { readIntegrations: hold('readIntegrations'), submitIntegration: hold('submitIntegration') },
    }),
    input: { newKey, back },
  });

/** What a person, the server and a provider can do. */
const model: Model = {
  name: 'integrations',
  starts: {
    'the page': start(null),
    'back with a grant': start({ type: 'google', code: 'code', state: 'google.state' }),
    'back without one': start({ type: 'google', code: null, state: 'google.state' }),
  },
  key: (snapshot) => {
    const { integrations, refusal, order, declined } = contextOf(snapshot);
    return [
      integrations?.own.map(({ last_synced_at: at }) => at !== null).join(),
      refusal !== null,
      order?.ask.what,
      declined,
    ].join(' ');
  },
  always: (snapshot) => {
    const { integrations, order, declined } = contextOf(snapshot);
    const { stage, request } = snapshot.value as { stage: string; request: string };
    if (
      (stage === 'due' || stage === 'calm') &&
      (stage === 'due') !== (integrations?.own.some(({ syncing }) => syncing) === true)
    )
      throw new Error('looks too rarely or too often');
    if (request === 'asking' && order === null) throw new Error('asks for nothing');
    if (request === 'asking' && declined !== null) throw new Error('tells of an old refusal during an order');
  },
  moves: {
    'the server says that there are none': says(),
    'the server says that one was never synced': says(fresh),
    'the server says that all are synced': says(sampleAuthorization()),
    'the server does not answer': {
      when: runs('readIntegrations'),
      go: ({ ports }) => ports.failed('readIntegrations'),
    },
    'the person loads again': {
      when: (s) => s.matches({ stage: 'unreachable' }) || s.matches({ stage: 'calm' }),
      go: ({ send }) => send({ type: 'integrations.reload' }),
    },
    'a moment passes': { when: (s) => s.matches({ stage: 'due' }), go: ({ clock }) => clock.increment(SOON_MS) },
    'a while passes': {
      when: (s) => s.matches({ stage: 'calm' }) || s.matches({ request: 'leaving' }),
      go: ({ clock }) => clock.increment(LATER_MS),
    },
    'the person connects': submits({ what: 'connect', type: 'google' }),
    'the person syncs': submits({ what: 'sync', id: 1 }),
    'the person disconnects': submits({ what: 'disconnect', id: 1 }),
    'the provider has to be asked': {
      when: runs('submitIntegration'),
      go: ({ ports }) => ports.done('submitIntegration', { url: 'https://provider.test' }),
    },
    'the order is taken': {
      when: runs('submitIntegration'),
      go: ({ ports }) => ports.done('submitIntegration', { url: null }),
    },
    'the order is refused': { when: runs('submitIntegration'), go: ({ ports }) => ports.failed('submitIntegration') },
  },
};

describe('integrations of a person', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(model);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));
});
