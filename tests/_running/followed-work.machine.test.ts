import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { WORK_BACKOFF_MAX_MS, WORK_GIVE_UP_MS } from '../../src/machines/_running/followed-setup.ts';
import { follow, held, heldForGood, QUIET_MS } from './held-work.ts';

const OFFLINE = new ApiError('offline', { code: 'unreachable', message: 'x' });
const MISSING = new ApiError('notFound', { code: 'not_found', message: 'Not found.' });
const REFUSED = new ApiError('conflict', { code: 'conflict', message: 'This has ended.', requestId: 'r1' });

describe('work that is opened', () => {
  test.each(['running', 'paused', 'ended'] as const)('is %s where the server says so', async (at) => {
    const { reply, stage } = follow();
    await reply(held({ at }));

    expect(stage()).toBe(at);
  });

  test('is available immediately if already loaded, without a read', () => {
    const { reads, stage } = follow(undefined, held({ at: 'ended' }));

    expect([stage(), reads.length]).toEqual(['ended', 0]);
  });

  test('says why it could not be read, and is read again by itself, later each time', async () => {
    const { clock, now, reads, reply } = follow();
    const gaps: number[] = [];
    for (let tries = 1; tries <= 6; tries += 1) {
      await reply(OFFLINE);
      const asked = reads.length;
      let gap = 0;
      while (reads.length === asked) {
        clock.increment(1_000);
        gap += 1_000;
      }
      gaps.push(gap);
    }

    expect([now().hasTag('unreachable'), now().context.failure?.again]).toEqual([true, true]);
    expect(gaps).toEqual([2_000, 4_000, 8_000, 16_000, WORK_BACKOFF_MAX_MS, WORK_BACKOFF_MAX_MS]);
  });

  test('is shown without a word of the failure once it could be read', async () => {
    const { clock, now, reply, stage } = follow();
    await reply(OFFLINE);
    clock.increment(QUIET_MS);
    await reply(held());

    expect([stage(), now().context.failure, now().context.refusal]).toEqual(['running', null, null]);
  });

  test('is shown without the error after the next update', async () => {
    const { now, reply, stage, tell } = follow();
    await reply(OFFLINE);
    tell(held());

    expect([stage(), now().context.failure]).toEqual(['running', null]);
  });

  test('reloads on request, without waiting', async () => {
    const { actor, reads, reply, stage } = follow();
    await reply(OFFLINE);
    actor.send({ type: 'work.reload' });

    expect([stage(), reads.length]).toEqual(['loading', 2]);
  });

  test('that is not there is not asked for any more', async () => {
    const { clock, reads, reply, stage } = follow();
    await reply(MISSING);
    clock.increment(WORK_BACKOFF_MAX_MS);

    expect([stage(), reads.length]).toEqual(['missing', 1]);
  });

  test('turns out not to be there after the server was out of reach', async () => {
    const { clock, reply, stage } = follow();
    await reply(OFFLINE);
    clock.increment(QUIET_MS);
    await reply(MISSING);

    expect(stage()).toBe('missing');
  });
});

describe('news', () => {
  test('that are older than what is known change nothing', async () => {
    const { now, reply, stage, tell } = follow();
    await reply(held({ at: 'ended', version: 9 }));
    tell(held({ version: 8 }));

    expect([stage(), now().context.work?.version]).toEqual(['ended', 9]);
  });

  test('of other work change nothing', async () => {
    const { now, reply, tell } = follow();
    await reply(held());
    tell(held({ id: 62, at: 'ended', version: 99 }));

    expect(now().context.work).toEqual(held());
  });

  test('that come while it is read again after a gap stay, where the answer is older', async () => {
    const { drop, now, reads, reply, stage, tell } = follow();
    await reply(held());
    drop();
    expect([stage(), reads.length]).toEqual(['running', 2]);
    tell(held({ at: 'ended', version: 9 }));
    await reply(held({ version: 8 }));

    expect([stage(), now().context.work?.version]).toEqual(['ended', 9]);
  });

  test('from the reading after a gap win, where they are newer', async () => {
    const { drop, reply, stage, tell } = follow();
    await reply(held());
    drop();
    tell(held({ version: 8 }));
    await reply(held({ at: 'ended', version: 9 }));

    expect(stage()).toBe('ended');
  });

  test('of a gap during a reading make that reading void', async () => {
    const { drop, now, reply } = follow();
    drop();
    await reply(held({ version: 12 }), 1);
    await reply(held({ version: 13 }), 0);

    expect(now().context.work?.version).toBe(12);
  });
});

