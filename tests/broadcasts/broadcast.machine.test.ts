import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { draftOf } from '../../src/machines/broadcasts/broadcast-context.ts';
import { SAVE_AFTER_MS, SAVE_AGAIN_MS } from '../../src/machines/broadcasts/broadcast-setup.ts';
import { WORK_QUIET_MS } from '../../src/machines/_running/work.ts';
import { heard, open, openAs } from './broadcast-actor.ts';
import { broadcast, sending } from './broadcast-fixtures.ts';

const error = (kind: ConstructorParameters<typeof ApiError>[0], message = 'x') =>
  new ApiError(kind, { code: kind, message, fields: { body: ['Too long.'] } });
const types = (body: string) => ({ type: 'broadcast.edit', edits: { body }, isTyped: true }) as const;

describe('a draft that is written', () => {
  test('is saved once typing pauses, based on the version that was read', async () => {
    const { send, clock, saves, now } = await openAs({ version: 4 });
    send(types('Hi'));
    clock.increment(SAVE_AFTER_MS - 1);
    send(types('Hi Ada'));
    clock.increment(SAVE_AFTER_MS - 1);
    expect([saves.length, draftOf(now().context)?.body]).toEqual([0, 'Hi Ada']);

    clock.increment(1);
    expect(saves).toMatchObject([{ version: 4, edits: { body: 'Hi Ada' }, key: 'key-1' }]);
  });

  test('is saved at once when a choice is made, or another step is opened', async () => {
    const { send, saves, now } = await openAs();
    send({ type: 'broadcast.edit', edits: { schedule: { kind: 'now' } }, isTyped: false });
    expect(saves.length).toBe(1);
    saves[0]?.resolve(broadcast({ version: 2 }));
    await heard();

    send(types('Hi'));
    send({ type: 'broadcast.at', step: 'check' });
    expect([saves.length, now().value.stage]).toEqual([2, { draft: 'check' }]);
  });

  test('is saved when the page is left, if something is unsaved', async () => {
    const { send, saves } = await openAs();
    send({ type: 'broadcast.leave' });
    expect(saves.length).toBe(0);

    send(types('Hi'));
    send({ type: 'broadcast.leave' });
    expect(saves[0]?.edits).toEqual({ body: 'Hi' });
  });

  test('saves what is typed during a save with the next one, on its version', async () => {
    const { send, clock, saves, now } = await openAs();
    send(types('Hi'));
    clock.increment(SAVE_AFTER_MS);
    send(types('Hi Ada'));
    saves[0]?.resolve(broadcast({ version: 2 }));
    await heard();
    expect([now().hasTag('saved'), draftOf(now().context)?.body]).toEqual([false, 'Hi Ada']);

    clock.increment(SAVE_AFTER_MS);
    expect(saves[1]).toMatchObject({ version: 2, edits: { body: 'Hi Ada' }, key: 'key-2' });
  });

  test('goes again as it was when no answer came, and what was typed since goes after it', async () => {
    const { send, clock, saves, now } = await openAs();
    send(types('Hi'));
    clock.increment(SAVE_AFTER_MS);
    saves[0]?.reject(error('offline'));
    await heard();
    send(types('Hi Ada'));
    expect(now().hasTag('late')).toBe(true);

    clock.increment(SAVE_AGAIN_MS);
    expect(saves[1]).toMatchObject({ edits: { body: 'Hi' }, key: 'key-1' });
    saves[1]?.resolve(broadcast({ version: 2 }));
    await heard();
    clock.increment(SAVE_AFTER_MS);
    expect(saves[2]).toMatchObject({ version: 2, edits: { body: 'Hi Ada' }, key: 'key-2' });
  });

  test('keeps what the server refuses, with the reason at its field', async () => {
    const { send, clock, saves, now } = await openAs();
    send(types('Hi'));
    clock.increment(SAVE_AFTER_MS);
    saves[0]?.reject(error('rejected'));
    await heard();

    expect(draftOf(now().context)?.body).toBe('Hi');
    expect(now().context.saveFailure?.fields).toEqual({ body: ['Too long.'] });
    send(types('H'));
    clock.increment(SAVE_AFTER_MS);
    expect(saves[1]).toMatchObject({ edits: { body: 'H' }, key: 'key-2' });
  });

  test('shows what was typed though the server tidies it, until there is another version', async () => {
    const { send, clock, saves, hear, now } = await openAs();
    const stored = (version: number) => broadcast({ version, content: { ...broadcast().content, body: 'Hi' } });
    send(types('Hi '));
    clock.increment(SAVE_AFTER_MS);
    saves[0]?.resolve(stored(2));
    await heard();
    expect(draftOf(now().context)?.body).toBe('Hi ');

    hear(stored(3));
    expect(draftOf(now().context)?.body).toBe('Hi');
  });

  test('takes a template instead of what was typed before it', async () => {
    const { send, saves } = await openAs();
    send(types('Hi'));
    send({ type: 'broadcast.edit', edits: { campaign_trigger_id: 3 }, isTyped: false });

    expect(saves[0]?.edits).toEqual({ campaign_trigger_id: 3 });
  });
});

