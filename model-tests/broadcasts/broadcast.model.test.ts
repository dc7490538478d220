import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Broadcast, BroadcastStatus } from '#contract/broadcasts/broadcast.contract.ts';
import { mayFollow } from '#rules/broadcasts/broadcast-status.ts';
import { WORK_BACKOFF_MAX_MS } from '../../src/machines/_running/followed-setup.ts';
import { WORK_QUIET_MS } from '../../src/machines/_running/work.ts';
import { broadcastMachine } from '../../src/machines/broadcasts/broadcast.machine.ts';
import { type BroadcastContext, type DraftStep, hasEdits } from '../../src/machines/broadcasts/broadcast-context.ts';
import { SAVE_AFTER_MS, SAVE_AGAIN_MS } from '../../src/machines/broadcasts/broadcast-setup.ts';
import { broadcast } from '../../tests/broadcasts/broadcast-fixtures.ts';
import { type Model, type Move, type Run, runs, type Walked, walk } from '../_walk/walk.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as BroadcastContext;

/** Nothing is asked, saved or read now, so that the next thing to happen is the world's. */
const isCalm = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ keeping: 'saved', request: 'idle', copy: 'kept', feed: 'listening' }) &&
  contextOf(snapshot).broadcast !== null;

/** A draft is written while nothing else happens: the other regions do not depend on it. */
const isWriting = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ stage: { draft: 'content' }, request: 'idle', copy: 'kept', feed: 'listening' });

const newer = (run: Run, differs: Partial<Broadcast> = {}): Broadcast => {
  const known = contextOf(run.actor.getSnapshot()).broadcast;
  return broadcast({ schedule: { kind: 'now' }, ...known, ...differs, version: (known?.version ?? 0) + 1 });
};

const command = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => isCalm(snapshot) && snapshot.can(event),
  go: ({ send }) => send(event),
});

const at = (step: DraftStep): Move => ({
  when: (s) =>
    ((isCalm(s) && s.matches({ stage: 'draft' })) || (isWriting(s) && s.matches({ keeping: 'pausing' }))) &&
    contextOf(s).step !== step,
  go: ({ send }) => send({ type: 'broadcast.at', step }),
});

const news = (status: BroadcastStatus): Move => ({
  when: (s) => {
    const known = contextOf(s).broadcast;
    return isCalm(s) && known !== null && mayFollow(known.status, status);
  },
  go: (run) => run.send({ type: 'broadcast.told', broadcast: newer(run, { status }) }),
});

const saveFails = (kind: string, outcomeOpen = false): Move => ({
  when: (s) => isWriting(s) && runs('saveDraft')(s),
  go: ({ ports }) => ports.failed('saveDraft', { kind, message: 'Not saved.', outcomeOpen }),
});

const whileSending = (go: Move['go']): Move => ({
  when: (s) => isCalm(s) && s.matches({ stage: 'sending' }),
  go,
});

const line = (type: string): Move => ({
  when: (s) => (isCalm(s) && s.matches({ stage: 'sending' })) || runs('readBroadcast')(s),
  go: ({ send }) => send({ type, stream: 'broadcast:71', epoch: 'e', offset: 3 }),
});

/** Where an accepted command leads. */
const AGREED: Readonly<Record<string, BroadcastStatus>> = {
  send: 'scheduled',
  unschedule: 'draft',
  pause: 'paused',
  resume: 'sending',
  stop: 'stopped',
};

