import { describe, expect, test } from 'vitest';
import { CHAT_TEXTS } from '#contract/chat.contract.ts';
import { AWAY, begun, openChat, OVER, redirect, reply, resumed, said, session, settle, waiting } from './chat-world.ts';

const welcomed = { session: session(), welcome: begun().welcome_message };

describe('after a reload', () => {
  const kept = { session: session(), place: 'chatting', open: true, pending: null } as const;
  const pending = { key: 'key before', text: 'and in Ohio', after: 2 };
  const before = [said(1, 'people in Texas'), reply(2, 'I found 12.')];
  const reload = async (some: Parameters<typeof openChat>[0]) => {
    const chat = openChat(some);
    const shown = chat.view();
    await settle();
    return { ...chat, shown };
  };

  test('continues where it was', async () => {
    const { shown, view, contents } = await reload({ kept, resumeSession: () => Promise.resolve(resumed(before)) });

    expect(shown).toMatchObject({
      open: true,
      place: 'chatting',
      session: session(),
      waiting: { stage: 'reading' },
      canSend: false,
    });
    expect(view()).toMatchObject({ place: 'chatting', canSend: true, waiting: null, ...welcomed });
    expect(contents()).toEqual(['people in Texas', 'I found 12.']);
  });

  test("doesn't open a page again", async () => {
    const messages = [said(1, 'people in Texas'), redirect(2)];
    const { opened, passes, view } = await reload({ kept, resumeSession: () => Promise.resolve(resumed(messages)) });
    await passes(10_000);

    expect([opened, view().leaving]).toEqual([[], null]);
  });

  test('offers it in the picker when that showed', async () => {
    const { view } = await reload({ kept: { ...kept, place: 'picking' } });

    expect(view()).toMatchObject({ place: 'picking', session: session() });
  });

  test('waits for the answer that is being made', async () => {
    const making = resumed([...before, said(3, 'and in Ohio')], { answering: true });
    const { view, hears, contents } = await reload({
      kept: { ...kept, pending },
      resumeSession: () => Promise.resolve(making),
    });
    expect([view().waiting !== null, view().messages.at(-1)?.key]).toEqual([true, 'key before']);

    await hears({
      type: 'chat.replied',
      session_id: 7,
      assistant_message: reply(4, 'I found 9.'),
      answers: 'and in Ohio',
    });

    expect(contents().slice(2)).toEqual(['and in Ohio', 'I found 9.']);
  });

  test('keeps what did not reach the server, to be said again with its key', async () => {
    const { view, contents, does, sent } = await reload({
      kept: { ...kept, pending },
      resumeSession: () => Promise.resolve(resumed(before)),
    });
    expect([contents().slice(2), view().failure]).toEqual([['and in Ohio'], CHAT_TEXTS.sendFailed]);

    await does({ type: 'chat.retry' });

    expect(sent).toEqual([
      { sessionId: 7, intent: 'contact_search', text: 'and in Ohio', key: 'key before', scope: undefined },
    ]);
  });

  test('shows a conversation that has ended since', async () => {
    const ended = resumed(before, { session: { ...session(), status: 'inactive' } });
    const { view, contents } = await reload({ kept, resumeSession: () => Promise.resolve(ended) });

    expect([view().session?.status, view().canSend, contents().length]).toEqual(['inactive', false, 2]);
  });

  test('leads to the picker when the conversation is gone', async () => {
    const { view } = await reload({ kept, resumeSession: () => Promise.reject(OVER) });

    expect(view()).toMatchObject({ place: 'picking', session: null, alert: 'No active session' });
  });

  test('offers it again when the server is away', async () => {
    const { view, does, answer, contents } = await reload({ kept, resumeSession: () => Promise.reject(AWAY) });
    expect(view()).toMatchObject({ place: 'picking', session: session(), alert: CHAT_TEXTS.sendFailed });
    answer.resumeSession = () => Promise.resolve(resumed(before));

    await does({ type: 'chat.continue' });

    expect([view().place, contents().length]).toEqual(['chatting', 2]);
  });

  test('is stored in its current state, and not without a conversation', async () => {
    const chat = await waiting();
    expect(chat.kept()).toEqual({
      session: session(),
      place: 'chatting',
      open: true,
      pending: { key: 'key 1', text: 'people in Texas', after: 0 },
    });

    await chat.does({ type: 'chat.end' });

    expect(chat.kept()).toBeNull();
  });
});
