import { describe, expect, test } from 'vitest';
import { CHAT_TEXTS, type ChatMessage } from '#contract/chat.contract.ts';
import { END_PATIENCE_MS, LOOK_MS } from '../../src/machines/chat/chat-setup.ts';
import {
  AWAY,
  begun,
  held,
  openChat,
  OVER,
  redirect,
  reply,
  resumed,
  said,
  session,
  settle,
  talking,
  waiting,
} from './chat-world.ts';

const POSITIONED = { type: 'stream.positioned', stream: 'user:1', epoch: 'e', offset: 1 } as const;
const replied = (message: ChatMessage, session_id = 7) =>
  ({ type: 'chat.replied', session_id, assistant_message: message, answers: 'people in Texas' }) as const;

describe('the picker', () => {
  test('is where it begins, folded and with nothing said', () =>
    expect(openChat().view()).toMatchObject({
      open: false,
      place: 'picking',
      session: null,
      messages: [],
      canSend: false,
      alert: null,
    }));

  test('leads into a conversation, with its welcome', async () => {
    const { view } = await talking();

    expect(view()).toMatchObject({ open: true, place: 'chatting', canSend: true, ...welcomed });
  });

  test('does not begin what is still to come', async () => {
    const chat = openChat();
    await chat.does({ type: 'chat.start', intent: 'customer_support' });

    expect(chat.view().place).toBe('picking');
  });

  test.each([
    ['what the server says', { kind: 'refused', text: 'MAX is switched off.' }, 'MAX is switched off.'],
    ['the words for it', { kind: 'open', text: null }, CHAT_TEXTS.startFailed],
  ])('alerts with %s when no conversation begins, until that is put away', async (_, failure, alert) => {
    const chat = await talking({ startSession: () => Promise.reject(failure) });
    expect(chat.view()).toMatchObject({ place: 'picking', alert });

    await chat.does({ type: 'alert.dismiss' });

    expect(chat.view().alert).toBeNull();
  });

  test('can be had back while a conversation begins, which then does not', async () => {
    const begins = held<ReturnType<typeof begun>>();
    const chat = await talking({ startSession: () => begins.promise });
    expect(chat.view().place).toBe('starting');

    await chat.does({ type: 'chat.back' });
    begins.resolve(begun());
    await settle();

    expect(chat.view()).toMatchObject({ place: 'picking', session: null });
  });

  test("can't continue before a conversation has begun", async () => {
    const chat = openChat();
    await chat.does({ type: 'chat.continue' });

    expect(chat.view()).toMatchObject({ place: 'picking', alert: CHAT_TEXTS.noSession });
  });
});

const welcomed = { session: session(), welcome: begun().welcome_message };

describe('what is said', () => {
  test('is shown immediately and answered', async () => {
    const { asked, view, contents, sent } = await waiting();
    expect([contents(), view().waiting, view().canSend]).toEqual([
      ['people in Texas'],
      { doing: '', content: '' },
      false,
    ]);
    const [{ key } = { key: '' }] = view().messages;

    asked.resolve(reply(2, 'I found 12.'));
    await settle();

    expect([contents(), view().waiting, view().canSend]).toEqual([['people in Texas', 'I found 12.'], null, true]);
    expect(view().messages[0]?.key).toBe(key);
    expect(sent).toEqual([{ sessionId: 7, intent: 'contact_search', text: 'people in Texas', key, scope: undefined }]);
  });

  test('goes out without the space around it', async () => {
    const { does, sent } = await talking();
    await does({ type: 'chat.send', text: '  hello \n' });

    expect(sent.map(({ text }) => text)).toEqual(['hello']);
  });

  test('does not go out when it is blank', async () => {
    const { does, sent } = await talking();
    await does({ type: 'chat.send', text: ' \n ' });

    expect(sent).toEqual([]);
  });

  test('does not go out while an answer is awaited', async () => {
    const { does, sent } = await waiting();
    await does({ type: 'chat.send', text: 'and in Ohio' }, { type: 'chat.select', index: 0 });

    expect(sent.length).toBe(1);
  });

  test.each([
    [0, 'the first one'],
    [1, 'the second one'],
    [2, 'the third one'],
    [3, 'the fourth one'],
    [4, 'the 5th one'],
    [21, 'the 22nd one'],
  ])('is a choice of the contact at %d', async (index, text) => {
    const { does, sent } = await talking();
    await does({ type: 'chat.select', index });

    expect(sent.map((one) => one.text)).toEqual([text]);
  });
});

