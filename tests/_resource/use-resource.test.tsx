import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readContact } from '../../src/api/contract/contacts.contract.ts';
import { createResources } from '../../src/actors/_resource.actors.ts';
import type { AppActors } from '../../src/actors/root.ts';
import { AppContext } from '../../src/views/_base/app-context.ts';
import { type Resource, useResource } from '../../src/views/_base/use-resource.ts';
import { openServer } from './asked.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let shown: Omit<Resource<unknown>, 'reload'>;

beforeEach(() => {
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

function Probe({ id }: { id: number | null }) {
  const { data, isEarlier, error, pending, refreshing } = useResource(
    readContact,
    id === null ? null : { params: { id } },
  );
  useEffect(() => {
    shown = { data, isEarlier, error, pending, refreshing };
  }, [data, isEarlier, error, pending, refreshing]);
  return null;
}

function open() {
  const server = openServer();
  const actors = { resources: createResources(server.api) } as unknown as AppActors;
  const render = (id: number | null) =>
    act(() =>
      root.render(
        <AppContext value={actors}>
          <Probe id={id} />
        </AppContext>,
      ),
    );
  const answer = (nth: number, reply: unknown) => act(() => server.asked[nth]?.answer(reply));
  return { ...server, render, answer };
}

describe('while arguments change', () => {
  test('the last data stays', async () => {
    const { answer, render } = open();
    render(1);
    expect(shown).toEqual({ data: null, isEarlier: false, error: null, pending: true, refreshing: false });
    await answer(0, { data: 'first' });

    render(2);
    expect(shown).toEqual({ data: { data: 'first' }, isEarlier: true, error: null, pending: false, refreshing: true });

    await answer(1, { data: 'second' });
    expect(shown).toEqual({
      data: { data: 'second' },
      isEarlier: false,
      error: null,
      pending: false,
      refreshing: false,
    });
  });

  test('a late reply to the old ones does not win', async () => {
    const { answer, asked, render } = open();
    render(1);
    render(2);
    expect(asked[0]?.signal.aborted).toBe(true);
    await answer(1, { data: 'second' });

    await answer(0, { data: 'first' });

    expect(shown.data).toEqual({ data: 'second' });
  });
});

describe('without arguments', () => {
  test('nothing is asked and nothing is shown', async () => {
    const { answer, asked, render } = open();
    render(null);
    expect([asked.length, shown]).toEqual([
      0,
      { data: null, isEarlier: false, error: null, pending: false, refreshing: false },
    ]);

    render(1);
    await answer(0, { data: 'first' });
    render(null);

    expect(shown.data).toBe(null);
  });
});
