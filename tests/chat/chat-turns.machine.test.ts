import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '#contract/chat.contract.ts';
import { maskSealed } from '#rules/insurance/sealed-words.ts';
import { LOOK_MS } from '../../src/machines/chat/chat-setup.ts';
import { held, redirect, reply, resumed, said, settle, talking, waiting } from './chat-world.ts';

const replied = (message: ChatMessage, answers: string) =>
  ({ type: 'chat.replied', session_id: 7, assistant_message: message, answers }) as const;

describe('an answer to what was said before', () => {
  const texas = replied(reply(2, 'I found 12.'), 'people in Texas');
  /** The first message got no answer, and a second one is said. */
  const secondSaid = async () => {
    const chat = await waiting({ sendMessage: () => Promise.reject({ kind: 'refused' }) });
    const asked = held<ChatMessage>();
    chat.answer.sendMessage = () => asked.promise;
    await chat.does({ type: 'chat.send', text: 'and in Ohio' });
    return { ...chat, asked };
  };

  test('over the cable appears below it, and the next one is still awaited', async () => {
    const { hears, contents, view, asked } = await secondSaid();
    await hears(texas);
    expect([contents(), view().waiting === null]).toEqual([['people in Texas', 'I found 12.', 'and in Ohio'], false]);

    asked.resolve(reply(4, 'I found 9.'));
    await settle();

    expect([contents(), view().waiting]).toEqual([
      ['people in Texas', 'I found 12.', 'and in Ohio', 'I found 9.'],
      null,
    ]);
  });

  test('leaves a message that is refused then to be said again', async () => {
    const { hears, view, asked } = await secondSaid();
    await hears(texas);
    asked.reject({ kind: 'refused', text: 'Too many messages.' });
    await settle();

    expect([view().failure, view().waiting]).toEqual(['Too many messages.', null]);
  });

  test('is waited for, and what was held up by it is said again then', async () => {
    const chat = await waiting({ sendMessage: () => Promise.reject({ kind: 'refused' }) });
    const busy = { kind: 'held', text: 'MAX is still answering your last message.' };
    chat.answer.sendMessage = () => Promise.reject(busy);
    chat.answer.resumeSession = () => Promise.resolve(resumed([said(1, 'people in Texas')], { answering: true }));
    await chat.does({ type: 'chat.send', text: 'and in Ohio' });
    await chat.passes(LOOK_MS);
    expect([chat.view().waiting, chat.sent.length]).toEqual([{ stage: 'looking', doing: '', content: '' }, 2]);

    chat.answer.resumeSession = () => Promise.resolve(resumed([said(1, 'people in Texas'), reply(2, 'I found 12.')]));
    chat.answer.sendMessage = () => Promise.resolve(reply(4, 'I found 9.'));
    await chat.passes(LOOK_MS);

    expect(chat.sent.map(({ text, key }) => [text, key]).slice(1)).toEqual([
      ['and in Ohio', 'key 2'],
      ['and in Ohio', 'key 2'],
    ]);
    expect(chat.contents()).toEqual(['people in Texas', 'I found 12.', 'and in Ohio', 'I found 9.']);
  });

  test('is not said again without end', async () => {
    const { sent, view } = await waiting({ sendMessage: () => Promise.reject({ kind: 'held', text: 'Not now.' }) });

    expect([view().failure, sent.length]).toEqual(['Not now.', 5]);
  });

  test('from another tab appears with its message, and opens no page here', async () => {
    const { hears, contents, view } = await talking();
    await hears(replied(redirect(2), 'newest first'));

    expect([contents(), view().leaving]).toEqual([['newest first', 'I found 12 people.'], null]);
  });

  test('from another tab appears above the pending one', async () => {
    const { hears, contents, view } = await waiting();
    await hears(replied(reply(2, 'Sorted.'), 'newest first'));

    expect([contents(), view().waiting === null]).toEqual([['newest first', 'Sorted.', 'people in Texas'], false]);
  });

  test('is recognized even if the server masks its numbers', async () => {
    const { does, hears, contents } = await talking({ sendMessage: () => held<ChatMessage>().promise });
    await does({ type: 'chat.send', text: 'SSN 123-45-6789' });
    await hears(replied(reply(2, 'No.'), maskSealed('SSN 123-45-6789')));

    expect(contents()).toEqual(['SSN 123-45-6789', 'No.']);
  });
});

describe('a search that was changed by hand', () => {
  const found = (id: number) => reply(id, 'I found 12.', { metadata: { search_payload: {} as never } });
  const scope = { q: 'lopez' };

  test('goes along with what is said next, also once MAX was folded', async () => {
    const { does, answer, sent, view } = await talking({ sendMessage: () => Promise.resolve(found(2)) });
    await does(
      { type: 'chat.send', text: 'people in Texas' },
      { type: 'scope.change', message: 'message 2', scope },
      { type: 'panel.toggle' },
      { type: 'panel.toggle' },
    );
    expect(view().scopes).toEqual({ 'message 2': scope });
    answer.sendMessage = () => Promise.resolve(found(4));

    await does({ type: 'chat.send', text: 'newest first' }, { type: 'chat.send', text: 'only women' });

    expect(sent.map((one) => one.scope)).toEqual([undefined, scope, undefined]);
  });

  test('does not when a newer answer has its own', async () => {
    const { does, answer, sent } = await talking({ sendMessage: () => Promise.resolve(found(2)) });
    await does({ type: 'chat.send', text: 'people in Texas' });
    answer.sendMessage = () => Promise.resolve(found(4));
    await does(
      { type: 'chat.send', text: 'only women' },
      { type: 'scope.change', message: 'message 2', scope },
      { type: 'chat.send', text: 'newest first' },
    );

    expect(sent.at(-1)?.scope).toBeUndefined();
  });
});
