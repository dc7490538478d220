import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTag, listTags } from '../../src/api/contract/tags.contract.ts';
import { createResources } from '../../src/actors/_resource.actors.ts';
import type { AppActors } from '../../src/actors/root.ts';
import { ApiError } from '../../src/api/errors.ts';
import { AppContext } from '../../src/views/_base/app-context.ts';
import { type Submit, useSubmit } from '../../src/views/_base/use-submit.ts';
import { openServer } from '../_resource/asked.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let form: Submit<typeof createTag>;
let told: unknown[];

beforeEach(() => {
  told = [];
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

function Form() {
  const submit = useSubmit(createTag, {
    invalidates: [listTags],
    onDone: ({ data }, { body }) => told.push(['done', data.name, body]),
    onFailed: ({ kind }) => told.push(['failed', kind]),
  });
  useEffect(() => {
    form = submit;
  });
  return null;
}

function open() {
  const server = openServer();
  const resources = createResources(server.api);
  const actors = { api: server.api, resources } as unknown as AppActors;
  act(() =>
    root.render(
      <AppContext value={actors}>
        <Form />
      </AppContext>,
    ),
  );
  return { ...server, resources };
}

const hot = { body: { name: 'Hot' } };

describe('a form', () => {
  test('shows that it is under way, then that it is done, and tells the reply', async () => {
    const { last } = open();

    act(() => form.submit(hot));
    expect(form.state).toBe('submitting');
    await act(() => last().answer({ data: { name: 'Hot' } }));

    expect([form.state, form.error, told]).toEqual(['done', null, [['done', 'Hot', hot.body]]]);
  });

  test('shows why it failed and repeats the same request', async () => {
    const { asked, last } = open();
    const away = new ApiError('offline', { code: 'unreachable', message: 'Away.' });
    act(() => form.submit(hot));
    await act(() => last().fail(away));
    expect([form.state, form.error, told]).toEqual(['failed', away, [['failed', 'offline']]]);

    act(() => form.retry());

    expect(asked.length).toBe(2);
    expect(asked[1]?.args).toEqual(asked[0]?.args);
  });

  test('reloads what it changes, even after its view has closed', async () => {
    const { asked, last, resources } = open();
    resources.of(listTags, {}).subscribe(() => undefined);
    await last().answer({ data: [] });
    act(() => form.submit(hot));
    const write = last();
    act(() => root.render(null));

    expect(write.signal.aborted).toBe(false);
    await act(() => write.answer({ data: { name: 'Hot' } }));

    expect(asked.map(({ endpoint }) => endpoint)).toEqual(['listTags', 'createTag', 'listTags']);
  });
});
