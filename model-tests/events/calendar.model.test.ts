import { expect, test } from 'vitest';
import { calendarMachine } from '../../src/machines/events/calendar.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const ALONE = { id: 1, version: 1, title: 'Review', occurrence: null };
const OF_SERIES = { ...ALONE, occurrence: '2027-03-01T09:00' };
const move = (event: object) => ({ type: 'calendar.move', event, times: { start_time: '10:00' } });
const remove = (event: object) => ({ type: 'calendar.remove', event });
const choose = (scope: string) => ({ type: 'calendar.choose', scope });

const acts = (event: { type: string }): Model['moves'][string] => ({
  when: (s) => s.can(event),
  go: ({ send }) => send(event),
});

/** Everything that a person and the server can do to the events of a calendar. */
const calendarModel: Model = {
  name: 'calendar',
  starts: {
    'a calendar': ({ hold }) => {
      let keys = 0;
      return {
        machine: calendarMachine.provide({ actors: { writeEvent: hold('writeEvent') } }),
        input: { newKey: () => `key-${(keys += 1)}` },
      };
    },
  },
  key: ({ context }) => JSON.stringify([context.write.event, context.write.times, context.write.scope]),
  moves: {
    'the person moves an event': acts(move(ALONE)),
    'the person moves one of a series': acts(move(OF_SERIES)),
    'the person deletes an event': acts(remove(ALONE)),
    'the person deletes one of a series': acts(remove(OF_SERIES)),
    'the person means this one': acts(choose('one')),
    'the person means all': acts(choose('all')),
    'the person cancels': acts({ type: 'calendar.cancel' }),
    'it is written': { when: runs('writeEvent'), go: ({ ports }) => ports.done('writeEvent', 7) },
    'it is refused': { when: runs('writeEvent'), go: ({ ports }) => ports.failed('writeEvent', new Error('no')) },
  },
};

test('a calendar is walked through every state and transition', async () => {
  expect((await walk(calendarModel)).missing).toEqual({ states: [], transitions: [] });
});
