import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { TextsPage, ThreadLine } from '../../src/machines/messages/thread-texts.ts';
import { type PageAsked, threadMachine } from '../../src/machines/messages/thread.machine.ts';
import { sent, text } from './sample-texts.ts';

const forever = fromPromise(() => new Promise(() => undefined)) as never;
const at = (id: number) => `2026-11-18T18:${String(id).padStart(2, '0')}:00Z`;
const texts = (...ids: number[]) => ids.map((id) => text({ id, created_at: at(id) }));
const page = (next: string | null, ...ids: number[]): TextsPage => ({ texts: texts(...ids), lines: [], next });
/** An e-mail at a minute. */
const line = (id: number): ThreadLine => ({
  key: `6-${id}`,
  at: at(id),
  kind: 'mails',
  actor: null,
  acting_as: null,
  what: { of: 'mail', id, direction: 'in', subject: `Mail ${id}`, body: '', status: 'received', reason: '' },
});
const lined = (next: string | null, ...ids: number[]): TextsPage => ({ texts: [], lines: ids.map(line), next });
const lost = { type: 'stream.lost', stream: 'conversation:7', epoch: 'b', offset: 9 } as const;

const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

async function open(pages: (TextsPage | Error)[]) {
  const asked: (string | null)[] = [];
  const answer = <Value>(value: Value | Error | undefined) =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value as Value);
  const machine = threadMachine.provide({
    actors: {
      broadcasts: forever,
      fetchTexts: fromPromise<TextsPage, PageAsked>(({ input }) => {
        asked.push(input.cursor);
        return answer(pages.shift());
      }),
    },
  });
  const actor = createActor(machine, { input: { conversationId: 7 } }).start();
  await settle();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const ids = () => actor.getSnapshot().context.shown.texts.map(({ id }) => id);
  const keys = () => actor.getSnapshot().context.shown.lines.map(({ key }) => key);
  return { actor, send, asked, ids, keys, value: () => actor.getSnapshot().value };
}

test('older texts come before those that are shown, until there are none', async () => {
  const { send, asked, ids } = await open([page('older', 5, 4), page(null, 3, 2)]);
  await send({ type: 'thread.older' });
  await send({ type: 'thread.older' });
  expect([ids(), asked]).toEqual([
    [2, 3, 4, 5],
    [null, 'older'],
  ]);
});

test('of two copies of a text the newer one is shown', async () => {
  const { actor, send } = await open([page(null)]);
  await send({ type: 'text.changed', text: sent({ status: 'delivered', version: 3 }) });
  await send({ type: 'thread.sent', text: sent({ status: 'queued', version: 1 }) });
  expect(actor.getSnapshot().context.shown.texts.map(({ status }) => status)).toEqual(['delivered']);
});

test('after a gap the newest page joins what is known', async () => {
  const { send, ids, asked } = await open([page('older', 5, 4), page('newer', 6, 5)]);
  await send(lost);
  expect([ids(), asked]).toEqual([
    [4, 5, 6],
    [null, null],
  ]);
});

test('a gap larger than a page leaves no hole', async () => {
  const { send, ids, asked } = await open([page('older', 5, 4), page('newer', 9, 8), page('older', 7, 6)]);
  await send(lost);
  expect(ids()).toEqual([8, 9]);
  await send({ type: 'thread.older' });
  expect([ids(), asked.at(-1)]).toEqual([[6, 7, 8, 9], 'newer']);
});

test('what could not be loaded is loaded again when asked, or once the line is back', async () => {
  const { send, value, ids } = await open([new Error('away'), new Error('away'), page(null, 1)]);
  expect(value().latest).toBe('failed');
  await send({ type: 'thread.retry' });
  expect(value().latest).toBe('failed');
  await send({ ...lost, type: 'stream.positioned' });
  expect([value().latest, ids()]).toEqual(['ready', [1]]);
});

test('lines load with the texts, older ones before them, and each is shown once', async () => {
  const { send, keys, asked } = await open([lined('older', 5, 4), lined(null, 4, 3)]);
  await send({ type: 'thread.older' });
  expect([keys(), asked]).toEqual([
    ['6-3', '6-4', '6-5'],
    [null, 'older'],
  ]);
});

test('a line that came is loaded, and joins what is known by lines alone', async () => {
  const { send, keys, asked } = await open([lined('older', 5, 4), lined('newer', 6, 5)]);
  await send({ type: 'lines.changed', conversation_id: 7 });
  expect([keys(), asked]).toEqual([
    ['6-4', '6-5', '6-6'],
    [null, null],
  ]);
});

test('more lines than a page leave no hole', async () => {
  const { send, keys } = await open([lined('older', 2, 1), lined('newer', 9, 8)]);
  await send(lost);
  expect(keys()).toEqual(['6-8', '6-9']);
});
