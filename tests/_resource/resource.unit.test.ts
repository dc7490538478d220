import { afterEach, describe, expect, test, vi } from 'vitest';
import { readContact } from '../../src/api/contract/contacts.contract.ts';
import { listNotes } from '../../src/api/contract/contacts/notes.contract.ts';
import { listTags } from '../../src/api/contract/tags.contract.ts';
import { createResources } from '../../src/actors/_resource.actors.ts';
import { ApiError } from '../../src/api/errors.ts';
import { openServer } from './asked.ts';

const tags = (name: string) => ({ data: [{ id: 1, name, color: 'red' as const }] });
const refused = new ApiError('rejected', { code: 'refused', message: 'No.' });

function show() {
  const server = openServer();
  const resources = createResources(server.api);
  const resource = resources.of(listTags, {});
  const changes: unknown[] = [];
  const stop = resource.subscribe(() => changes.push(resource.getSnapshot()));
  return { ...server, resources, resource, changes, stop };
}

describe('a resource', () => {
  test('loads while it has subscribers', async () => {
    const { asked, last, resource } = show();
    expect(resource.getSnapshot()).toEqual({ data: null, error: null, isLoading: true });

    await last().answer(tags('Hot'));

    expect(resource.getSnapshot()).toEqual({ data: tags('Hot'), error: null, isLoading: false });
    expect(asked.map(({ endpoint, args }) => ({ endpoint, args }))).toEqual([{ endpoint: 'listTags', args: {} }]);
  });

  test('is one load for any number of listeners', () => {
    const { asked, resources } = show();

    resources.of(listTags, {}).subscribe(() => undefined);

    expect(asked.length).toBe(1);
  });

  test('cancels its load with the last listener', () => {
    const { last, stop } = show();

    stop();

    expect(last().signal.aborted).toBe(true);
  });

  test('shows cached data immediately and reloads on a new subscription', async () => {
    const { asked, last, resources, stop } = show();
    await last().answer(tags('Hot'));
    stop();

    const again = resources.of(listTags, {});
    again.subscribe(() => undefined);

    expect(again.getSnapshot()).toEqual({ data: tags('Hot'), error: null, isLoading: true });
    expect(asked.length).toBe(2);
  });

  test('keeps what it has when a later load fails', async () => {
    const { last, resource } = show();
    await last().answer(tags('Hot'));

    resource.reload();
    await last().fail(refused);

    expect(resource.getSnapshot()).toEqual({ data: tags('Hot'), error: refused, isLoading: false });
  });

  test('keeps saying that there is no such thing while it asks again, until there is', async () => {
    const { last, resource, resources } = show();
    const missing = new ApiError('notFound', { code: 'not_found', message: 'Not there.' });
    await last().fail(missing);

    resources.invalidate([listTags]);
    expect(resource.getSnapshot()).toEqual({ data: null, error: missing, isLoading: true });
    await last().answer(tags('Hot'));

    expect(resource.getSnapshot()).toEqual({ data: tags('Hot'), error: null, isLoading: false });
  });

  test('starts over after an error that another try may mend', async () => {
    const { last, resource } = show();
    await last().fail(refused);

    resource.reload();

    expect(resource.getSnapshot()).toEqual({ data: null, error: null, isLoading: true });
  });

  test('keeps arguments apart', () => {
    const { asked, resources } = show();

    resources.of(readContact, { params: { id: 1 } }).subscribe(() => undefined);
    resources.of(readContact, { params: { id: 2 } }).subscribe(() => undefined);

    expect(asked.map(({ args }) => args['params'])).toEqual([undefined, { id: 1 }, { id: 2 }]);
  });

  test('answers the same snapshot until something changes', async () => {
    const { last, resource } = show();
    await last().answer(tags('Hot'));

    expect(resource.getSnapshot()).toBe(resource.getSnapshot());
  });
});

describe('a change', () => {
  test('reloads its endpoints in use, and nothing else', async () => {
    const { asked, last, resources } = show();
    await last().answer(tags('Hot'));

    resources.invalidate([readContact]);
    expect(asked.length).toBe(1);

    resources.invalidate([listTags]);
    expect(asked.length).toBe(2);
  });

  test('during a load causes exactly one more, however often it comes', async () => {
    const { asked, last, resource, resources } = show();

    resources.invalidate([listTags]);
    resources.invalidate([listTags]);
    expect([asked.length, last().signal.aborted]).toEqual([1, false]);

    await last().answer(tags('before the change'));
    expect(asked.length).toBe(2);
    expect(resource.getSnapshot()).toMatchObject({ data: tags('before the change'), isLoading: true });

    await last().answer(tags('after the change'));
    expect(asked.length).toBe(2);
    expect(resource.getSnapshot()).toMatchObject({ data: tags('after the change'), isLoading: false });
  });

  test('during a later load lets that one finish, so that a storm of changes cannot starve it', async () => {
    const { asked, last, resource, resources } = show();
    await last().answer(tags('Hot'));
    resource.reload();

    resources.invalidate([listTags]);

    expect([asked.length, last().signal.aborted]).toEqual([2, false]);
  });

  test('during a load that fails causes one more as well', async () => {
    const { asked, last, resources } = show();

    resources.invalidate([listTags]);
    await last().fail(refused);

    expect(asked.length).toBe(2);
  });

  test('reloads unused ones when they are used again', async () => {
    const { asked, last, resources, stop } = show();
    await last().answer(tags('Hot'));
    stop();

    resources.invalidate([listTags]);
    expect(asked.length).toBe(1);

    resources.of(listTags, {}).subscribe(() => undefined);
    expect(asked.length).toBe(2);
  });
});

