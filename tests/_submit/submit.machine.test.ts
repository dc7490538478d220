import { createActor, fromPromise } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../src/api/errors.ts';
import { type Sending, submitMachine } from '../../src/machines/_submit/submit.machine.ts';

const fail = (kind: ApiErrorKind) => new ApiError(kind, { code: kind, message: kind });

/** Answers each sending with what comes next in `replies`. */
function open(replies: unknown[]) {
  const sent: { args: unknown; key: string }[] = [];
  const told: unknown[] = [];
  let keys = 0;
  const actor = createActor(
    submitMachine.provide({
      actors: {
        send: fromPromise<unknown, Sending>(({ input: { args, key, onProgress } }) => {
          sent.push({ args, key });
          onProgress(0.5);
          const reply = replies.shift();
          return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
        }),
      },
      actions: {
        tellDone: (_, params) => told.push(params),
        tellFailed: (_, params) => told.push(params),
      },
    }),
    {
      input: {
        newKey: () => {
          keys += 1;
          return `key-${keys}`;
        },
      },
    },
  ).start();
  const settled = (state: string) => vi.waitFor(() => expect(actor.getSnapshot().value).toBe(state), { interval: 1 });
  return { actor, sent, told, settled };
}

const name = { name: 'A' };

describe('a submit', () => {
  test('takes nothing else while it is under way', async () => {
    const { actor, sent, settled } = open(['ok']);

    actor.send({ type: 'submit.send', args: name });
    actor.send({ type: 'submit.send', args: { name: 'B' } });
    await settled('done');

    expect(sent).toEqual([{ args: name, key: 'key-1' }]);
  });

  test('tells the reply with what was sent', async () => {
    const { actor, told, settled } = open(['ok']);

    actor.send({ type: 'submit.send', args: name });
    await settled('done');

    expect(told).toEqual([{ reply: 'ok', args: name }]);
  });

  test('gets a key of its own each time', async () => {
    const { actor, sent, settled } = open(['ok', 'ok']);

    actor.send({ type: 'submit.send', args: name });
    await settled('done');
    actor.send({ type: 'submit.send', args: name });
    await settled('done');

    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });
});

describe('after a failure', () => {
  test('a retry repeats arguments and key', async () => {
    const { actor, sent, settled } = open([fail('offline'), 'ok']);
    actor.send({ type: 'submit.send', args: name });
    await settled('failed');

    actor.send({ type: 'submit.retry' });
    await settled('done');

    expect(sent).toEqual([
      { args: name, key: 'key-1' },
      { args: name, key: 'key-1' },
    ]);
  });

  test.each<ApiErrorKind>(['offline', 'server', 'contract'])(
    'that leaves the outcome open (%s), the same again keeps its key',
    async (kind) => {
      const { actor, sent, settled } = open([fail(kind), 'ok']);
      actor.send({ type: 'submit.send', args: { name: 'A' } });
      await settled('failed');

      actor.send({ type: 'submit.send', args: { name: 'A' } });
      await settled('done');

      expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
    },
  );

  test('other arguments get another key', async () => {
    const { actor, sent, settled } = open([fail('offline'), 'ok']);
    actor.send({ type: 'submit.send', args: name });
    await settled('failed');

    actor.send({ type: 'submit.send', args: { name: 'B' } });
    await settled('done');

    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  test('a refused input gets another key', async () => {
    const { actor, sent, settled } = open([fail('rejected'), 'ok']);
    actor.send({ type: 'submit.send', args: name });
    await settled('failed');

    actor.send({ type: 'submit.send', args: name });
    await settled('done');

    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  test('a reset forgets it', async () => {
    const { actor, settled } = open([fail('rejected')]);
    actor.send({ type: 'submit.send', args: name });
    await settled('failed');

    actor.send({ type: 'submit.reset' });

    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { error: null, args: null } });
  });
});
