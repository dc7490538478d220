import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import type { TransferAttempt, TransferPreview } from '#contract/transfers.contract.ts';
import { WORK_QUIET_MS } from '../../src/machines/_running/followed-work.ts';
import type {
  ConfirmedTransfer,
  TransferFact,
  TransferInput,
  TransferWish,
} from '../../src/machines/transfers/transfer-context.ts';
import { CHOICE_SETTLES_MS } from '../../src/machines/transfers/transfer-setup.ts';
import { transferMachine } from '../../src/machines/transfers/transfer.machine.ts';
import { complete, preview, transfer } from './transfer-fixtures.ts';

const PLACE = { stream: 'transfer:61', epoch: 'e', offset: 3 };

function open(input: TransferInput) {
  const facts$ = new Subject<TransferFact>();
  const counts: PromiseWithResolvers<TransferPreview>[] = [];
  const starts: (PromiseWithResolvers<TransferAttempt> & { wish: ConfirmedTransfer })[] = [];
  const reads: PromiseWithResolvers<TransferAttempt>[] = [];
  const changes: unknown[] = [];
  const held = <Value>(into: PromiseWithResolvers<Value>[]) => {
    const waiting = Promise.withResolvers<Value>();
    into.push(waiting);
    return waiting.promise;
  };
  const clock = new SimulatedClock();
  const machine = transferMachine.provide({
    actors: {
      previewTransfer: fromPromise<TransferPreview, TransferWish>(() => held(counts)),
      startTransfer: fromPromise<TransferAttempt, ConfirmedTransfer>(({ input: wish }) => {
        const waiting = { ...Promise.withResolvers<TransferAttempt>(), wish };
        starts.push(waiting);
        return waiting.promise;
      }),
      readWork: fromPromise(() => held(reads)),
      changeWork: fromPromise(({ input: asked }) => {
        changes.push(asked);
        return new Promise<TransferAttempt>(() => undefined);
      }),
      workBroadcasts: fromEventObservable(() => facts$),
    },
  });
  const actor = createActor(machine, { clock, input }).start();
  return { actor, clock, facts$, counts, starts, reads, changes, context: () => actor.getSnapshot().context };
}

const settle = () => new Promise((done) => setImmediate(done));

const people = (ids: readonly number[]) => ids.map((id) => ({ id, name: `Person ${id}` }));

