import { beforeAll, describe, expect, test } from 'vitest';
import {
  MOST_RESTARTS,
  MOST_ROUNDS,
  type SyncEvent,
  type SyncPass,
  syncPassMachine,
} from '#rules/integrations/sync-pass.machine.ts';
import { type Model, type Move, type Walked, walk } from '../_walk/walk.ts';

const EVERY_MS = 600_000;
const contextOf = (snapshot: unknown) => (snapshot as SyncPass).context;
const meets = (event: SyncEvent): Move => ({ go: ({ send }) => send(event) });

/** What a provider can answer to each step of a pass. */
const model: Model = {
  name: 'sync-pass',
  starts: {
    'the account is due': () => ({ machine: syncPassMachine, input: { failures: 0, everyMs: EVERY_MS } }),
    'the account is due after a failure': () => ({
      machine: syncPassMachine,
      input: { failures: 1, everyMs: EVERY_MS },
    }),
  },
  key: (snapshot) => {
    const { failures, isRenewed, rounds, restarts } = contextOf(snapshot);
    return [failures, isRenewed, rounds, restarts === MOST_RESTARTS].join(' ');
  },
  always: (snapshot) => {
    const { value, status, output, context } = snapshot as SyncPass;
    const { rounds, restarts, failures, isRenewed } = context;
    if (rounds > MOST_ROUNDS || restarts > MOST_RESTARTS) throw new Error('goes on without an end');
    if (value === 'renewing' && !isRenewed) throw new Error('renews without counting it');
    if (status !== 'done') return;
    if (output === undefined) throw new Error('ends without saying how');
    const isGood = value === 'synced';
    if (isGood !== (output.problem === null)) throw new Error('a good end with a problem, or a bad one without');
    if (output.failures !== (isGood ? 0 : failures + 1)) throw new Error('counts failures wrong');
    if ((output.dueInMs === null) !== (value === 'needsOwner')) throw new Error('waits for nobody, or nobody is asked');
    if (output.dueInMs !== null && output.dueInMs < 1_000) throw new Error('comes back too soon');
  },
  moves: {
    'the step is done': meets({ type: 'sync.done' }),
    'the provider has forgotten the cursor': meets({ type: 'sync.cursorGone' }),
    'the provider forgets a cursor again and again': {
      when: (snapshot) => (snapshot as SyncPass).value === 'reading',
      go: ({ send, actor }) => {
        for (let { restarts } = contextOf(actor.getSnapshot()); restarts < MOST_RESTARTS; restarts += 1) {
          send({ type: 'sync.cursorGone' });
          send({ type: 'sync.done' });
        }
      },
    },
    'an event has a newer version': meets({ type: 'sync.changed' }),
    'the token is not taken': meets({ type: 'sync.tokenExpired' }),
    'the grant is gone': meets({ type: 'sync.grantGone' }),
    'the quota is used up': meets({ type: 'sync.quota', retryAfterMs: null }),
    'the quota is used up for a while': meets({ type: 'sync.quota', retryAfterMs: 0 }),
    'there is no answer': meets({ type: 'sync.away' }),
    'the provider refuses': meets({ type: 'sync.refused' }),
  },
};

describe('a pass over an account', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(model);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('comes to an end from everywhere', () => {
    const ends = new Set(
      walked.edges.map(({ to }) => to).filter((to) => !walked.edges.some(({ from }) => from === to)),
    );
    for (let size = 0; size < ends.size; ) {
      size = ends.size;
      for (const { from, to } of walked.edges) if (ends.has(to)) ends.add(from);
    }
    expect(walked.edges.filter(({ from }) => !ends.has(from))).toEqual([]);
  });
});
