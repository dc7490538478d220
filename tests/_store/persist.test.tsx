import { createStore } from '@xstate/store';
import { afterEach, expect, test, vi } from 'vitest';
import { persist } from '../../src/store/persist.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const open = (ofTab = false) =>
  createStore({
    context: { columns: ['phone'], cursor: 0 },
    on: {
      chose: (context, { columns }: { columns: string[] }) => ({ ...context, columns }),
      moved: (context, { cursor }: { cursor: number }) => ({ ...context, cursor }),
    },
  }).with(persist({ name: 'list.v1', ofTab, pick: ({ columns }) => ({ columns }) }));

test('a store comes back with the fields that were kept, and begins anew with the others', () => {
  const store = open();
  store.trigger.moved({ cursor: 7 });
  store.trigger.chose({ columns: ['email', 'city'] });

  expect(store.getSnapshot().context).toEqual({ columns: ['email', 'city'], cursor: 7 });
  expect(open().getSnapshot().context).toEqual({ columns: ['email', 'city'], cursor: 0 });
  expect(sessionStorage).toHaveLength(0);
});

test('what the library wrote before is read', () => {
  localStorage.setItem('list.v1', '{"context":{"columns":["state"]},"version":0}');

  expect(open().getSnapshot().context.columns).toEqual(['state']);
});

test('a store of the tab stays in it', () => {
  open(true).trigger.chose({ columns: ['email'] });

  expect(localStorage).toHaveLength(0);
  expect(open(true).getSnapshot().context.columns).toEqual(['email']);
});

test.each(['not JSON', 'null', '7'])('stored %s counts as nothing', (stored) => {
  localStorage.setItem('list.v1', stored);

  expect(open().getSnapshot().context.columns).toEqual(['phone']);
});

test('a browser that refuses storage keeps nothing and breaks nothing', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('denied');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const store = open();
  store.trigger.chose({ columns: ['email'] });

  expect(store.getSnapshot().context.columns).toEqual(['email']);
});
