import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { promisePort, streamPort } from '../port.ts';
import { type ImportActor, importMachine } from './import.machine.ts';
import type { ImportFact } from './import-context.ts';
import { isRunning } from './next-step.ts';

type Running = Readonly<Record<number, ImportAttempt>>;

interface ImportsContext {
  readonly userId: number;
  /** Attempts that are open, by number. */
  readonly imports: Readonly<Record<number, ImportActor>>;
  /** Has no number yet. `null`: nobody is choosing or uploading a file. */
  readonly fresh: ImportActor | null;
  /** What runs for this person, whether it is open or not. */
  readonly running: Running;
}

/** What a newer copy makes of the list: in while it runs, out once it has settled. */
export function takeRunning(running: Running, attempt: ImportAttempt): Running {
  const known = running[attempt.id];
  if (known && known.version >= attempt.version) return running;
  const { [attempt.id]: _, ...others } = running;
  return isRunning(attempt.status) ? { ...others, [attempt.id]: attempt } : others;
}

/** Work that was asked for and is not on the server yet, or edits that only the browser has. */
const isNeeded = (actor: ImportActor): boolean => {
  const snapshot = actor.getSnapshot();
  return snapshot.hasTag('uploading') || snapshot.hasTag('busy') || snapshot.hasTag('editing');
};

/**
 * The imports of one person, child of the session's working state. Finds or spawns the actor of an attempt, lets
 * an upload go on while other pages are visited, counts what runs and emits `import.settled` when something that
 * ran is checked or has ended, `import.numbered` when an upload has got its number.
 */
export const importsMachine = setup({
  types: {
    input: {} as { user: Pick<CurrentUser, 'id'> },
    context: {} as ImportsContext,
    events: {} as ImportsCommand | ImportFact | { type: 'import.uploaded'; id: number },
    emitted: {} as
      | { type: 'import.settled'; import: ImportAttempt }
      | { type: 'import.numbered'; id: number; name: string },
  },
  actors: {
    attempt: importMachine,
    listRunning: promisePort<readonly ImportAttempt[], { userId: number }>('listRunning'),
    ownBroadcasts: streamPort<ImportFact>('ownBroadcasts'),
  },
  guards: {
    isSettled: ({ context, event }) =>
      event.type === 'import.changed' &&
      !isRunning(event.import.status) &&
      event.import.version > (context.running[event.import.id]?.version ?? Number.POSITIVE_INFINITY),
  },
  actions: {
    count: assign(({ context }, params: { attempt: ImportAttempt }) => ({
      running: takeRunning(context.running, params.attempt),
    })),
    /** Rows come by the attempt's own stream; a change of state must not wait for it. */
    pass: enqueueActions(({ context, enqueue }, params: { fact: ImportFact & { type: 'import.changed' } }) => {
      const actor = context.imports[params.fact.import.id];
      if (actor) enqueue.sendTo(actor, params.fact);
    }),
    leave: enqueueActions(({ context, enqueue }, params: { id: number | null }) => {
      const actor = params.id === null ? context.fresh : context.imports[params.id];
      if (!actor || isNeeded(actor)) return;
      enqueue.stopChild(actor);
      if (params.id === null) enqueue.assign({ fresh: null });
      else enqueue.assign({ imports: without(context.imports, params.id) });
    }),
  },
}).createMachine({
  id: 'imports',
  type: 'parallel',
  context: ({ input }) => ({ userId: input.user.id, imports: {}, fresh: null, running: {} }),
  on: {
    'imports.create': {
      actions: assign({
        fresh: ({ context, spawn, self }) => context.fresh ?? spawn('attempt', { input: { id: null, registry: self } }),
      }),
    },
    'imports.open': {
      actions: assign({
        imports: ({ context, event, spawn }) =>
          context.imports[event.id]
            ? context.imports
            : { ...context.imports, [event.id]: spawn('attempt', { input: { id: event.id } }) },
      }),
    },
    'imports.leave': { actions: { type: 'leave', params: ({ event }) => event } },
    'import.uploaded': {
      actions: [
        emit(({ context, event }) => ({
          type: 'import.numbered' as const,
          id: event.id,
          name: context.fresh?.getSnapshot().context.file?.name ?? '',
        })),
        assign(({ context: { imports, fresh }, event }) => ({
          imports: fresh ? { ...imports, [event.id]: fresh } : imports,
          fresh: null,
        })),
      ],
    },
    'import.progressed': { actions: { type: 'count', params: ({ event }) => ({ attempt: event.import }) } },
    'import.changed': [
      {
        guard: 'isSettled',
        actions: [
          { type: 'count', params: ({ event }) => ({ attempt: event.import }) },
          { type: 'pass', params: ({ event }) => ({ fact: event }) },
          emit(({ event }) => ({ type: 'import.settled' as const, import: event.import })),
        ],
      },
      {
        actions: [
          { type: 'count', params: ({ event }) => ({ attempt: event.import }) },
          { type: 'pass', params: ({ event }) => ({ fact: event }) },
        ],
      },
    ],
  },
  states: {
    list: {
      initial: 'reading',
      on: { 'stream.lost': '.reading', 'stream.positioned': '.reading' },
      states: {
        reading: {
          invoke: {
            src: 'listRunning',
            input: ({ context }) => ({ userId: context.userId }),
            onDone: {
              target: 'kept',
              actions: assign({
                running: ({ event }) => event.output.reduce<Running>(takeRunning, {}),
              }),
            },
            onError: 'kept',
          },
        },
        kept: {},
      },
    },
    feed: {
      initial: 'listening',
      states: {
        listening: { invoke: { src: 'ownBroadcasts', onError: 'broken' } },
        broken: {},
      },
    },
  },
});

function without<Value>(all: Readonly<Record<number, Value>>, id: number): Readonly<Record<number, Value>> {
  const { [id]: _, ...others } = all;
  return others;
}

/** `leave`: the page is closed; an actor that nothing needs is stopped. */
export type ImportsCommand =
  | { type: 'imports.create' }
  | { type: 'imports.open'; id: number }
  | { type: 'imports.leave'; id: number | null };

export type ImportsActor = ActorRefFrom<typeof importsMachine>;
