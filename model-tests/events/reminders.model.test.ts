import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { remindersMachine } from '../../src/machines/events/reminders.machine.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const NOW = Date.parse('2026-11-30T15:00:00Z');
const due = (starts: string, minutes = 15): Move => ({
  go: ({ send }) =>
    send({
      type: 'event.due',
      event_id: 1,
      key: '1',
      title: 'Review',
      starts_at: starts,
      minutes,
      day: null,
      needs_soa: false,
    }),
});
const booked = (what: 'booked' | 'cancelled'): Move => ({
  go: ({ send }) =>
    send({
      type: 'booking.changed',
      booking_id: 7,
      what,
      event_id: 1,
      title: 'Review',
      name: 'Ada Reyes',
      starts_at: '2026-12-01T15:00:00Z',
    }),
});
const announced: string[] = [];
const toldOf = (snapshot: AnyMachineSnapshot) => (snapshot.context as { told: readonly string[] }).told;

/** Everything that the server and the connection can say of reminders. */
const model: Model = {
  name: 'reminders',
  starts: {
    'a page': ({ hold }) => ({
      machine: remindersMachine.provide({
        actors: { broadcasts: hold('broadcasts') },
        actions: { announce: (_, { due: one }) => void announced.push(one.starts_at) },
      }),
      input: { now: () => NOW },
    }),
  },
  key: (snapshot) => JSON.stringify([...toldOf(snapshot)].toSorted()),
  always: (snapshot) => {
    const told = toldOf(snapshot);
    if (new Set(told).size < told.length) throw new Error('a reminder is announced twice');
  },
  moves: {
    'an event is due': due('2026-11-30T15:15:00Z'),
    'its next reminder is due': due('2026-11-30T15:15:00Z', 5),
    'one that has just begun is due': due('2026-11-30T14:58:00Z', 0),
    'one that began long ago is due': due('2026-11-30T14:00:00Z'),
    'a visitor books': booked('booked'),
    'a visitor cancels': booked('cancelled'),
    'the stream begins': { go: ({ send }) => send({ type: 'stream.positioned' }) },
    'the stream has a gap': { go: ({ send }) => send({ type: 'stream.lost' }) },
    'the stream fails': { when: runs('broadcasts'), go: ({ ports }) => ports.failed('broadcasts') },
  },
};

describe('reminders', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(model);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('of events that are over are never announced', () => expect(announced).not.toContain('2026-11-30T14:00:00Z'));

  test('of events that have just begun are', () => expect(announced).toContain('2026-11-30T14:58:00Z'));
});
