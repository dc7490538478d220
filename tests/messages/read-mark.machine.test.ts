import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { MARK_AGAIN_MS, type Marking, readMarkMachine } from '../../src/machines/messages/read-mark.machine.ts';

const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

async function open(answers: (number | Error)[]) {
  const clock = new SimulatedClock();
  const marks: boolean[] = [];
  let refusals = 0;
  const machine = readMarkMachine.provide({
    actors: {
      visibility: fromPromise(() => new Promise(() => undefined)) as never,
      markConversation: fromPromise<number, Marking>(({ input }) => {
        marks.push(input.read);
        const answer = answers.shift() ?? 0;
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      }),
    },
    actions: {
      tellNotMarked: () => {
        refusals += 1;
      },
    },
  });
  const actor = createActor(machine, { clock, input: { conversationId: 7, newKey: () => 'key' } }).start();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const passes = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  return { send, passes, marks, refusals: () => refusals };
}

const told = (unread: number, version: number) => ({ type: 'mark.told', unread, version }) as const;

test('a conversation is marked read once, while it is seen', async () => {
  const { send, marks } = await open([4]);
  await send(told(2, 3));
  expect(marks).toEqual([]);
  await send({ type: 'page.shown' });
  // The page still shows the conversation from before.
  await send(told(2, 3));
  expect(marks).toEqual([true]);
  await send(told(1, 5));
  expect(marks).toEqual([true, true]);
});

test('a hidden page reads nothing', async () => {
  const { send, marks } = await open([]);
  await send({ type: 'page.shown' });
  await send({ type: 'page.hidden' });
  await send(told(1, 3));
  expect(marks).toEqual([]);
});

test('a mark that did not arrive is sent again', async () => {
  const { send, passes, marks } = await open([new Error('away'), 4]);
  await send({ type: 'page.shown' });
  await send(told(1, 3));
  await passes(MARK_AGAIN_MS - 1);
  expect(marks).toEqual([true]);
  await passes(1);
  expect(marks).toEqual([true, true]);
});

test('marked unread, it stays so while it is open', async () => {
  const { send, marks } = await open([4]);
  await send({ type: 'page.shown' });
  await send({ type: 'mark.unread' });
  await send(told(1, 5));
  expect(marks).toEqual([false]);
});

test('a refused mark says so', async () => {
  const { send, refusals } = await open([new Error('no')]);
  await send({ type: 'mark.unread' });
  expect(refusals()).toBe(1);
});
