import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { TEXT_DEDUPE_MS } from '#contract/messages/text.contract.ts';
import {
  COUNT_AFTER_MS,
  COUNT_AGAIN_MS,
  incomingMachine,
  type ReceivedText,
} from '../../src/machines/messages/incoming.machine.ts';
import { PHONE } from './sample-texts.ts';

const received = (id: number): ReceivedText => ({
  type: 'text.received',
  conversation_id: 7,
  text_id: id,
  phone: PHONE,
  name: 'Rosalind Okafor',
  contact_id: 12,
  body: 'Hello',
});

const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

async function open(counts: () => Promise<number> = () => Promise.resolve(4)) {
  const clock = new SimulatedClock();
  const announced: number[] = [];
  const mailed: number[] = [];
  const asked: string[] = [];
  let [counted, changed] = [0, 0];
  let last: number | null = null;
  const machine = incomingMachine.provide({
    actors: {
      broadcasts: fromPromise(() => new Promise(() => undefined)) as never,
      countUnread: fromPromise<number, undefined>(() => {
        counted += 1;
        return counts();
      }),
    },
    actions: {
      tellUnread: (_, { unread }) => {
        last = unread;
      },
      announce: (_, { text }) => void announced.push(text.text_id),
      announceMail: (_, { mail }) => void mailed.push(mail.email_id),
      announceLead: (_, { lead }) => void asked.push(lead.name),
      tellChanged: () => {
        changed += 1;
      },
    },
  });
  const actor = createActor(machine, { clock }).start();
  await settle();
  const passes = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  return { actor, passes, announced, mailed, asked, told: () => ({ counted, changed }), unread: () => last };
}

test('a text is announced once within half a second', async () => {
  const { actor, passes, announced } = await open();
  actor.send(received(1));
  await passes(TEXT_DEDUPE_MS - 1);
  actor.send(received(1));
  expect(announced).toEqual([1]);

  actor.send(received(2));
  expect(announced).toEqual([1, 2]);
  await passes(1);
  actor.send(received(1));
  expect(announced).toEqual([1, 2, 1]);
});

test('what is unread is counted at the start and once after many changes', async () => {
  const { actor, passes, told, unread } = await open();
  expect([unread(), told()]).toEqual([4, { counted: 1, changed: 0 }]);

  for (const version of [1, 2, 3]) actor.send({ type: 'conversation.changed', conversation_id: 7, version });
  actor.send(received(1));
  await passes(COUNT_AFTER_MS);

  expect(told()).toEqual({ counted: 2, changed: 1 });
});

test('a reconnect counts again', async () => {
  const { actor, passes, told } = await open();
  actor.send({ type: 'stream.lost', stream: 'texts:3', epoch: 'b', offset: 9 });
  await passes(COUNT_AFTER_MS);
  expect(told()).toEqual({ counted: 2, changed: 1 });
});

test('a failed count keeps the last number and is tried again', async () => {
  const answers = [Promise.resolve(4), Promise.reject(new Error('away')), Promise.resolve(5)];
  const { actor, passes, unread } = await open(() => answers.shift() ?? Promise.resolve(0));
  actor.send({ type: 'conversation.changed', conversation_id: 7, version: 2 });
  await passes(COUNT_AFTER_MS);
  expect([actor.getSnapshot().value, unread()]).toEqual(['failed', 4]);

  await passes(COUNT_AGAIN_MS);
  await passes(COUNT_AFTER_MS);
  expect(unread()).toBe(5);
});

test('an e-mail is announced once, apart from a text with its number', async () => {
  const { actor, announced, mailed } = await open();
  const mail = {
    type: 'mail.received',
    email_id: 1,
    contact_number: 4012,
    name: 'Jane',
    subject: 'Re: Two plans',
  } as const;
  actor.send(received(1));
  actor.send(mail);
  actor.send(mail);
  expect([announced, mailed]).toEqual([[1], [1]]);
});

test('a request through the public page is announced', async () => {
  const { actor, asked } = await open();
  actor.send({ type: 'lead.received', contact_number: 12, name: 'Wendell Arnold', topic: 'Medicare' });
  expect(asked).toEqual(['Wendell Arnold']);
});
