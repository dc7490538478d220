import { act } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { CHAT_INTENTS, CHAT_TEXTS } from '#contract/chat.contract.ts';
import type { ChatView } from '../../src/machines/chat/chat-view.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { ChatPanel } from '../../src/views/chat/ChatPanel.tsx';
import { whenOf } from '../../src/views/chat/chat-words.ts';
import { click, mount, only, settle, type } from '../_kit/mount.ts';
import { chatAround } from './chat-around.tsx';
import { answered, AT, chatting, said, session } from './chat-fixtures.ts';

afterEach(() => act(() => textDraftsStore.trigger.reset()));

async function talk(first: ChatView) {
  const { wrap, sent } = chatAround(first);
  const page = (view: ChatView) =>
    wrap(
      <ChatPanel
        view={view}
        send={(command) => sent.push(command)}
        openedFrom={null}
        hasPhone={false}
        onFold={() => undefined}
      />,
    );
  const draw = mount(page(first));
  await settle();
  return {
    sent,
    show: async (view: ChatView) => {
      draw(page(view));
      await settle();
    },
  };
}

const field = () => only<HTMLTextAreaElement>('.ask textarea');
const sendButton = () => only('.ask button');
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name) as HTMLElement;
const key = (name: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
  act(() => void field().dispatchEvent(event));
  return event.defaultPrevented;
};
const log = () => only('[role=log]');

describe('the head', () => {
  test('names what the conversation is about', async () => {
    const { show } = await talk(chatting());
    const names: (string | null)[] = [];
    for (const intent_type of CHAT_INTENTS) {
      await show(chatting({ session: session({ intent_type }) }));
      names.push(only('h2').textContent);
    }

    expect(names).toEqual([
      'Contact Search',
      'System Help',
      'Chat Session',
      'CSG Quote',
      'Email Creation',
      'Customer Support',
    ]);
  });

  test('shows whether it is active; one that is over starts over and sends nothing', async () => {
    const { sent, show } = await talk(chatting());
    expect(only('.mh .word').textContent).toBe('Active');

    await show(chatting({ session: session({ status: 'inactive' }), canSend: false }));
    expect(only('.mh .word').textContent).toBe('Inactive');
    expect([document.querySelector('textarea'), button('End session')]).toEqual([null, undefined]);
    click(button('Start a new conversation'));
    expect(sent).toEqual([{ type: 'chat.back' }]);
  });

  test('leads back, and ends the session', async () => {
    const { sent } = await talk(chatting());
    click(only('[aria-label=Back]'));
    click(button('End session'));

    expect(sent).toEqual([{ type: 'chat.back' }, { type: 'chat.end' }]);
  });
});

describe('the message', () => {
  test('is sent by Enter without the space around it, and the focus stays', async () => {
    const { sent } = await talk(chatting());
    field().focus();
    type(field(), '  people in Texas ');
    expect(key('Enter')).toBe(true);

    expect(sent).toEqual([{ type: 'chat.send', text: 'people in Texas' }]);
    expect([field().value, document.activeElement]).toEqual(['', field()]);
  });

  test('breaks its line by Shift and Enter, and while letters are composed', async () => {
    const { sent } = await talk(chatting());
    type(field(), 'people');

    expect([key('Enter', { shiftKey: true }), key('Enter', { isComposing: true }), sent]).toEqual([false, false, []]);
  });

  test('is not sent when it is blank', async () => {
    const { sent } = await talk(chatting());
    type(field(), '  \n ');
    key('Enter');
    click(sendButton());

    expect(sent).toEqual([]);
    expect(sendButton().title).toBe('Write something first.');
  });

  test('is not sent while an answer is awaited, and kept', async () => {
    const { sent } = await talk(chatting({ waiting: { doing: '', content: '' }, canSend: false }));
    type(field(), 'and Oklahoma');
    key('Enter');
    click(sendButton());

    expect([sent, field().value, sendButton().title]).toEqual([[], 'and Oklahoma', "MAX hasn't answered yet."]);
  });

  test('that is not sent belongs to its conversation', async () => {
    const { show } = await talk(chatting());
    type(field(), 'people');
    await show(chatting({ session: session({ id: 42 }) }));
    expect(field().value).toBe('');
    await show(chatting());
    expect(field().value).toBe('people');
  });

  test('that is suggested is sent at a press, before anything was said', async () => {
    const { sent, show } = await talk(chatting());
    click(button('Turning 65 in Texas'));
    expect(sent).toEqual([{ type: 'chat.send', text: 'Turning 65 in Texas' }]);

    await show(chatting({ messages: [said('hello')] }));
    expect(button('Turning 65 in Texas')).toBeUndefined();
  });
});

