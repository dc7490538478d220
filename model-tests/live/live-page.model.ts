import type { AnyMachineSnapshot } from 'xstate';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { LiveOverview } from '#contract/live.contract.ts';
import { liveMachine } from '../../src/machines/live/live.machine.ts';
import { attempt } from '../../tests/imports/import-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import type { Model, Move, Run } from '../_walk/walk.ts';

/** An overview with these imports running and nothing else. */
export const overviewOf = (running: ImportAttempt[]): LiveOverview => ({
  running,
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
});

const AWAY = { kind: 'offline', message: 'The server cannot be reached.' };

const importIn = ({ context }: AnyMachineSnapshot): ImportAttempt | undefined => context.overview?.running[0];

/** The supervisor's view of the one import that runs below them. */
export function screenOf(snapshot: AnyMachineSnapshot): string {
  const { overview, refusal } = snapshot.context;
  if (snapshot.hasTag('unreachable')) return 'not loaded';
  if (overview === null) return 'not opened';
  const status = { processing: 'running', paused: 'paused' }[String(importIn(snapshot)?.status)] ?? 'over';
  return refusal === null ? status : `${status}, refused`;
}

const on = (screens: readonly string[], go: Move['go']): Move => ({
  when: (snapshot) => screens.includes(screenOf(snapshot)),
  go,
});
const RUNNING = ['running', 'running, refused'];
const PAUSED = ['paused', 'paused, refused'];

/** The same import, newer. */
const now = ({ actor }: Run, status: ImportAttempt['status']): ImportAttempt =>
  attempt({ status, version: (importIn(actor.getSnapshot())?.version ?? 0) + 1 });
const opens: Move['go'] = ({ ports }) => ports.done('readOverview', overviewOf([attempt()]));
const asks = (type: 'live.pause' | 'live.resume', then: (run: Run) => void) => (run: Run) => {
  run.send({ type, id: 41 });
  then(run);
};
const isAway = ({ ports }: Run) => ports.failed('changeRunning', AWAY);
const makesIt = (status: ImportAttempt['status']) => (run: Run) => run.ports.done('changeRunning', now(run, status));

/** The moves of a supervisor, and of the owner of the import. The server answers unless the move says that it is away. */
export const livePageModel: Model = {
  name: 'live on the page',
  starts: {
    'an import runs below': ({ hold }: HeldPorts) => ({
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
  key: screenOf,
  moves: {
    'opens the page': on(['not opened'], opens),
    'opens the page, and the server is away': on(['not opened'], ({ ports }) => ports.failed('readOverview', AWAY)),
    'tries again': on(['not loaded'], (run) => {
      run.send({ type: 'live.reload' });
      opens(run);
    }),
    'pauses it': on(RUNNING, asks('live.pause', makesIt('paused'))),
    'pauses it, and the server is away': on(['running'], asks('live.pause', isAway)),
    'resumes it': on(PAUSED, asks('live.resume', makesIt('processing'))),
    'resumes it, and the server is away': on(['paused'], asks('live.resume', isAway)),
    'the owner cancels it': on(['paused'], (run) =>
      run.send({ type: 'import.changed', import: now(run, 'cancelled') }),
    ),
  },
};
