import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { TransferAttempt, TransferPreview } from '#contract/transfers.contract.ts';
import {
  CHOICE_SETTLES_MS,
  type ConfirmedTransfer,
  type TransferInput,
  type TransferWish,
} from '../../src/machines/transfers/transfer-setup.ts';
import { transferWork } from '../../src/machines/transfers/transfer-work.ts';
import { transferMachine } from '../../src/machines/transfers/transfer.machine.ts';
import { complete, preview, transfer } from './transfer-fixtures.ts';

function open(input: TransferInput) {
  const counts: PromiseWithResolvers<TransferPreview>[] = [];
  const starts: (PromiseWithResolvers<TransferAttempt> & { wish: ConfirmedTransfer })[] = [];
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
    },
  });
  const actor = createActor(machine, { clock, input }).start();
  return { actor, clock, counts, starts, context: () => actor.getSnapshot().context };
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

describe('a transfer that is followed', () => {
  const COMMANDS = ['pause', 'resume', 'cancel', 'undo'] as const;
  const back = { put_back: 2, kept: 0 };

  test.each([
    ['queued', transfer({ status: 'queued' }), 'running', ['cancel']],
    ['moving', transfer(), 'running', ['cancel']],
    ['being cancelled', transfer({ status: 'cancelling' }), 'running', []],
    ['being reverted', complete({ revert: true }), 'running', []],
    ['complete', complete(), 'ended', ['undo']],
    ['cancelled', complete({ status: 'cancelled', done: 4_000 }), 'ended', ['resume', 'undo']],
    ['failed', complete({ status: 'failed' }), 'ended', ['resume', 'undo']],
    ['partly reverted', complete({ put_back: back }), 'ended', ['undo']],
    ['cancelled and partly reverted', complete({ status: 'cancelled', put_back: back }), 'ended', ['resume', 'undo']],
    ['reverted', complete({ reverted: true, put_back: { put_back: 12_331, kept: 0 } }), 'ended', []],
    ['all given back one by one', complete({ put_back: { put_back: 12_331, kept: 0 } }), 'ended', []],
  ] as const)('and is %s offers what it can be asked for', (_, attempt, stage, offered) => {
    const commands = COMMANDS.filter((command) => transferWork.offers(attempt, command));

    expect([transferWork.stageOf(attempt), commands]).toEqual([stage, offered]);
  });
});
