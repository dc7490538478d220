import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { composeImport } from '../../src/actors/imports.actors.ts';
import type { ApiClient } from '../../src/api/client.ts';
import type { Cable } from '../../src/realtime/cable.ts';
import { attempt } from './import-fixtures.ts';

test('a change of state reaches an open import by the stream of the person, rows by its own', async () => {
  const streams = new Map<string, Subject<unknown>>();
  const cable = {
    channel: (_: string, params: object) => {
      const stream = new Subject<unknown>();
      streams.set(JSON.stringify(params), stream);
      return stream;
    },
  } as unknown as Cable;
  const api = { call: () => Promise.resolve({ data: attempt() }) } as unknown as ApiClient;
  const actor = createActor(composeImport(api, cable), { input: { id: 41 } }).start();
  await new Promise((done) => setImmediate(done));
  const stage = () => actor.getSnapshot().value.stage;

  streams.get('{}')?.next({ type: 'import.changed', import: attempt({ id: 42, status: 'done', version: 8 }) });
  expect(stage()).toBe('running');

  streams.get('{}')?.next({ type: 'import.changed', import: attempt({ status: 'paused', version: 9 }) });
  expect(stage()).toBe('paused');
});
