import { expect, test } from 'vitest';
import { SEARCH_DEBOUNCE_MS, searchBoxMachine } from '../../src/machines/contacts/search-box.machine.ts';
import { type Model, walk } from '../_walk/walk.ts';

const searchBoxModel: Model = {
  name: 'search-box',
  starts: {
    'with an empty scope': () => ({ machine: searchBoxMachine, input: { text: '' } }),
    'with a search in the address': () => ({ machine: searchBoxMachine, input: { text: 'garza' } }),
  },
  key: ({ context }) => JSON.stringify([context.text, context.applied]),
  moves: {
    'the person types': { go: ({ send }) => send({ type: 'search.type', text: 'lopez ' }) },
    'the person empties the field': { go: ({ send }) => send({ type: 'search.type', text: '' }) },
    'the person presses Enter': { go: ({ send }) => send({ type: 'search.submit' }) },
    'half of the wait passes': { go: ({ clock }) => clock.increment(SEARCH_DEBOUNCE_MS / 2) },
    'the whole wait passes': { go: ({ clock }) => clock.increment(SEARCH_DEBOUNCE_MS) },
    'the scope searches for nothing': { go: ({ send }) => send({ type: 'search.adopt', text: '' }) },
    'the scope searches for somebody else': { go: ({ send }) => send({ type: 'search.adopt', text: 'garza' }) },
  },
  always: (snapshot) => {
    const { text, applied } = snapshot.context;
    expect(snapshot.hasTag('waiting') || text.trim() === applied).toBe(true);
  },
};

test('a search box is walked through every state and transition, and never rests on a text that it has not searched for', async () => {
  expect((await walk(searchBoxModel)).missing).toEqual({ states: [], transitions: [] });
});