/** Everything that a person, another user, the server, the line and time can do to a broadcast. */
const broadcastModel: Model = {
  name: 'broadcast',
  starts: {
    'by its number': ({ hold }) => ({
      machine: broadcastMachine.provide({
        actors: {
          readBroadcast: hold('readBroadcast'),
          saveDraft: hold('saveDraft'),
          changeBroadcast: hold('changeBroadcast'),
          broadcastNews: hold('broadcastNews'),
        },
      }),
      input: { id: 71, newKey: () => 'key' },
    }),
  },
  key: (snapshot) => {
    const context = contextOf(snapshot);
    const { broadcast: known, save, asked, base } = context;
    const kind = snapshot.matches({ request: 'asking' }) ? asked?.change.kind : '';
    const isBehind = known !== null && snapshot.matches({ stage: 'draft' }) && base < known.version;
    return `${hasEdits(context)} ${save !== null} ${isBehind} ${kind}`;
  },
  always: (snapshot) => {
    const { id, broadcast: known, refusal, saveFailure, save, failures, failure } = contextOf(snapshot);
    if (known !== null && known.id !== id) throw new Error('a broadcast that is not this one');
    if (refusal?.text === '' || saveFailure?.text === '') throw new Error('a refusal without a reason');
    if (failures > 0 !== (failure !== null)) throw new Error('a failure without a reason');
    const isOut = snapshot.matches({ keeping: 'saving' }) || snapshot.matches({ keeping: 'late' });
    if (isOut !== (save !== null)) throw new Error('a save that is neither under way nor waiting');
    if (snapshot.hasTag('saved') && hasEdits(contextOf(snapshot))) throw new Error('a change that no one saves');
  },
  moves: {
    'it is read': {
      when: runs('readBroadcast'),
      go: (run) => run.ports.done('readBroadcast', newer(run)),
    },
    'the server knows no such broadcast': {
      when: (s) => runs('readBroadcast')(s) && isUnread(s),
      go: ({ ports }) => ports.failed('readBroadcast', { kind: 'notFound', message: 'Not found.' }),
    },
    'it is gone meanwhile': {
      when: (s) => runs('readBroadcast')(s) && s.matches({ stage: 'sending' }),
      go: ({ ports }) => ports.failed('readBroadcast', { kind: 'notFound', message: 'Not found.' }),
    },
    'the server cannot be reached': {
      when: runs('readBroadcast'),
      go: ({ ports }) => ports.failed('readBroadcast', { kind: 'offline', message: 'x' }),
    },
    'the next try is due': {
      when: (s) => s.matches({ copy: 'failed' }),
      go: ({ clock }) => clock.increment(WORK_BACKOFF_MAX_MS),
    },
    'word comes while it is out of reach': {
      when: (s) => s.matches({ copy: 'failed' }) && !s.hasTag('missing'),
      go: (run) => run.send({ type: 'broadcast.told', broadcast: newer(run) }),
    },
    'nothing is heard': whileSending(({ clock }) => clock.increment(WORK_QUIET_MS)),
    'the person reloads': {
      when: (s) => s.hasTag('unreachable') || (isCalm(s) && s.matches({ stage: 'sending' })),
      go: ({ send }) => send({ type: 'broadcast.reload' }),
    },
    'an address is opened before it is read': {
      when: (s) => s.hasTag('pending') && contextOf(s).step === 'audience',
      go: ({ send }) => send({ type: 'broadcast.at', step: 'content' }),
    },
    'the person opens the audience': at('audience'),
    'the person opens the content': at('content'),
    'the person opens the check': at('check'),
    'the person types': {
      when: (s) =>
        isWriting(s) &&
        ['saved', 'pausing', 'saving', 'late', 'refused'].some((keeping) => s.matches({ keeping })) &&
        !hasEdits(contextOf(s)),
      go: ({ send }) => send({ type: 'broadcast.edit', edits: { body: 'Hi' }, isTyped: true }),
    },
    'the person types on': {
      when: (s) => isWriting(s) && (s.matches({ keeping: 'pausing' }) || s.matches({ keeping: 'refused' })),
      go: ({ send }) => send({ type: 'broadcast.edit', edits: { body: 'Hi Ada' }, isTyped: true }),
    },
    'the person chooses a template': {
      when: (s) =>
        isWriting(s) && (s.matches({ keeping: 'saved' }) || s.matches({ keeping: 'pausing' }) || isRefused(s)),
      go: ({ send }) => send({ type: 'broadcast.edit', edits: { campaign_trigger_id: 3 }, isTyped: false }),
    },
    'the page is left': {
      when: (s) => isWriting(s) && s.matches({ keeping: 'pausing' }),
      go: ({ send }) => send({ type: 'broadcast.leave' }),
    },
    'typing pauses': {
      when: (s) => s.matches({ keeping: 'pausing' }),
      go: ({ clock }) => clock.increment(SAVE_AFTER_MS),
    },
    'it is saved': {
      when: (s) => isWriting(s) && runs('saveDraft')(s),
      go: (run) => run.ports.done('saveDraft', newer(run)),
    },
    'the save has no answer': saveFails('offline', true),
    'ten seconds pass': {
      when: (s) => s.matches({ keeping: 'late' }),
      go: ({ clock }) => clock.increment(SAVE_AGAIN_MS),
    },
    'the person saves again': {
      when: (s) => s.matches({ keeping: 'late' }),
      go: ({ send }) => send({ type: 'broadcast.saveAgain' }),
    },
    'the save is refused': saveFails('rejected'),
    'the draft is deleted elsewhere': saveFails('notFound'),
    'someone else changed it first': saveFails('conflict'),
    'the person keeps theirs': {
      when: (s) => s.hasTag('conflicted') && s.matches({ copy: 'kept' }),
      go: ({ send }) => send({ type: 'broadcast.takeTheirs' }),
    },
    'the person keeps their own': {
      when: (s) => s.hasTag('conflicted') && s.matches({ copy: 'kept' }),
      go: ({ send }) => send({ type: 'broadcast.keepMine' }),
    },
    'someone else edits it': {
      when: (s) => isWriting(s) && s.matches({ keeping: 'pausing' }),
      go: (run) => run.send({ type: 'broadcast.told', broadcast: newer(run) }),
    },
    'someone else schedules it': {
      when: (s) => isWriting(s) && !s.matches({ keeping: 'saved' }),
      go: (run) => run.send({ type: 'broadcast.told', broadcast: newer(run, { status: 'scheduled' }) }),
    },
    'the person counts anew': command({ type: 'broadcast.count' }),
    'the person chooses other contacts': command({ type: 'broadcast.select', selection: { ids: [1] } }),
    'the person adds a picture': command({
      type: 'broadcast.attach',
      picture: new File(['x'], 'card.png', { lastModified: 0 }),
    }),
    'the person schedules': command({ type: 'broadcast.send', recipients: 2_040 }),
    'the person takes it off the schedule': command({ type: 'broadcast.unschedule' }),
    'the person pauses': command({ type: 'broadcast.pause' }),
    'the person resumes': command({ type: 'broadcast.resume' }),
    'the person stops': command({ type: 'broadcast.stop' }),
    'the person deletes': command({ type: 'broadcast.delete' }),
    'the server agrees': {
      when: runs('changeBroadcast'),
      go: (run) => {
        const { asked } = contextOf(run.actor.getSnapshot());
        const kind = asked?.change.kind ?? '';
        const status = AGREED[kind];
        run.ports.done('changeBroadcast', kind === 'delete' ? null : newer(run, status && { status }));
      },
    },
    'the server refuses': {
      when: runs('changeBroadcast'),
      go: ({ ports }) => ports.failed('changeBroadcast', { kind: 'rejected', message: 'No.' }),
    },
    'the server says that it is different': {
      when: runs('changeBroadcast'),
      go: ({ ports }) => ports.failed('changeBroadcast', { kind: 'conflict', message: 'Changed.' }),
    },
    ...Object.fromEntries(
      (['draft', 'scheduled', 'sending', 'paused', 'done', 'stopped', 'failed'] as const).map((status) => [
        `the server says that it is ${status}`,
        news(status),
      ]),
    ),
    'the line is lost for too long': line('stream.lost'),
    'the line finds its place': line('stream.positioned'),
    'the stream breaks': whileSending(({ ports }) => ports.failed('broadcastNews')),
  },
};

