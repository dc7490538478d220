import { type ActorRefFrom, type AnyActorLogic, assign, emit, enqueueActions, setup } from 'xstate';
import type { ImportActor } from './import.machine.ts';

interface ImportsContext {
  /** Attempts that are open, by number. */
  readonly imports: Readonly<Record<number, ImportActor>>;
  /** Has no number yet. `null`: no file is being chosen or uploaded. */
  readonly fresh: ImportActor | null;
}

/** Work requested but not on the server yet, or edits that only the browser has. */
const isNeeded = (actor: ImportActor): boolean => {
  const snapshot = actor.getSnapshot();
  return snapshot.hasTag('uploading') || snapshot.hasTag('busy') || snapshot.hasTag('editing');
};

/**
 * The open imports of one person, child of the session's working state. Finds or spawns the actor of an attempt, lets
 * an upload continue while other pages are visited, and emits `import.numbered` when an upload has its number.
 */
export const importsMachine = setup({
  types: {
    context: {} as ImportsContext,
    events: {} as ImportsCommand | { type: 'import.uploaded'; id: number },
    emitted: {} as { type: 'import.numbered'; id: number; name: string },
  },
  actions: {
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
  context: { imports: {}, fresh: null },
  on: {
    'imports.create': {
      actions: assign({
        fresh: ({ context, event, spawn, self }) =>
          context.fresh ?? (spawn(event.attempt, { input: { id: null, registry: self } }) as ImportActor),
      }),
    },
    'imports.open': {
      actions: assign({
        imports: ({ context, event, spawn }) =>
          context.imports[event.id]
            ? context.imports
            : { ...context.imports, [event.id]: spawn(event.attempt, { input: { id: event.id } }) as ImportActor },
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
  },
});

function without<Value>(all: Readonly<Record<number, Value>>, id: number): Readonly<Record<number, Value>> {
  const { [id]: _, ...others } = all;
  return others;
}

/**
 * The page brings the machine of an attempt (`importMachine` with its ports), so that the first script is without it.
 * `leave`: the page is closed; an actor that nothing needs is stopped.
 */
export type ImportsCommand =
  | { type: 'imports.create'; attempt: AnyActorLogic }
  | { type: 'imports.open'; id: number; attempt: AnyActorLogic }
  | { type: 'imports.leave'; id: number | null };

export type ImportsActor = ActorRefFrom<typeof importsMachine>;