describe('an answer', () => {
  test('counts once, though it comes by the cable and by HTTP', async () => {
    const { asked, hears, contents } = await waiting();
    await hears(replied(reply(2, 'I found 12.')));
    asked.resolve(reply(2, 'I found 12.'));
    await settle();

    expect(contents()).toEqual(['people in Texas', 'I found 12.']);
  });

  test('counts once when HTTP is first', async () => {
    const { asked, hears, contents } = await waiting();
    asked.resolve(reply(2, 'I found 12.'));
    await settle();
    await hears(replied(reply(2, 'I found 12.')));

    expect(contents()).toEqual(['people in Texas', 'I found 12.']);
  });

  test('of another conversation is nothing here', async () => {
    const { hears, contents, view } = await waiting();
    await hears(replied(reply(2, 'Elsewhere.'), 8));
    await hears({ type: 'chat.writing', session_id: 8, doing: 'Elsewhere', content: '' });
    await hears({ type: 'chat.ended', session_id: 8 });

    expect([contents(), view().waiting?.doing, view().session?.status]).toEqual([['people in Texas'], '', 'active']);
  });

  test('shows while it is written', async () => {
    const { hears, view } = await waiting();
    await hears({ type: 'chat.writing', session_id: 7, doing: 'Looks for contacts', content: 'I found' });

    expect(view().waiting).toEqual({ doing: 'Looks for contacts', content: 'I found' });
  });

  test('without a word says that MAX is in trouble', async () => {
    const { contents } = await waiting({ sendMessage: () => Promise.resolve(reply(2, ' ')) });

    expect(contents()[1]).toBe(CHAT_TEXTS.emptyReply);
  });
});

describe('a message that is refused', () => {
  test.each([
    ['what the server says', { kind: 'refused', text: 'Too many messages.' }, 'Too many messages.'],
    ['the words for it', { kind: 'refused', text: null }, CHAT_TEXTS.sendFailed],
  ])('fails with %s', async (_, failure, text) => {
    const { view } = await waiting({ sendMessage: () => Promise.reject(failure) });

    expect(view()).toMatchObject({ failure: text, waiting: null, canSend: true });
  });

  test('goes out again with the same key, and shows once', async () => {
    const { does, answer, sent, contents, view } = await waiting({
      sendMessage: () => Promise.reject({ kind: 'refused' }),
    });
    answer.sendMessage = () => Promise.resolve(reply(2, 'I found 12.'));

    await does({ type: 'chat.retry' });

    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect([contents(), view().failure]).toEqual([['people in Texas', 'I found 12.'], null]);
  });

  test('stays in sight when something else is said', async () => {
    const { does, answer, sent, contents } = await waiting({ sendMessage: () => Promise.reject({ kind: 'refused' }) });
    answer.sendMessage = () => Promise.resolve(reply(2, 'I found 9.'));

    await does({ type: 'chat.send', text: 'people in Ohio' });

    expect(contents()).toEqual(['people in Texas', 'people in Ohio', 'I found 9.']);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });
});

describe('a message with a lost answer', () => {
  const lost = { sendMessage: () => Promise.reject(AWAY) };

  test('takes the answer that the server has', async () => {
    const there = resumed([said(1, 'people in Texas'), reply(2, 'I found 12.')]);
    const { contents, view, sent } = await waiting({ ...lost, resumeSession: () => Promise.resolve(there) });

    expect([contents(), view().waiting, sent.length]).toEqual([['people in Texas', 'I found 12.'], null, 1]);
  });

  test('waits as long as the server makes it', async () => {
    const making = resumed([said(1, 'people in Texas')], { answering: true });
    const { passes, answer, view, contents, looks } = await waiting({
      ...lost,
      resumeSession: () => Promise.resolve(making),
    });
    for (let look = 0; look < 20; look += 1) await passes(LOOK_MS);
    expect([view().waiting !== null, looks.length]).toEqual([true, 21]);

    answer.resumeSession = () => Promise.resolve(resumed([said(1, 'people in Texas'), reply(2, 'I found 12.')]));
    await passes(LOOK_MS);

    expect(contents()).toEqual(['people in Texas', 'I found 12.']);
  });

  test('fails when it never came there, and goes out again with its key', async () => {
    const { does, answer, sent, view } = await waiting(lost);
    expect(view()).toMatchObject({ failure: CHAT_TEXTS.sendFailed, canSend: true });
    answer.sendMessage = () => Promise.resolve(reply(2, 'I found 12.'));

    await does({ type: 'chat.retry' });

    expect(sent.map(({ key }) => key)).toEqual(['key 1', 'key 1']);
  });

  test('fails once the server has been away for some time', async () => {
    const { passes, view, looks } = await waiting({ ...lost, resumeSession: () => Promise.reject(AWAY) });
    for (const seconds of [2, 4, 8]) await passes(seconds * LOOK_MS);
    expect(view().waiting).not.toBeNull();

    await passes(16 * LOOK_MS);

    expect([view().failure, looks.length]).toEqual([CHAT_TEXTS.sendFailed, 5]);
  });

  test('is looked up as soon as the connection is back', async () => {
    const { answer, hears, contents, view } = await waiting({ ...lost, resumeSession: () => Promise.reject(AWAY) });
    expect(view().waiting).toEqual({ stage: 'away', doing: '', content: '' });
    answer.resumeSession = () => Promise.resolve(resumed([said(1, 'people in Texas'), reply(2, 'I found 12.')]));

    await hears(POSITIONED);

    expect(contents()).toEqual(['people in Texas', 'I found 12.']);
  });

  test('is answered after all when the cable brings it, or the line comes back', async () => {
    const late = await waiting({ sendMessage: () => Promise.reject({ kind: 'refused' }) });
    await late.hears(replied(reply(2, 'I found 12.')));
    expect([late.contents()[1], late.view().failure]).toEqual(['I found 12.', null]);

    const back = await waiting({ sendMessage: () => Promise.reject({ kind: 'refused' }) });
    back.answer.resumeSession = () => Promise.resolve(resumed([said(1, 'people in Texas'), reply(2, 'I found 9.')]));
    await back.hears(POSITIONED);

    expect([back.contents()[1], back.view().failure]).toEqual(['I found 9.', null]);
  });
});