const isUnread = (snapshot: AnyMachineSnapshot): boolean => contextOf(snapshot).broadcast === null;
const isRefused = (snapshot: AnyMachineSnapshot): boolean => snapshot.matches({ keeping: 'refused' });

describe('a broadcast', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(broadcastModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is scheduled only at its check, with everything saved', () => {
    const asked = walked.edges.filter(({ move }) => move === 'the person schedules');

    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ from }) => from.includes('"draft":"check"') && from.includes('"keeping":"saved"'))).toBe(
      true,
    );
  });

  test('stands where it stood when the server refuses', () => {
    const refused = walked.edges.filter(({ move }) => move === 'the server refuses');

    expect(refused.length).toBeGreaterThan(5);
    expect(
      refused.filter(
        ({ from, to }) => JSON.stringify(JSON.parse(from)[0].stage) !== JSON.stringify(JSON.parse(to)[0].stage),
      ),
    ).toEqual([]);
  });

  test('never gives up what was typed unless someone else was first', () => {
    const typed = walked.edges.filter(({ from }) => from.includes('"keeping":"pausing"'));
    const dropped = typed.filter(({ to }) => to.includes('"keeping":"saved"'));

    expect(typed.length).toBeGreaterThan(5);
    expect([...new Set(dropped.map(({ move }) => move))]).toEqual(['someone else schedules it']);
  });
});
