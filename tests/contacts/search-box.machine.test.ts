import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { SEARCH_DEBOUNCE_MS, searchBoxMachine } from '../../src/machines/contacts/search-box.machine.ts';

function openBox(text = '') {
  const clock = new SimulatedClock();
  const applied: string[] = [];
  const machine = searchBoxMachine.provide({ actions: { apply: (_, { text }) => void applied.push(text) } });
  return { clock, applied, box: createActor(machine, { clock, input: { text } }).start() };
}

test('searches once the typing has paused', () => {
  const { clock, applied, box } = openBox();

  box.send({ type: 'search.type', text: 'lo' });
  clock.increment(SEARCH_DEBOUNCE_MS - 1);
  box.send({ type: 'search.type', text: 'lop' });
  clock.increment(SEARCH_DEBOUNCE_MS - 1);
  expect(applied).toEqual([]);

  clock.increment(1);
  expect(applied).toEqual(['lop']);
});

test('does not wait after Enter, and searches once', () => {
  const { clock, applied, box } = openBox();

  box.send({ type: 'search.type', text: 'garza' });
  box.send({ type: 'search.submit' });
  clock.increment(SEARCH_DEBOUNCE_MS * 2);

  expect(applied).toEqual(['garza']);
});

test('drops what was typed when the scope changes from elsewhere', () => {
  const { clock, applied, box } = openBox('lopez');

  box.send({ type: 'search.type', text: 'gar' });
  box.send({ type: 'search.adopt', text: '' });
  clock.increment(SEARCH_DEBOUNCE_MS * 2);

  expect([applied, box.getSnapshot().context.text]).toEqual([[], '']);
});

test('keeps what was typed since, when the scope answers with the text it was given', () => {
  const { clock, box } = openBox();

  box.send({ type: 'search.type', text: 'mary ' });
  clock.increment(SEARCH_DEBOUNCE_MS);
  box.send({ type: 'search.type', text: 'mary j' });
  box.send({ type: 'search.adopt', text: 'mary' });

  expect(box.getSnapshot().context.text).toBe('mary j');
});

test('searches without the blanks around the text, and keeps them in the field', () => {
  const { applied, box } = openBox();

  box.send({ type: 'search.type', text: ' mary ' });
  box.send({ type: 'search.submit' });

  expect([applied, box.getSnapshot().context.text]).toEqual([['mary'], ' mary ']);
});