describe('what is loaded ahead', () => {
  test('is available to the first subscriber, without another request', async () => {
    const { api, asked, last } = openServer();
    const resources = createResources(api);
    resources.warm(listTags, {});
    await last().answer(tags('Hot'));

    const resource = resources.of(listTags, {});
    resource.subscribe(() => undefined);

    expect([asked.length, resource.getSnapshot().data]).toEqual([1, tags('Hot')]);
  });

  test('is loaded once if it is subscribed to in between', () => {
    const { api, asked } = openServer();
    const resources = createResources(api);
    resources.warm(listTags, {});

    resources.of(listTags, {}).subscribe(() => undefined);

    expect(asked.length).toBe(1);
  });

  test('is asked for again once it has changed', async () => {
    const { api, asked, last } = openServer();
    const resources = createResources(api);
    resources.warm(listTags, {});
    await last().answer(tags('Hot'));

    resources.invalidate([listTags]);
    resources.of(listTags, {}).subscribe(() => undefined);

    expect(asked.length).toBe(2);
  });
});

test('of what was leafed through the last ten replies are kept', async () => {
  const { api, last } = openServer();
  const resources = createResources(api);
  const page = (id: number) => resources.of(readContact, { params: { id } });
  for (let id = 1; id <= 12; id += 1) {
    const leave = page(id).subscribe(() => undefined);
    await last().answer({ id });
    leave();
    await new Promise((resolve) => void setTimeout(resolve, 0));
  }

  const kept = Array.from({ length: 12 }, (_, at) => page(at + 1).getSnapshot().data !== null);

  expect(kept).toEqual([false, false, ...Array.from({ length: 10 }, () => true)]);
});

describe('a new identity', () => {
  test('finds nothing of the old one', async () => {
    const { last, resources, stop } = show();
    await last().answer(tags('Hot'));
    stop();

    resources.clear();

    expect(resources.of(listTags, {}).getSnapshot().data).toBe(null);
  });
});

describe('a connection that is back', () => {
  test('loads again what had failed', async () => {
    const { asked, last, resources } = show();
    await last().fail(refused);

    resources.reloadFailed();

    expect(asked.length).toBe(2);
  });
});

test('reloads everything under a path with matching arguments, and nothing else', async () => {
  const { api, asked } = openServer();
  const resources = createResources(api);
  const shown = [
    resources.of(readContact, { params: { id: 1 } }),
    resources.of(readContact, { params: { id: 2 } }),
    resources.of(listNotes, { params: { id: 1 } }),
    resources.of(listTags, {}),
  ];
  for (const resource of shown) resource.subscribe(() => undefined);
  for (const request of asked.slice()) await request.answer({ data: [] });

  resources.invalidateUnder('/v1/contacts/:id', ({ params }) => (params as { id: number }).id === 1);

  expect(asked.slice(4).map(({ endpoint, args }) => ({ endpoint, args }))).toEqual([
    { endpoint: 'readContact', args: { params: { id: 1 } } },
    { endpoint: 'listNotes', args: { params: { id: 1 } } },
  ]);
});

describe('the pace of a resource', () => {
  afterEach(() => vi.useRealTimers());

  test('loads again for as long as what is known asks for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { api, asked, last } = openServer();
    const reloadAfter = ({ data }: { data: { data: readonly { name: string }[] } | null }) =>
      data?.data[0]?.name === 'Hot' ? 1_000 : null;
    const stop = createResources(api)
      .of(listTags, {}, { reloadAfter })
      .subscribe(() => undefined);
    await last().answer(tags('Hot'));
    await vi.advanceTimersByTimeAsync(999);
    expect(asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.length).toBe(2);

    await last().answer(tags('Cold'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.length).toBe(2);
    stop();
  });

  test('lets arguments that are left within the pause pass by', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { api, asked } = openServer();
    const resource = createResources(api).of(listTags, {}, { settlesAfter: 500 });
    const stop = resource.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(499);
    stop();
    await vi.advanceTimersByTimeAsync(500);
    expect(asked.length).toBe(0);

    resource.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked.length).toBe(1);
  });
});
