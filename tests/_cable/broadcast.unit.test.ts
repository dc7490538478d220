import { expect, test } from 'vitest';
import type { PublishedEvent } from '../../server/adapters/pub-sub/pub-sub.ts';
import { Broadcast, type Reader } from '../../server/cable/broadcast.ts';
import { createGate } from '../../server/gate.ts';
import { type DisconnectReason, textFrame } from '../../server/cable/protocol.ts';

/** Keeps what it is given. */
class KeepingReader implements Reader {
  readonly written: Buffer[] = [];
  readonly told: DisconnectReason[] = [];
  deliver(frame: Buffer): boolean {
    this.written.push(frame);
    return true;
  }
  disconnect(reason: DisconnectReason): void {
    this.told.push(reason);
  }
}

const event = (offset: number, epoch = 'e'): PublishedEvent => ({
  sequence: offset,
  stream: 's',
  epoch,
  offset,
  body: { type: 'told' },
});

const offsetsOf = ({ written }: KeepingReader): number[] =>
  [
    ...Buffer.concat(written)
      .toString('latin1')
      .matchAll(/"offset":(\d+)/g),
  ].map(([, offset]) => Number(offset));

function listen(broadcast = new Broadcast(), identifier = 'i') {
  const reader = new KeepingReader();
  return { broadcast, reader, listener: broadcast.listen(reader, identifier, 's') };
}

test('a listener hears nothing before it is released, and then what its position does not cover', () => {
  const { broadcast, reader, listener } = listen();

  broadcast.publish([event(1), event(2)]);
  broadcast.publish([event(3)]);
  expect(reader.written).toEqual([]);

  broadcast.release(listener, { epoch: 'e', offset: 1 });
  expect(offsetsOf(reader)).toEqual([2, 3]);
});

test('an event that the position covers already is not heard again', () => {
  const { broadcast, reader, listener } = listen();
  broadcast.release(listener, { epoch: 'e', offset: 2 });

  broadcast.publish([event(1), event(2)]);
  broadcast.publish([event(2), event(3)]);

  expect(offsetsOf(reader)).toEqual([3]);
});

test('a new epoch is heard from its first offset', () => {
  const { broadcast, reader, listener } = listen();
  broadcast.release(listener, { epoch: 'e', offset: 7 });

  broadcast.publish([event(1, 'f')]);

  expect(offsetsOf(reader)).toEqual([1]);
});

test('readers with the same identifier are given the very same frame', () => {
  const { broadcast, reader, listener } = listen();
  const second = listen(broadcast);
  const other = listen(broadcast, 'other');
  for (const each of [listener, second.listener, other.listener]) broadcast.release(each, { epoch: 'e', offset: 0 });

  broadcast.publish([event(1)]);

  expect(second.reader.written[0]).toBe(reader.written[0]);
  expect(other.reader.written[0]).not.toBe(reader.written[0]);
});

test('a reader that is held up for more than 1,000 events is sent away', () => {
  const { broadcast, reader } = listen();

  broadcast.publish(Array.from({ length: 1_000 }, (_, i) => event(i + 1)));
  expect(reader.told).toEqual([]);
  broadcast.publish([event(1_001)]);

  expect(reader.told).toEqual(['too_slow']);
});

test('a listener that left hears nothing', () => {
  const { broadcast, reader, listener } = listen();
  broadcast.release(listener, { epoch: 'e', offset: 0 });

  broadcast.leave(listener);
  broadcast.publish([event(1)]);

  expect(reader.written).toEqual([]);
});

test.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 255, 255]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('a frame of %i bytes has the head of RFC 6455', (bytes, head) => {
  const frame = textFrame('x'.repeat(bytes));

  expect([...frame.subarray(0, head.length)]).toEqual(head);
  expect(frame.length).toBe(head.length + bytes);
});

test('a gate lets in as many as it has places, the others in their order', async () => {
  const gate = createGate(2);
  const steps: string[] = [];
  const doors = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const work = doors.map((door, i) =>
    gate(async () => {
      steps.push(`in ${i}`);
      await door.promise;
      if (i === 0) throw new Error('failed');
    }).catch(() => steps.push(`failed ${i}`)),
  );

  await Promise.resolve();
  expect(steps).toEqual(['in 0', 'in 1']);
  doors[0]?.resolve();
  await work[0];
  doors[1]?.resolve();
  await work[1];
  for (const door of doors) door.resolve();
  await Promise.all(work);

  expect(steps).toEqual(['in 0', 'in 1', expect.anything(), expect.anything(), 'in 3']);
  expect(steps.slice(2, 4).toSorted()).toEqual(['failed 0', 'in 2']);
});