describe('a draft that someone else changed first', () => {
  async function conflicted() {
    const opened = await openAs();
    opened.send(types('Mine'));
    opened.hear(broadcast({ version: 2, content: { ...broadcast().content, body: 'Theirs' } }));
    opened.clock.increment(SAVE_AFTER_MS);
    expect(opened.saves[0]?.version).toBe(1);
    opened.saves[0]?.reject(error('conflict'));
    await heard();
    opened.reads[1]?.resolve(broadcast({ version: 2, content: { ...broadcast().content, body: 'Theirs' } }));
    await heard();
    expect(opened.now().hasTag('conflicted')).toBe(true);
    return opened;
  }

  test('is saved over theirs only when the person says so', async () => {
    const { send, clock, saves } = await conflicted();
    clock.increment(SAVE_AGAIN_MS);
    expect(saves.length).toBe(1);

    send({ type: 'broadcast.keepMine' });
    expect(saves[1]).toMatchObject({ version: 2, edits: { body: 'Mine' } });
  });

  test('becomes theirs when the person says so', async () => {
    const { send, now, saves } = await conflicted();
    send({ type: 'broadcast.takeTheirs' });

    expect([draftOf(now().context)?.body, now().hasTag('saved'), saves.length]).toEqual(['Theirs', true, 1]);
  });

  test('says that a change was lost when they scheduled it', async () => {
    const { send, hear, now, stage } = await openAs();
    send(types('Mine'));
    hear(broadcast({ version: 2, status: 'scheduled' }));

    expect([stage(), now().context.isLost, now().hasTag('saved')]).toEqual(['scheduled', true, true]);
  });
});

describe('sending', () => {
  const atCheck = async () => {
    const opened = await openAs({ schedule: { kind: 'now' } });
    opened.send({ type: 'broadcast.at', step: 'check' });
    return opened;
  };
  const SEND = { type: 'broadcast.send', recipients: 2_040 } as const;

  test('asks for the number on the button, and follows the answer', async () => {
    const { send, changes, stage } = await atCheck();
    send(SEND);
    expect(changes[0]?.change).toEqual({ kind: 'send', recipients: 2_040 });

    changes[0]?.resolve(sending());
    await heard();
    expect(stage()).toBe('sending');
  });

  test('waits until everything is saved', async () => {
    const { send, changes, now } = await atCheck();
    send({ type: 'broadcast.edit', edits: { schedule: { kind: 'now' } }, isTyped: false });
    expect(now().can(SEND)).toBe(false);
    send(SEND);
    expect(changes.length).toBe(0);
  });

  test('needs someone to go to, and a time', async () => {
    const { now: nobody, send: sendNobody } = await openAs({
      schedule: { kind: 'now' },
      audience: { ...broadcast().audience!, recipients: 0 },
    });
    const { now: never, send: sendNever } = await openAs();
    sendNobody({ type: 'broadcast.at', step: 'check' });
    sendNever({ type: 'broadcast.at', step: 'check' });
    expect([nobody().can(SEND), never().can(SEND)]).toEqual([false, false]);
  });

  test('goes again with its key when no answer came', async () => {
    const { send, changes } = await atCheck();
    send(SEND);
    changes[0]?.reject(error('offline'));
    await heard();
    send(SEND);
    expect(changes.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  });

  test('reads again what it is when the number was another one', async () => {
    const { send, changes, reads, now } = await atCheck();
    send(SEND);
    changes[0]?.reject(error('conflict', 'The audience changed.'));
    await heard();
    expect([now().context.refusal?.text, reads.length]).toEqual(['The audience changed.', 2]);
  });

  test('knows that the wallet is short, so that the page leads to it', async () => {
    const { send, changes, now } = await atCheck();
    send(SEND);
    changes[0]?.reject(
      Object.assign(error('rejected', 'The wallet is $1.00 short.'), { fields: { wallet: ['Short.'] } }),
    );
    await heard();
    expect(now().context.refusal).toMatchObject({ text: 'The wallet is $1.00 short.', isShort: true });
  });
});

describe('a broadcast under way', () => {
  test('is paused and resumed', async () => {
    const { send, changes, stage } = await openAs(sending());
    send({ type: 'broadcast.pause' });
    changes[0]?.resolve(sending({ status: 'paused', version: 10 }));
    await heard();
    expect(stage()).toBe('paused');

    send({ type: 'broadcast.resume' });
    changes[1]?.resolve(sending({ version: 11 }));
    await heard();
    expect(stage()).toBe('sending');
  });

  test('keeps what is newer, whichever way it came', async () => {
    const { hear, now } = await openAs(sending());
    hear(sending({ version: 11, rate: 8 }));
    hear(sending({ version: 10, rate: 4 }));
    expect(now().context.broadcast?.rate).toBe(8);
  });

  test('is read again when nothing is heard of it', async () => {
    const { clock, reads } = await openAs(sending());
    clock.increment(WORK_QUIET_MS);
    expect(reads.length).toBe(2);
  });

  test('is read again while the audience of a large draft is counted', async () => {
    const { clock, reads } = await openAs({ audience: null });
    clock.increment(WORK_QUIET_MS);
    expect(reads.length).toBe(2);
  });

  test('is not read again while it waits for its time', async () => {
    const { clock, reads } = await openAs({ status: 'scheduled' });
    clock.increment(WORK_QUIET_MS * 10);
    expect(reads.length).toBe(1);
  });
});

test('a draft that is deleted is gone', async () => {
  const { send, changes, stage } = await openAs();
  send({ type: 'broadcast.delete' });
  changes[0]?.resolve(null);
  await heard();
  expect(stage()).toBe('deleted');
});

test('a broadcast that is not there is missing; one out of reach is read again', async () => {
  const [gone, away] = [open(), open()];
  gone.reads[0]?.reject(error('notFound'));
  away.reads[0]?.reject(error('offline'));
  await heard();
  expect([gone.stage(), away.stage()]).toEqual(['missing', 'unreachable']);

  away.send({ type: 'broadcast.reload' });
  away.reads[1]?.resolve(broadcast());
  await heard();
  expect(away.stage()).toEqual({ draft: 'audience' });
});