function ask() {
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key ${keys}`;
  };
  const opened = open({ selection: { ids: [1, 2, 3] }, selected: 3, newKey });
  const choose = (to: number[], paper = '') => {
    opened.actor.send({ type: 'transfer.choose', choice: { to: people(to), paper } });
    opened.clock.increment(CHOICE_SETTLES_MS);
  };
  const count = async (at = opened.counts.length - 1) => {
    opened.counts[at]?.resolve(preview());
    await settle();
  };
  return { ...opened, choose, count };
}

async function follow(attempt: TransferAttempt) {
  const opened = open({ id: attempt.id });
  opened.reads[0]?.resolve(attempt);
  await settle();
  return opened;
}

describe('asking for a transfer', () => {
  test('counts a choice once, when it has settled', () => {
    const { actor, clock, counts } = ask();

    actor.send({ type: 'transfer.choose', choice: { to: people([1012]), paper: '' } });
    clock.increment(CHOICE_SETTLES_MS - 1);
    actor.send({ type: 'transfer.choose', choice: { to: people([1012, 1013]), paper: '' } });
    clock.increment(CHOICE_SETTLES_MS);

    expect(counts.length).toBe(1);
  });

  test('never shows the count of an earlier choice', async () => {
    const { choose, count, context } = ask();
    choose([1012]);
    choose([1012, 1013]);

    await count(0);

    expect(context().preview).toBeNull();
  });

  test('does not count other words of an attestation anew', async () => {
    const { choose, count, counts, context } = ask();
    choose([1012], 'Signed forms lie in Tulsa.');
    await count();
    choose([1012], 'Signed forms lie in Dallas.');

    expect([counts.length, context().choice.paper, context().preview]).toEqual([
      1,
      'Signed forms lie in Dallas.',
      preview(),
    ]);
  });

  test('sends what was shown, with the note', async () => {
    const { actor, choose, count, starts } = ask();
    choose([1012]);
    actor.send({ type: 'transfer.write', note: 'They know you.' });
    await count();

    actor.send({ type: 'transfer.confirm' });

    expect(starts.map(({ wish }) => wish)).toEqual([
      {
        selection: { ids: [1, 2, 3] },
        to: [1012],
        attested: null,
        confirmed: 1_219,
        note: 'They know you.',
        key: 'key 1',
      },
    ]);
  });

  test('tries again with the same key when no answer came, so that it starts once', async () => {
    const { actor, choose, count, starts } = ask();
    choose([1012]);
    await count();
    actor.send({ type: 'transfer.confirm' });
    starts[0]?.reject({ kind: 'offline' });
    await settle();

    actor.send({ type: 'transfer.confirm' });

    expect(starts.map(({ wish }) => wish.key)).toEqual(['key 1', 'key 1']);
  });

  test('is another transfer when anything is changed after no answer came: counted anew, with a new key', async () => {
    const { actor, choose, count, counts, starts } = ask();
    choose([1012]);
    await count();
    actor.send({ type: 'transfer.confirm' });
    starts[0]?.reject({ kind: 'offline' });
    await settle();

    actor.send({ type: 'transfer.write', note: 'They know you.' });
    expect(actor.getSnapshot().can({ type: 'transfer.confirm' })).toBe(false);
    choose([1012]);
    await count();
    actor.send({ type: 'transfer.confirm' });

    expect([counts.length, starts.map(({ wish: { key, note } }) => [key, note])]).toEqual([
      2,
      [
        ['key 1', ''],
        ['key 2', 'They know you.'],
      ],
    ]);
  });

  test('changes nothing of what is asked while it is being started', async () => {
    const { actor, choose, count, context } = ask();
    choose([1012]);
    await count();
    actor.send({ type: 'transfer.confirm' });

    choose([1013]);
    actor.send({ type: 'transfer.write', note: 'They know you.' });

    expect([context().choice.to, context().note]).toEqual([people([1012]), '']);
  });

  test('does not start while a word about consent is no sentence', async () => {
    const { actor, choose, count } = ask();
    choose([1012], 'Signed');
    await count();

    expect(actor.getSnapshot().can({ type: 'transfer.confirm' })).toBe(false);
  });

  test('counts anew when it was refused, and keeps why', async () => {
    const { actor, choose, count, counts, starts, context } = ask();
    choose([1012]);
    await count();
    actor.send({ type: 'transfer.confirm' });
    starts[0]?.reject({ kind: 'conflict', message: 'There are more by now.' });
    await settle();
    await count();

    expect([counts.length, context().refusal?.text, context().key]).toEqual([2, 'There are more by now.', 'key 2']);
  });

  test('is over before it begins where too many are selected', () => {
    const { actor } = open({ selection: { ids: [1] }, selected: 250_001, newKey: () => 'key' });

    expect(actor.getSnapshot().hasTag('tooMany')).toBe(true);
  });
});

describe('following a transfer', () => {
  test('moves with every chunk', async () => {
    const { facts$, context } = await follow(transfer());

    facts$.next({ type: 'transfer.progressed', transfer: transfer({ version: 8, done: 6_000 }), rows: [] });

    expect(context().attempt?.done).toBe(6_000);
  });

  test('does not go back when an older word comes late', async () => {
    const { facts$, actor, context } = await follow(complete());

    facts$.next({ type: 'transfer.changed', transfer: transfer({ version: 13 }) });

    expect([context().attempt?.version, actor.getSnapshot().hasTag('ended')]).toEqual([14, true]);
  });

  test('asks again after a gap', async () => {
    const { facts$, reads, context } = await follow(transfer());

    facts$.next({ type: 'stream.lost', ...PLACE });
    reads[1]?.resolve(complete());
    await settle();

    expect(context().attempt?.status).toBe('complete');
  });

  test('asks again when a transfer that should move is quiet, and not when it is over', async () => {
    const moving = await follow(transfer());
    const over = await follow(complete());

    moving.clock.increment(WORK_QUIET_MS);
    over.clock.increment(WORK_QUIET_MS);

    expect([moving.reads.length, over.reads.length]).toEqual([2, 1]);
  });

  test('gives back all, or the chosen ones alone', async () => {
    const all = await follow(complete());
    const some = await follow(complete());

    all.actor.send({ type: 'transfer.revert' });
    some.actor.send({ type: 'transfer.revertPart', ids: [501, 502] });

    expect([...all.changes, ...some.changes]).toEqual([
      { id: 61, change: { kind: 'revert', ids: null } },
      { id: 61, change: { kind: 'revert', ids: [501, 502] } },
    ]);
  });

  test('goes on with one that was cancelled, also after a part of it was given back', async () => {
    const { actor, changes } = await follow(
      complete({ status: 'cancelled', done: 4_000, put_back: { put_back: 2, kept: 0 } }),
    );

    actor.send({ type: 'transfer.goOn' });

    expect(changes).toEqual([{ id: 61, change: { kind: 'goOn' } }]);
  });

  test('cannot be reverted twice', async () => {
    const { actor } = await follow(complete({ reverted: true, put_back: { put_back: 12_331, kept: 0 } }));

    expect(actor.getSnapshot().can({ type: 'transfer.revert' })).toBe(false);
  });
});
