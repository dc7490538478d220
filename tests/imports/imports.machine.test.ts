import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import type { ImportFact, ImportReply, UploadFact } from '../../src/machines/imports/import-context.ts';
import { importsMachine } from '../../src/machines/imports/imports.machine.ts';
import { attempt, head } from './import-fixtures.ts';

const heard = () => new Promise((resolve) => setImmediate(resolve));

function work(listed: readonly ImportAttempt[] = []) {
  const own$ = new Subject<ImportFact>();
  const upload$ = new Subject<UploadFact>();
  const lists: { userId: number }[] = [];
  const one = importMachine.provide({
    actors: {
      uploadFile: fromEventObservable(() => upload$),
      importBroadcasts: fromEventObservable(() => new Subject<ImportFact>()),
      readAttempt: fromPromise(({ input }) =>
        Promise.resolve<ImportReply>({ import: attempt({ id: input.id }), head: head(), rows: [] }),
      ),
    },
  });
  const machine = importsMachine.provide({
    actors: {
      attempt: one,
      ownBroadcasts: fromEventObservable(() => own$),
      listRunning: fromPromise(({ input }) => {
        lists.push(input);
        return Promise.resolve(listed);
      }),
    },
  });
  const actor = createActor(machine, { input: { user: { id: 1007 } } });
  const settled: ImportAttempt[] = [];
  actor.on('import.settled', (event) => settled.push(event.import));
  actor.start();
  const context = () => actor.getSnapshot().context;
  return { actor, own$, upload$, lists, settled, context, running: () => Object.keys(context().running).map(Number) };
}

describe('running', () => {
  test('counts what the server lists for this person', async () => {
    const { lists, running } = work([attempt({ id: 41 }), attempt({ id: 42, status: 'paused' })]);
    await heard();

    expect(lists).toEqual([{ userId: 1007 }]);
    expect(running()).toEqual([41, 42]);
  });

  test('counts an import that another tab has started', async () => {
    const { own$, running } = work();
    await heard();

    own$.next({ type: 'import.progressed', import: attempt({ id: 43 }), rows: [] });

    expect(running()).toEqual([43]);
  });

  test('forgets an import that has ended, and tells of it once', async () => {
    const { own$, running, settled } = work([attempt({ id: 41, version: 7 })]);
    await heard();
    const done = attempt({ id: 41, status: 'done', version: 8 });

    own$.next({ type: 'import.changed', import: done });
    own$.next({ type: 'import.changed', import: done });

    expect(running()).toEqual([]);
    expect(settled).toEqual([done]);
  });

  test('does not tell of an attempt that ended long ago', async () => {
    const { own$, settled } = work();
    await heard();

    own$.next({ type: 'import.changed', import: attempt({ status: 'done', deleted_at: '2026-11-20T10:00:00Z' }) });

    expect(settled).toEqual([]);
  });

  test('ignores a copy that is older than the known one', async () => {
    const { context, own$ } = work([attempt({ id: 41, version: 7 })]);
    await heard();

    own$.next({ type: 'import.progressed', import: attempt({ id: 41, version: 6, done_rows: 1 }), rows: [] });

    expect(context().running[41]?.version).toBe(7);
  });

  test('is listed again after a gap', async () => {
    const { lists, own$ } = work();
    await heard();

    own$.next({ type: 'stream.lost', stream: 'user:1007', epoch: 'e', offset: 4 });

    expect(lists).toHaveLength(2);
  });
});

describe('opening', () => {
  test('finds the actor that is there', () => {
    const { actor, context } = work();
    actor.send({ type: 'imports.open', id: 41 });
    const first = context().imports[41];

    actor.send({ type: 'imports.open', id: 41 });

    expect(context().imports[41]).toBe(first);
    expect(Object.keys(context().imports)).toEqual(['41']);
  });

  test('passes a change of state to the open attempt', async () => {
    const { actor, context, own$ } = work();
    actor.send({ type: 'imports.open', id: 41 });
    await heard();

    own$.next({ type: 'import.changed', import: attempt({ id: 41, status: 'paused', version: 9 }) });

    expect(context().imports[41]?.getSnapshot().value.stage).toBe('paused');
  });

  test('a new one gets its number with the upload', () => {
    const { actor, context, upload$ } = work();
    actor.send({ type: 'imports.create' });
    const fresh = context().fresh;
    fresh?.send({ type: 'import.chooseFile', file: { name: 'a.csv', bytes: 9, content: new Blob(['a']) } });

    upload$.next({
      type: 'upload.finished',
      reply: { import: attempt({ id: 50, status: 'draft', version: 1 }), head: head(), rows: [] },
    });

    expect(context().fresh).toBeNull();
    expect(context().imports[50]).toBe(fresh);
  });
});

describe('leaving', () => {
  test('stops an attempt that nothing needs', async () => {
    const { actor, context } = work();
    actor.send({ type: 'imports.open', id: 41 });
    await heard();
    const open = context().imports[41];

    actor.send({ type: 'imports.leave', id: 41 });

    expect(context().imports).toEqual({});
    expect(open?.getSnapshot().status).toBe('stopped');
  });

  test('lets an upload go on', () => {
    const { actor, context, upload$ } = work();
    actor.send({ type: 'imports.create' });
    context().fresh?.send({ type: 'import.chooseFile', file: { name: 'a.csv', bytes: 9, content: new Blob(['a']) } });

    actor.send({ type: 'imports.leave', id: null });

    expect(upload$.observed).toBe(true);
    expect(context().fresh?.getSnapshot().value.stage).toBe('uploading');
  });

  test('forgets a wizard without a file', () => {
    const { actor, context } = work();
    actor.send({ type: 'imports.create' });

    actor.send({ type: 'imports.leave', id: null });

    expect(context().fresh).toBeNull();
  });
});