describe('a conversation that is over', () => {
  const isOver = { canSend: false, waiting: null, session: { ...session(), status: 'inactive' } };

  test('shows so when the server knows it no more', async () => {
    const { view } = await waiting({ sendMessage: () => Promise.reject(OVER) });

    expect(view()).toMatchObject({ ...isOver, place: 'chatting', failure: 'No active session' });
  });

  test('shows so when a look says it', async () => {
    const { view } = await waiting({
      sendMessage: () => Promise.reject({ kind: 'held', text: 'This conversation has ended.' }),
      resumeSession: () => Promise.resolve(resumed([], { session: { ...session(), status: 'inactive' } })),
    });

    expect(view()).toMatchObject({ ...isOver, failure: 'This conversation has ended.' });
  });

  test('shows so when the cable reports it, and can start over', async () => {
    const { hears, does, view, ended, kept } = await talking();
    await hears({ type: 'chat.ended', session_id: 7 });
    expect(view()).toMatchObject(isOver);
    expect(kept()).toBeNull();

    await does({ type: 'chat.back' }, { type: 'chat.continue' });
    expect(view()).toMatchObject({ place: 'picking', session: null, alert: CHAT_TEXTS.noSession });

    await does({ type: 'chat.start', intent: 'contact_search' });

    expect(view()).toMatchObject({ place: 'chatting', canSend: true, session: session(), alert: null });
    expect(ended).toEqual([]);
  });
});

describe('going back', () => {
  test('keeps the conversation, which can be gone on with', async () => {
    const { does, view, contents } = await talking();
    await does({ type: 'chat.send', text: 'people in Texas' }, { type: 'chat.back' });
    expect(view()).toMatchObject({ place: 'picking', canSend: false, ...welcomed });

    await does({ type: 'chat.continue' });

    expect([view().place, contents()]).toEqual(['chatting', ['people in Texas', 'Done.']]);
  });

  test('loses no answer', async () => {
    const { does, asked, contents } = await waiting();
    await does({ type: 'chat.back' });
    asked.resolve(reply(2, 'I found 12.'));
    await settle();

    expect(contents()).toEqual(['people in Texas', 'I found 12.']);
  });

  test('and beginning another conversation ends the one that was kept', async () => {
    const { does, answer, ended, view } = await talking();
    answer.startSession = (intent) => Promise.resolve(begun(session(8, intent)));

    await does({ type: 'chat.back' }, { type: 'chat.start', intent: 'learn_system' });

    expect([ended, view().session, view().messages]).toEqual([[7], session(8, 'learn_system'), []]);
  });

  test('keeps it also when no other one begins', async () => {
    const { does, answer, ended, view } = await talking();
    answer.startSession = () => Promise.reject(AWAY);

    await does({ type: 'chat.back' }, { type: 'chat.start', intent: 'learn_system' });

    expect([ended, view().place, view().session]).toEqual([[], 'picking', session()]);
  });
});

describe('ending', () => {
  test('ends on the server and leads to the picker, with nothing to continue', async () => {
    const { does, ended, view } = await talking();
    await does({ type: 'chat.end' });

    expect([ended, view().place, view().session, view().messages, view().alert]).toEqual([
      [7],
      'picking',
      null,
      [],
      null,
    ]);
  });

  test.each([
    ['is away', AWAY, CHAT_TEXTS.notEnded],
    ['has ended it before', OVER, null],
  ])('leads to the picker also when the server %s', async (_, failure, alert) => {
    const { does, view } = await talking({ endSession: () => Promise.reject(failure) });
    await does({ type: 'chat.end' });

    expect(view()).toMatchObject({ place: 'picking', session: null, alert });
  });

  test('does not wait long for a server that says nothing', async () => {
    const { does, passes, view } = await talking({ endSession: () => held<void>().promise });
    await does({ type: 'chat.end' });
    await passes(END_PATIENCE_MS - 1);
    expect(view().place).toBe('ending');

    await passes(1);

    expect(view()).toMatchObject({ place: 'picking', alert: CHAT_TEXTS.notEnded });
  });

  test("doesn't delay going back", async () => {
    const { does, view } = await talking({ endSession: () => held<void>().promise });
    await does({ type: 'chat.end' }, { type: 'chat.back' });

    expect(view()).toMatchObject({ place: 'picking', session: null, alert: null });
  });

  test('forgets an answer that was awaited', async () => {
    const { does, asked, view } = await waiting();
    await does({ type: 'chat.end' });
    asked.resolve(redirect());
    await settle();

    expect([view().messages, view().leaving]).toEqual([[], null]);
  });
});