describe('silence', () => {
  test('of running work makes it read again, of paused and ended work does not', async () => {
    const asked: number[] = [];
    for (const at of ['running', 'paused', 'ended'] as const) {
      const { clock, reads, reply } = follow();
      await reply(held({ at }));
      clock.increment(QUIET_MS);
      asked.push(reads.length);
    }

    expect(asked).toEqual([2, 1, 1]);
  });

  test('restarts with every update', async () => {
    const { clock, reads, reply, tell } = follow();
    await reply(held());
    clock.increment(QUIET_MS - 1);
    tell(held({ version: 8 }));
    clock.increment(QUIET_MS - 1);

    expect(reads).toHaveLength(1);
  });

  test('keeps what is known when the server is out of reach, and tries again', async () => {
    const { clock, now, reads, reply, stage } = follow();
    await reply(held());
    clock.increment(QUIET_MS);
    await reply(OFFLINE);
    expect([stage(), now().context.work]).toEqual(['running', held()]);
    clock.increment(QUIET_MS);

    expect(reads).toHaveLength(3);
  });

  test('for minutes ends the reading, until an update or a request', async () => {
    const { actor, clock, now, reads, reply, tell } = follow();
    await reply(held());
    clock.increment(WORK_GIVE_UP_MS);
    await reply(held());
    const asked = reads.length;
    clock.increment(WORK_BACKOFF_MAX_MS);
    expect([now().hasTag('silent'), reads.length]).toEqual([true, asked]);
    tell(held({ version: 8 }));
    expect(now().hasTag('silent')).toBe(false);
    clock.increment(QUIET_MS);
    expect(reads).toHaveLength(asked + 1);

    clock.increment(WORK_GIVE_UP_MS);
    actor.send({ type: 'work.reload' });
    expect([now().hasTag('silent'), reads.length > asked + 1]).toEqual([false, true]);
  });

  test('for minutes is counted from the last word', async () => {
    const { clock, now, reply, tell } = follow();
    await reply(held());
    clock.increment(WORK_GIVE_UP_MS - 1);
    tell(held({ version: 8 }));
    clock.increment(WORK_GIVE_UP_MS - 1);
    expect(now().hasTag('silent')).toBe(false);
    clock.increment(1);

    expect(now().hasTag('silent')).toBe(true);
  });

  test('for minutes ends the tries at a server out of reach as well', async () => {
    const { clock, reads, reply } = follow();
    clock.increment(WORK_GIVE_UP_MS);
    await reply(OFFLINE);
    clock.increment(WORK_BACKOFF_MAX_MS);

    expect(reads).toHaveLength(1);
  });

  test('for minutes means nothing where work has ended, or its kind does not give up', async () => {
    const ended = follow();
    await ended.reply(held({ at: 'ended' }));
    const patient = follow(heldForGood);
    await patient.reply(held());
    for (const { clock } of [ended, patient]) clock.increment(WORK_GIVE_UP_MS);

    expect([ended.now().hasTag('silent'), patient.now().hasTag('silent')]).toEqual([false, false]);
  });

  test('ends with the connection', async () => {
    const { clock, drop, now, reply } = follow();
    await reply(held());
    clock.increment(WORK_GIVE_UP_MS);
    drop();

    expect([now().hasTag('silent'), now().value.copy]).toEqual([false, 'reading']);
  });
});

describe('a command', () => {
  test.each([
    ['running', ['work.pause', 'work.cancel']],
    ['paused', ['work.resume', 'work.cancel']],
    ['ended', ['work.undo']],
  ] as const)('of %s work is one that its kind offers', async (at, offered) => {
    const { now, reply } = follow();
    await reply(held({ at }));
    const all = ['work.pause', 'work.resume', 'work.cancel', 'work.undo'] as const;

    expect(all.filter((type) => now().can({ type }))).toEqual(offered);
  });

  test('is not there before the work is known', () => {
    expect(follow().now().can({ type: 'work.cancel' })).toBe(false);
  });

  test('is sent once, and its answer counts', async () => {
    const { actor, agree, changes, now, reply, stage } = follow();
    await reply(held());
    actor.send({ type: 'work.cancel' });
    actor.send({ type: 'work.pause' });
    expect(now().hasTag('busy')).toBe(true);
    await agree(held({ at: 'ended', version: 8 }));

    expect(changes.map(({ asked }) => asked)).toEqual([
      { id: 61, change: { command: 'cancel', ids: null }, key: 'key 1' },
    ]);
    expect([stage(), now().hasTag('busy')]).toEqual(['ended', false]);
  });

  test('undoes everything, or the named contacts alone', async () => {
    const all = follow(undefined, held({ at: 'ended' }));
    const some = follow(undefined, held({ at: 'ended' }));
    all.actor.send({ type: 'work.undo' });
    some.actor.send({ type: 'work.undo', ids: [501, 502] });

    expect([...all.changes, ...some.changes].map(({ asked }) => asked.change.ids)).toEqual([null, [501, 502]]);
  });

  test('that is refused leaves the work as it was and says why, until another is asked', async () => {
    const { actor, agree, now, reply, stage } = follow();
    await reply(held());
    actor.send({ type: 'work.cancel' });
    await agree(REFUSED);
    expect([stage(), now().context.refusal]).toEqual([
      'running',
      { text: 'This has ended.', missing: false, again: false, requestId: 'r1' },
    ]);
    actor.send({ type: 'work.pause' });

    expect(now().context.refusal).toBeNull();
  });

  test('is repeated with its key after a lost response; a refused one and another one get new keys', async () => {
    const { actor, agree, changes, reply } = follow();
    await reply(held());
    actor.send({ type: 'work.cancel' });
    await agree(OFFLINE);
    actor.send({ type: 'work.cancel' });
    await agree(REFUSED);
    actor.send({ type: 'work.cancel' });
    await agree(OFFLINE);
    actor.send({ type: 'work.pause' });

    expect(changes.map(({ asked }) => asked.key)).toEqual(['key 1', 'key 1', 'key 2', 'key 3']);
  });
});

test('a stream that fails does not end the work', async () => {
  const { actor, facts$, reply, stage } = follow();
  await reply(held());
  facts$.error(new Error('bug'));

  expect([actor.getSnapshot().status, stage()]).toEqual(['active', 'running']);
});
