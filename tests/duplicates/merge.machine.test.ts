import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { orderOf } from '../../src/machines/duplicates/merge-context.ts';
import { mergeMachine } from '../../src/machines/duplicates/merge.machine.ts';
import { heldPorts } from '../../model-tests/_walk/ports.ts';
import { changedPreview, merge, preview, THIRD, undone } from './duplicate-fixtures.ts';

const settle = () => new Promise((resolve) => void setImmediate(resolve));

/** A merge whose ports answer when the test says so. */
function open(start: object = { ids: [1, 2] }) {
  const ports = heldPorts();
  let keys = 0;
  const newKey = () => `key-${(keys += 1)}`;
  const machine = mergeMachine.provide({
    actors: {
      previewMerge: ports.hold('previewMerge'),
      mergeContacts: ports.hold('mergeContacts'),
      undoMerge: ports.hold('undoMerge'),
    },
  });
  const actor = createActor(machine, { clock: new SimulatedClock(), input: { newKey, ...start } as never }).start();
  const now = () => actor.getSnapshot();
  return {
    actor,
    now,
    ends: async (port: string, output: unknown) => {
      ports.done(port, output);
      await settle();
    },
    fails: async (port: string, error: unknown) => {
      ports.failed(port, error);
      await settle();
    },
    order: () => orderOf(now().context),
  };
}

async function looked(start?: object, at = preview()) {
  const run = open(start);
  await run.ends('previewMerge', at);
  return run;
}

const OFFLINE = { kind: 'offline', code: 'unreachable', message: 'x' };
const CHANGED = { kind: 'conflict', code: 'contact_changed', message: 'Somebody has changed one.' };

describe('what is merged', () => {
  test('is what was looked at, with the value that was chosen', async () => {
    const { actor, ends, now, order } = await looked();

    actor.send({ type: 'merge.choose', field: 'city', id: 1 });
    actor.send({ type: 'merge.confirm' });
    expect(now().value).toBe('previewing');
    await ends('previewMerge', preview());
    actor.send({ type: 'merge.confirm' });

    expect(order()).toEqual({
      ids: [1, 2],
      survivorId: 1,
      fields: { city: 1 },
      versions: [
        { id: 1, version: 3 },
        { id: 2, version: 8 },
      ],
      key: 'key-1',
    });
  });

  test('keeps a chosen value when another one survives', async () => {
    const { actor, ends, order } = await looked();

    actor.send({ type: 'merge.choose', field: 'email', id: 2 });
    actor.send({ type: 'merge.keep', id: 2 });
    await ends('previewMerge', preview({ survivor_id: 2 }));

    expect([order().survivorId, order().fields.email]).toEqual([2, 2]);
  });

  test('excludes a different person, and choices of their values', async () => {
    const three = preview({ contacts: [...preview().contacts, THIRD], survivor_id: 3 });
    const { actor, now } = await looked({ ids: [1, 2, 3] }, three);

    actor.send({ type: 'merge.keep', id: 3 });
    actor.send({ type: 'merge.choose', field: 'city', id: 3 });
    actor.send({ type: 'merge.choose', field: 'email', id: 2 });
    actor.send({ type: 'merge.omit', id: 3 });

    expect(now().context.wish).toEqual({ ids: [1, 2], survivorId: null, fields: { email: 2 } });
  });

  test('is never fewer than two', async () => {
    const { actor, now } = await looked();

    actor.send({ type: 'merge.omit', id: 2 });

    expect([now().value, now().context.wish.ids]).toEqual(['choosing', [1, 2]]);
  });
});

describe('a change in the meantime', () => {
  test('stops the merge, which is previewed again with what has changed', async () => {
    const { actor, ends, fails, now, order } = await looked();

    actor.send({ type: 'merge.confirm' });
    await fails('mergeContacts', CHANGED);
    expect(now().value).toBe('conflict');
    await ends('previewMerge', changedPreview());

    expect([now().value, now().context.changed, order().versions[1]]).toEqual([
      'choosing',
      ['city'],
      { id: 2, version: 9 },
    ]);
  });

  test('is forgotten once it is confirmed', async () => {
    const { actor, ends, fails, now } = await looked();

    actor.send({ type: 'merge.confirm' });
    await fails('mergeContacts', CHANGED);
    await ends('previewMerge', changedPreview());
    actor.send({ type: 'merge.confirm' });

    expect(now().context.changed).toBeNull();
  });
});

describe('a lost answer', () => {
  test('is asked for with the same key, so that nothing merges twice', async () => {
    const { actor, fails, now } = await looked();

    actor.send({ type: 'merge.confirm' });
    await fails('mergeContacts', OFFLINE);
    actor.send({ type: 'merge.confirm' });

    expect(now().context.key).toBe('key-1');
  });

  test('has a new key once something else is chosen', async () => {
    const { actor, ends, fails, now } = await looked();

    actor.send({ type: 'merge.confirm' });
    await fails('mergeContacts', OFFLINE);
    actor.send({ type: 'merge.choose', field: 'city', id: 1 });
    await ends('previewMerge', preview());
    actor.send({ type: 'merge.confirm' });

    expect(now().context.key).toBe('key-2');
  });
});

describe('what may be merged, as its answer was lost,', () => {
  const lost = async () => {
    const run = await looked();
    run.actor.send({ type: 'merge.confirm' });
    await run.fails('mergeContacts', OFFLINE);
    return run;
  };

  test('stays so when something else is chosen and cannot be previewed', async () => {
    const { actor, fails, now } = await lost();
    actor.send({ type: 'merge.choose', field: 'city', id: 1 });
    await fails('previewMerge', { kind: 'notFound', message: 'x' });

    expect([now().value, now().context.lostKey]).toEqual(['unreadable', 'key-1']);
  });

  test('is known once the same key is answered', async () => {
    const { actor, fails, now } = await lost();
    actor.send({ type: 'merge.confirm' });
    await fails('mergeContacts', CHANGED);

    expect([now().value, now().context.lostKey]).toEqual(['conflict', null]);
  });

  test('is not known when another key is answered', async () => {
    const { actor, ends, fails, now } = await lost();
    actor.send({ type: 'merge.choose', field: 'city', id: 1 });
    await ends('previewMerge', preview());
    actor.send({ type: 'merge.confirm' });
    await fails('mergeContacts', CHANGED);

    expect(now().context.lostKey).toBe('key-1');
  });
});

describe('a merge that is done', () => {
  test("is undone, and lists what couldn't be restored", async () => {
    const { actor, ends, now } = open({ merge: merge() });

    actor.send({ type: 'merge.undo' });
    await ends('undoMerge', undone(['The city stays.']));

    expect([now().value, now().context.merge?.kept]).toEqual(['unmerged', ['The city stays.']]);
  });

  test("stays when it couldn't be undone, with the reason", async () => {
    const { actor, fails, now } = open({ merge: merge() });

    actor.send({ type: 'merge.undo' });
    await fails('undoMerge', { kind: 'conflict', code: 'conflict', message: 'It is part of a later merge.' });

    expect([now().value, now().context.refusal?.text]).toEqual(['merged', 'It is part of a later merge.']);
  });
});

test('what cannot be previewed is asked for again', async () => {
  const { actor, ends, fails, now } = open();

  await fails('previewMerge', OFFLINE);
  expect(now().hasTag('unreadable')).toBe(true);
  actor.send({ type: 'merge.reload' });
  await ends('previewMerge', preview());

  expect([now().value, now().context.refusal]).toEqual(['choosing', null]);
});