describe('what was said', () => {
  test("has sides in a log that is announced politely, without the user's own messages", async () => {
    await talk(chatting({ messages: [said('maria'), answered('There is nobody.\nTry another name.')] }));

    expect([log().getAttribute('aria-live'), log().getAttribute('aria-label')]).toEqual(['polite', 'Conversation']);
    expect([...log().children].map(({ className, textContent }) => [className, textContent])).toEqual([
      ['them', 'Who are you looking for?'],
      ['say', 'You: maria'],
      ['turn', 'MAX: There is nobody.\nTry another name.'],
    ]);
    expect(only('.say').getAttribute('aria-live')).toBe('off');
  });

  test('is written silently as it arrives, and announced once complete', async () => {
    const waiting = { doing: 'Counting contacts', content: 'These people turn' };
    const { show } = await talk(chatting({ messages: [said('who?')], waiting, canSend: false }));
    expect(only('.is-writing').getAttribute('aria-hidden')).toBe('true');
    expect([log().textContent?.includes('These people'), only('output.typing').textContent]).toEqual([
      false,
      'Counting contacts',
    ]);

    await show(chatting({ messages: [said('who?')], waiting: { doing: '', content: '' }, canSend: false }));
    expect(only('output.typing').textContent).toBe('MAX is typing');

    await show(chatting({ messages: [said('who?'), answered('These people turn 65.')] }));
    expect(log().textContent).toContain('These people turn 65.');
    expect(document.querySelector('.is-writing, .typing')).toBeNull();
  });

  test('and got no answer says why, and is sent again', async () => {
    const { sent, show } = await talk(chatting({ messages: [said('who?')], failure: CHAT_TEXTS.sendFailed }));
    expect(only('.max-failure > span').textContent).toBe("I'm having trouble connecting right now. Please try again.");
    expect(only('.max-failure').getAttribute('role')).toBe('alert');
    click(button('Try again'));
    expect(sent).toEqual([{ type: 'chat.retry' }]);

    await show(chatting({ messages: [said('who?')], failure: CHAT_TEXTS.emptyReply }));
    expect(only('.max-failure > span').textContent).toBe("I'm having trouble right now. Please try again.");
  });

  test('shows its time, or none when it is invalid', () => {
    const now = new Date('2026-11-21T22:00:00Z');
    expect([whenOf(AT, 'America/Chicago', now), whenOf('soon', 'America/Chicago', now)]).toEqual(['Today 2:13 PM', '']);
  });
});

describe('a page that opens by itself', () => {
  const leaving = { kind: 'redirect', message: 'm1', href: '/contacts', secondsLeft: 3 } as const;

  test('counts where it is seen, and is spoken once', async () => {
    const { show } = await talk(chatting({ leaving }));
    const seen = [only('.leaving .num').textContent];
    const spoken = [only('.leaving output').textContent];
    for (const secondsLeft of [2, 1]) {
      await show(chatting({ leaving: { ...leaving, secondsLeft } }));
      seen.push(only('.leaving .num').textContent);
      spoken.push(only('.leaving output').textContent);
    }

    expect(seen).toEqual(['Opening in 3 s', 'Opening in 2 s', 'Opening in 1 s']);
    expect(new Set(spoken)).toEqual(new Set(['Opening in 3 seconds. Press Escape to stay here.']));
    expect(only('.leaving .num').getAttribute('aria-hidden')).toBe('true');
  });

  test('can be stopped, and opened immediately', async () => {
    const { sent } = await talk(chatting({ leaving }));
    click(button('Stay here'));
    click(button('Open now'));

    expect(sent).toEqual([{ type: 'leaving.cancel' }, { type: 'leaving.go' }]);
  });

  test("doesn't interrupt typing", async () => {
    const { sent } = await talk(chatting({ leaving }));
    type(field(), 'o');

    expect(sent).toContainEqual({ type: 'leaving.cancel' });
  });
});
