import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { LiveOverview } from '#contract/live.contract.ts';
import { LIVE_REFRESH_MS, liveMachine } from '../../src/machines/live/live.machine.ts';
import { sending } from '../../tests/broadcasts/broadcast-fixtures.ts';
import { job } from '../../tests/bulk/bulk-fixtures.ts';
import { attempt } from '../../tests/imports/import-fixtures.ts';
import { print } from '../../tests/printing/print-fixtures.ts';
import { run } from '../../tests/verifications/verification-fixtures.ts';
import { complete, transfer } from '../../tests/transfers/transfer-fixtures.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const overview: LiveOverview = {
  running: [attempt()],
  changes: [],
  transfers: [],
  prints: [],
  broadcasts: [],
  verifications: [],
  finished_today: [],
  people: [],
  throughput: [],
  finished_count: 3,
  finished_rows: 100,
  problem_rows: 2,
};

const FAULT = { kind: 'offline', message: 'The server cannot be reached.' };
const says = (event: { type: string } & Record<string, unknown>): Move => ({ go: ({ send }) => send(event) });

const versionOf = ({ context }: AnyMachineSnapshot): number | undefined => context.overview?.running[0]?.version;

/** Everything that a supervisor, the server, the line and time can do to the live page. */
const liveModel: Model = {
  name: 'live',
  starts: {
    fresh: ({ hold }) => ({
      machine: liveMachine.provide({
        actors: {
          readOverview: hold('readOverview'),
          changeRunning: hold('changeRunning'),
          changeVerification: hold('changeVerification'),
          pauseSending: hold('pauseSending'),
          downlineBroadcasts: hold('downlineBroadcasts'),
        },
      }),
    }),
  },
  key: (snapshot) => {
    const { overview: known } = snapshot.context;
    return JSON.stringify([
      versionOf(snapshot),
      known?.finished_count,
      known?.changes[0]?.version,
      known?.transfers[0]?.version,
    ]);
  },
  moves: {
    'the overview comes': { when: runs('readOverview'), go: ({ ports }) => ports.done('readOverview', overview) },
    'the server cannot be reached': {
      when: runs('readOverview'),
      go: ({ ports }) => ports.failed('readOverview', FAULT),
    },
    'the supervisor reloads': says({ type: 'live.reload' }),
    'fifteen seconds pass': { go: ({ clock }) => clock.increment(LIVE_REFRESH_MS) },
    'a chunk is written': says({ type: 'import.progressed', import: attempt({ version: 8 }), rows: [] }),
    'an import is done': says({ type: 'import.changed', import: attempt({ status: 'done', version: 9 }) }),
    'a chunk of a bulk change is done': says({ type: 'bulk.progressed', job: job({ version: 8 }) }),
    'a chunk of a transfer has moved': says({
      type: 'transfer.progressed',
      transfer: transfer({ version: 8 }),
      rows: [],
    }),
    'a chunk of a broadcast is sent': says({ type: 'broadcast.progressed', broadcast: sending({ version: 9 }) }),
    'a broadcast is complete': says({ type: 'broadcast.changed', broadcast: sending({ status: 'done', version: 10 }) }),
    'a chunk of a print is drawn': says({ type: 'print.progressed', job: print({ version: 8 }) }),
    'a print is complete': says({ type: 'print.changed', job: print({ status: 'complete', version: 9 }) }),
    'a number is looked up': says({ type: 'verification.progressed', run: run({ version: 8 }) }),
    'a verification is complete': says({ type: 'verification.changed', run: run({ status: 'complete', version: 9 }) }),
    'a transfer is complete': says({ type: 'transfer.changed', transfer: complete() }),
    'a bulk change is done': says({ type: 'bulk.changed', job: job({ status: 'done', version: 9 }) }),
    'the line is lost for too long': says({ type: 'stream.lost', stream: 'downline:1', epoch: 'e', offset: 3 }),
    'the line finds its place': says({ type: 'stream.positioned', stream: 'downline:1', epoch: 'e', offset: 3 }),
    'the stream breaks': {
      when: runs('downlineBroadcasts'),
      go: ({ ports }) => ports.failed('downlineBroadcasts'),
    },
    'the supervisor pauses an import': says({ type: 'live.pause', id: 41 }),
    'the supervisor resumes an import': says({ type: 'live.resume', id: 41 }),
    'the supervisor pauses a broadcast': says({ type: 'live.pauseBroadcast', id: 71 }),
    'the broadcast is paused': {
      when: runs('pauseSending'),
      go: ({ ports }) => ports.done('pauseSending', sending({ status: 'paused', version: 10 })),
    },
    'the server does not pause it': {
      when: runs('pauseSending'),
      go: ({ ports }) => ports.failed('pauseSending', FAULT),
    },
    'the supervisor cancels a verification': says({ type: 'live.changeVerification', id: 81, command: 'cancel' }),
    'the verification is canceled': {
      when: runs('changeVerification'),
      go: ({ ports }) => ports.done('changeVerification', run({ status: 'cancelled', version: 9 })),
    },
    'the server does not cancel it': {
      when: runs('changeVerification'),
      go: ({ ports }) => ports.failed('changeVerification', FAULT),
    },
    'the server does it': {
      when: runs('changeRunning'),
      go: ({ ports }) => ports.done('changeRunning', attempt({ status: 'pausing', version: 8 })),
    },
    'the server refuses': { when: runs('changeRunning'), go: ({ ports }) => ports.failed('changeRunning', FAULT) },
  },
};

describe('the live page', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk({
      ...liveModel,
      always: (snapshot) => {
        const { overview: known, askedFor } = snapshot.context;
        expect(askedFor === null).toBe(snapshot.matches({ request: 'idle' }));
        if (snapshot.matches({ copy: 'kept' })) expect(known).not.toBeNull();
        if (snapshot.hasTag('unreachable')) expect(known).toBeNull();
      },
    });
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('keeps what it shows when a later reading fails', () => {
    const failed = walked.edges.filter(({ move }) => move === 'the server cannot be reached');
    const known = failed.filter(({ from }) => !from.includes('null'));
    expect(known.length).toBeGreaterThan(0);
    expect(known.every(({ to }) => to.includes('"copy":"kept"'))).toBe(true);
  });
});
