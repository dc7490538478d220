import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import type { ImportFact, ImportReply, UploadFact } from '../../src/machines/imports/import-context.ts';
import { importsMachine } from '../../src/machines/imports/imports.machine.ts';
import { attempt, head } from './import-fixtures.ts';

const heard = () => new Promise((resolve) => setImmediate(resolve));

function work() {
  const upload$ = new Subject<UploadFact>();
  const one = importMachine.provide({
    actors: {
      uploadFile: fromEventObservable(() => upload$),
      importBroadcasts: fromEventObservable(() => new Subject<ImportFact>()),
      readAttempt: fromPromise(({ input }) =>
        Promise.resolve<ImportReply>({ import: attempt({ id: input.id }), head: head(), rows: [] }),
      ),
    },
  });
  const actor = createActor(importsMachine).start();
  return { actor, one, upload$, context: () => actor.getSnapshot().context };
}

describe('opening', () => {
  test('finds the existing actor', () => {
    const { actor, one, context } = work();
    actor.send({ type: 'imports.open', id: 41, attempt: one });
    const first = context().imports[41];

    actor.send({ type: 'imports.open', id: 41, attempt: one });

    expect(context().imports[41]).toBe(first);
    expect(Object.keys(context().imports)).toEqual(['41']);
  });

  test('a new one gets its number with the upload', () => {
    const { actor, one, context, upload$ } = work();
    actor.send({ type: 'imports.create', attempt: one });
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
    const { actor, one, context } = work();
    actor.send({ type: 'imports.open', id: 41, attempt: one });
    await heard();
    const open = context().imports[41];

    actor.send({ type: 'imports.leave', id: 41 });

    expect(context().imports).toEqual({});
    expect(open?.getSnapshot().status).toBe('stopped');
  });

  test('continues an upload', () => {
    const { actor, one, context, upload$ } = work();
    actor.send({ type: 'imports.create', attempt: one });
    context().fresh?.send({ type: 'import.chooseFile', file: { name: 'a.csv', bytes: 9, content: new Blob(['a']) } });

    actor.send({ type: 'imports.leave', id: null });

    expect(upload$.observed).toBe(true);
    expect(context().fresh?.getSnapshot().value.stage).toBe('uploading');
  });

  test('forgets a wizard without a file', () => {
    const { actor, one, context } = work();
    actor.send({ type: 'imports.create', attempt: one });

    actor.send({ type: 'imports.leave', id: null });

    expect(context().fresh).toBeNull();
  });
});
