import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import {
  type FollowedContext,
  WORK_BACKOFF_MAX_MS,
  WORK_GIVE_UP_MS,
} from '../../src/machines/_running/followed-setup.ts';
import type { WorkStage } from '../../src/machines/_running/work.ts';
import { type Held, held, heldByName, heldByNumber, QUIET_MS } from '../../tests/_running/held-work.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, runs, type Walked, walk } from '../_walk/walk.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as FollowedContext<Held>;
const stageIs = (snapshot: AnyMachineSnapshot, stage: string) => snapshot.matches({ stage });

/** Nothing is asked or read now, so that the next thing to happen is the world's. */
const isCalm = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ request: 'idle', copy: 'kept', feed: 'listening' }) && contextOf(snapshot).work !== null;

const newer = (run: Run, differs: Partial<Held> = {}): Held => {
  const { work } = contextOf(run.actor.getSnapshot());
  return held({ ...work, ...differs, version: (work?.version ?? 0) + 1 });
};

const news = (at: WorkStage): Move => ({
  when: isCalm,
  go: (run) => run.send({ type: 'work.told', work: newer(run, { at }) }),
});

const command = (type: string): Move => ({
  when: (snapshot) => isCalm(snapshot) && snapshot.matches({ patience: 'hopeful' }) && snapshot.can({ type }),
  go: ({ send }) => send({ type }),
});

/** One region's business is tried in one stage: the regions do not know each other. */
const whileRunning = (go: Move['go']): Move => ({ when: (s) => isCalm(s) && stageIs(s, 'running'), go });

/** A line that comes and goes. */
const line = (type: string): Move => ({
  when: (s) => (isCalm(s) && stageIs(s, 'running')) || runs('readWork')(s),
  go: ({ send }) => send({ type, stream: 'held:61', epoch: 'e', offset: 3 }),
});

const actors = ({ hold }: HeldPorts) => ({
  readWork: hold<never>('readWork'),
  changeWork: hold<never>('changeWork'),
  workBroadcasts: hold<never>('workBroadcasts'),
});
const newKey = () => 'key';

const numbered = (ports: HeldPorts, work?: Held) => ({
  machine: heldByNumber.provide({ actors: actors(ports) }),
  input: { ref: 61, newKey, ...(work && { work }) },
});

/** Everything that a person, the server, the line and time can do to work of any kind. */
const followedModel: Model = {
  name: 'followed-work',
  starts: {
    'by its number': (ports) => numbered(ports),
    'by a name': (ports) => ({
      machine: heldByName.provide({ actors: actors(ports) }),
      input: { ref: 'w', newKey },
    }),
    'known to run': (ports) => numbered(ports, held()),
    'known to be paused': (ports) => numbered(ports, held({ at: 'paused' })),
    'known to have ended': (ports) => numbered(ports, held({ at: 'ended' })),
  },
  key: (snapshot) => {
    const { ref, failures } = contextOf(snapshot);
    return `${typeof ref} ${Math.min(failures, 1)}`;
  },
  always: (snapshot) => {
    const { ref, work, refusal, failures, failure } = contextOf(snapshot);
    if (work && work.id !== ref && work.name !== ref) throw new Error('work that is not this one');
    if (failures > 0 !== (failure !== null)) throw new Error('a failure without a reason');
    if (refusal?.text === '') throw new Error('a refusal without a reason');
    if (work === null && ['running', 'paused', 'ended'].some((stage) => stageIs(snapshot, stage)))
      throw new Error('nothing is known');
    if (snapshot.matches({ feed: 'deaf' }) && (work !== null || typeof ref === 'number'))
      throw new Error('nobody listens');
  },
  moves: {
    'the work is read': { when: runs('readWork'), go: (run) => run.ports.done('readWork', newer(run)) },
    'there is nothing new': {
      when: (s) => runs('readWork')(s) && contextOf(s).work !== null,
      go: (run) => run.ports.done('readWork', contextOf(run.actor.getSnapshot()).work),
    },
    'the server knows no such work': {
      when: (s) => runs('readWork')(s) && contextOf(s).work === null,
      go: ({ ports }) => ports.failed('readWork', { kind: 'notFound', message: 'Not found.' }),
    },
    'the server cannot be reached': {
      when: runs('readWork'),
      go: ({ ports }) => ports.failed('readWork', { kind: 'offline', message: 'x' }),
    },
    'the next try is due': {
      when: (s) => s.matches({ copy: 'failed' }),
      go: ({ clock }) => clock.increment(WORK_BACKOFF_MAX_MS),
    },
    'nothing is heard': whileRunning(({ clock }) => clock.increment(QUIET_MS)),
    'nothing new comes for minutes': {
      when: runs('readWork'),
      go: ({ clock }) => clock.increment(WORK_GIVE_UP_MS),
    },
    'the person reloads': {
      when: (s) => stageIs(s, 'unreachable') || (isCalm(s) && stageIs(s, 'running')),
      go: ({ send }) => send({ type: 'work.reload' }),
    },
    'the person pauses': command('work.pause'),
    'the person resumes': command('work.resume'),
    'the person cancels': command('work.cancel'),
    'the person undoes': command('work.undo'),
    'the server agrees': { when: runs('changeWork'), go: (run) => run.ports.done('changeWork', newer(run)) },
    'the server refuses': { when: runs('changeWork'), go: ({ ports }) => ports.failed('changeWork') },
    'a word comes while the server is out of reach': {
      when: (s) => s.matches({ copy: 'failed' }) && !stageIs(s, 'missing'),
      go: (run) => run.send({ type: 'work.told', work: newer(run) }),
    },
    'an old word comes late': whileRunning((run) => run.send({ type: 'work.told', work: held({ version: 0 }) })),
    'the server says that it runs': news('running'),
    'the server says that it is paused': news('paused'),
    'the server says that it has ended': news('ended'),
    'the line is lost for too long': line('stream.lost'),
    'the line finds its place': line('stream.positioned'),
    'the stream breaks': whileRunning(({ ports }) => ports.failed('workBroadcasts')),
  },
};

describe('work that is followed', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(followedModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('stands where it stood when the server refuses', () => {
    const refused = walked.edges.filter(({ move }) => move === 'the server refuses');

    expect(refused.length).toBeGreaterThan(2);
    expect(refused.every(({ from, to }) => JSON.parse(from)[0].stage === JSON.parse(to)[0].stage)).toBe(true);
  });

  test('is never lost once it is known', () => {
    const known = walked.edges.filter(({ from }) => /"stage":"(running|paused|ended)"/u.test(from));

    expect(known.length).toBeGreaterThan(10);
    expect(known.filter(({ to }) => /"stage":"(loading|unreachable|missing)"/u.test(to))).toEqual([]);
  });
});
