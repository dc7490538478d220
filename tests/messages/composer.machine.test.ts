import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { Text } from '#contract/messages/text.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import {
  composerMachine,
  DRAFT_AFTER_MS,
  DRAFT_AGAIN_MS,
  type Order,
  type Recipient,
  type SavedDraft,
} from '../../src/machines/messages/composer.machine.ts';
import { sent } from './sample-texts.ts';

const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};
const away = () => new ApiError('offline', { code: 'unreachable', message: 'The server cannot be reached.' });
const refused = () => new ApiError('rejected', { code: 'invalid', message: 'They opted out.' });

interface World {
  readonly answers?: (Text | Error)[];
  readonly saves?: (SavedDraft | Error)[];
  readonly recipient?: Recipient;
}

async function open({ answers = [], saves = [], recipient = { conversation_id: 7 } }: World = {}) {
  const clock = new SimulatedClock();
  const orders: Order[] = [];
  const saved: string[] = [];
  const kept: string[] = [];
  let [begun, keys] = [0, 0];
  const machine = composerMachine.provide({
    actors: {
      sendText: fromPromise<Text, Order>(({ input }) => {
        orders.push(input);
        const answer = answers.shift();
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? sent());
      }),
      saveDraft: fromPromise<SavedDraft, { recipient: Recipient; text: string; key: string }>(({ input }) => {
        saved.push(input.text);
        const answer = saves.shift();
        if (answer instanceof Error) return Promise.reject(answer);
        return Promise.resolve(answer ?? { text: input.text, conversationId: 7 });
      }),
    },
    actions: {
      keepHere: (_, { text }) => void kept.push(text),
      tellBegun: () => {
        begun += 1;
      },
    },
  });
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const choices = { from: '', to: '', purpose: 'service' } as const;
  const actor = createActor(machine, { clock, input: { newKey, recipient, text: '', kept: '', choices } }).start();
  const told: Text[] = [];
  actor.on('text.sent', ({ text }) => void told.push(text));
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const passes = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  const now = () => actor.getSnapshot().context;
  return { send, passes, orders, saved, kept, told, now, begun: () => begun };
}

const NOW = { type: 'composer.send', sendAt: null } as const;
const types = (text: string) => ({ type: 'composer.type', text }) as const;

test('a draft is saved once typing pauses, and stays in the browser until then', async () => {
  const { send, passes, saved, kept } = await open();
  await send(types('Hi'));
  await passes(DRAFT_AFTER_MS - 1);
  await send(types('Hi Rosalind'));
  await passes(DRAFT_AFTER_MS - 1);
  expect([saved, kept.at(-1)]).toEqual([[], 'Hi Rosalind']);

  await passes(1);
  expect([saved, kept.at(-1)]).toEqual([['Hi Rosalind'], '']);
});

test('a draft that could not be saved stays in the browser and is saved later', async () => {
  const { send, passes, saved, kept } = await open({ saves: [away()] });
  await send(types('Hi'));
  await passes(DRAFT_AFTER_MS);
  expect(kept.at(-1)).toBe('Hi');
  await passes(DRAFT_AGAIN_MS);
  expect([saved, kept.at(-1)]).toEqual([['Hi', 'Hi'], '']);
});

test('a sent text leaves the field empty and removes its draft', async () => {
  const { send, passes, saved, told, now } = await open();
  await send(types('Hi '));
  await passes(DRAFT_AFTER_MS);
  await send(NOW);
  expect([now().text, told.length]).toEqual(['', 1]);
  await passes(DRAFT_AFTER_MS);
  expect(saved).toEqual(['Hi ', '']);
});

test('a refused text stays in the field, and goes again as another one', async () => {
  const { send, now, orders } = await open({ answers: [refused()] });
  await send(types('Hi'));
  await send(NOW);
  expect([now().text, now().failure?.message]).toEqual(['Hi', 'They opted out.']);
  await send(NOW);
  expect([orders.map(({ key }) => key), now().failure]).toEqual([['key-1', 'key-2'], null]);
});

test('a text whose answer was lost goes again with its key, unless it was changed', async () => {
  const { send, orders } = await open({ answers: [away(), away()] });
  await send(types('Hi'));
  await send(NOW);
  await send(NOW);
  await send(types('Hi there'));
  await send(NOW);
  expect(orders.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2']);
});

test('nothing is sent without words or a file', async () => {
  const { send, orders } = await open();
  await send(types('  '));
  await send(NOW);
  expect(orders).toEqual([]);
  await send({ type: 'composer.attach', file: new File(['a'], 'card.png') });
  await send(NOW);
  expect(orders.map(({ outgoing }) => outgoing.file?.name)).toEqual(['card.png']);
});

test('the first draft to a contact begins a conversation, which takes the text', async () => {
  const { send, passes, orders, begun } = await open({ recipient: { contact_id: 12 } });
  await send(types('Hi'));
  await passes(DRAFT_AFTER_MS);
  await send({ type: 'composer.send', sendAt: '2026-11-19T14:00:00Z' });
  expect([begun(), orders[0]?.outgoing]).toMatchObject([
    1,
    { recipient: { conversation_id: 7 }, text: 'Hi', sendAt: '2026-11-19T14:00:00Z' },
  ]);
});

test('a text of a campaign is sent as such, until it is deleted', async () => {
  const { send, orders, now } = await open();
  const campaign = { id: 5, name: 'Welcome', follow: 1, fileName: null };
  await send({ type: 'composer.fill', text: 'Hi Rosalind', campaign });
  await send(types('Hi Rosalind!'));
  await send(NOW);
  expect(orders.at(-1)?.outgoing).toMatchObject({ text: 'Hi Rosalind!', campaign });
  expect(now().campaign).toBeNull();

  await send({ type: 'composer.fill', text: 'Hi Rosalind', campaign });
  await send(types(''));
  await send(types('Free'));
  await send(NOW);
  expect(orders.at(-1)?.outgoing).toMatchObject({ text: 'Free', campaign: null });
});
