import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '#contract/chat.contract.ts';
import { CHAT_TEXTS } from '#contract/chat.contract.ts';
import { held, redirect, reply, settle, talking, waiting } from './chat-world.ts';

describe('an answer that leads to a page', () => {
  const leading = async (message: ChatMessage) => talking({ sendMessage: () => Promise.resolve(message) });

  test('counts down, and opens the page with what it takes along', async () => {
    const search = { contact_group: 'mine', sort: 'newest' } as never;
    const message = redirect();
    const chat = await leading({ ...message, metadata: { ...message.metadata, search_payload: search } });
    await chat.does({ type: 'chat.send', text: 'people in Texas' });
    expect(chat.view().leaving).toEqual({
      kind: 'redirect',
      message: 'message 2',
      href: '/contacts',
      secondsLeft: 3,
    });

    const seen = [];
    for (let second = 0; second < 3; second += 1) {
      await chat.passes(1_000);
      seen.push(chat.view().leaving?.secondsLeft);
    }

    expect(seen).toEqual([2, 1, undefined]);
    expect(chat.opened.map(({ href, search: taken }) => [href, taken])).toEqual([['/contacts', search]]);
  });

  test('of a draft opens the e-mail page with it, after two seconds', async () => {
    const template = { subject: 'Hi', body: 'Dear Ada', purpose: 'service', contact: null } as const;
    const metadata = { template_data: template };
    const chat = await leading(reply(2, 'Here it is.', { response_type: 'email_template', metadata }));
    await chat.does({ type: 'chat.send', text: 'write to Ada' });
    expect(chat.view().leaving?.secondsLeft).toBe(2);

    await chat.passes(1_000);
    await chat.passes(1_000);

    expect(chat.opened.map(({ href, email }) => [href, email])).toEqual([['/admin/email-management/new', template]]);
  });

  test.each([
    ['cancelled', { type: 'leaving.cancel' }],
    ['changed by hand', { type: 'scope.change', message: 'message 2', scope: {} }],
    ['answered', { type: 'chat.send', text: 'only women' }],
    ['answered by a choice', { type: 'chat.select', index: 0 }],
    ['left for the picker', { type: 'chat.back' }],
    ['ended', { type: 'chat.end' }],
    ['folded', { type: 'panel.toggle' }],
    ['closed', { type: 'panel.close' }],
  ] as const)('does not open it once it is %s', async (_, command) => {
    const chat = await leading(redirect());
    await chat.does({ type: 'chat.send', text: 'people in Texas' });
    chat.answer.sendMessage = () => held<ChatMessage>().promise;

    await chat.does(command);
    await chat.passes(10_000);

    expect([chat.opened, chat.view().leaving]).toEqual([[], null]);
  });

  test('opens it immediately on request', async () => {
    const chat = await leading(redirect());
    await chat.does({ type: 'chat.send', text: 'people in Texas' }, { type: 'leaving.go' });

    expect(chat.opened.map(({ href }) => href)).toEqual(['/contacts']);
  });

  test.each([
    ['the panel is folded', { type: 'panel.toggle' }],
    ['the picker shows', { type: 'chat.back' }],
  ] as const)("doesn't leave while %s", async (_, command) => {
    const chat = await waiting();
    await chat.does(command);
    chat.asked.resolve(redirect());
    await settle();
    await chat.passes(10_000);

    expect([chat.opened, chat.view().leaving]).toEqual([[], null]);
  });

  test.each(['https://evil.example', '//evil.example', '/sso-logout'])(
    'says that %s could not be opened',
    async (href) => {
      const chat = await leading(redirect(2, href));
      await chat.does({ type: 'chat.send', text: 'people in Texas' });
      await chat.passes(10_000);

      expect([chat.opened, chat.contents()[1]]).toEqual([[], `I found 12 people.\n\n${CHAT_TEXTS.pageRefused}`]);
    },
  );
});

describe('a page that is asked for by a click', () => {
  test('opens immediately, instead of the one that counts down', async () => {
    const chat = await talking({ sendMessage: () => Promise.resolve(redirect()) });
    await chat.does({ type: 'chat.send', text: 'people in Texas' }, { type: 'page.open', href: '/contacts/42' });
    await chat.passes(10_000);

    expect(chat.opened.map(({ href }) => href)).toEqual(['/contacts/42']);
  });

  test('is the list with the chips', async () => {
    const chat = await talking();
    await chat.does({ type: 'scope.apply', scope: { q: 'maria' } });

    expect(chat.opened).toMatchObject([{ href: '/contacts', search: { q: 'maria' } }]);
    expect([chat.view().open, chat.view().place]).toEqual([true, 'chatting']);
  });

  test('is the e-mail page with the draft of a message', async () => {
    const template_data = { subject: 'Hi', body: 'Dear Ada', purpose: 'service', contact: null } as const;
    const chat = await talking({
      sendMessage: () => Promise.resolve(reply(2, 'Here.', { metadata: { template_data } })),
    });
    await chat.does({ type: 'chat.send', text: 'write to Ada' }, { type: 'email.open', message: 'message 2' });

    expect(chat.opened).toMatchObject([{ href: '/admin/email-management/new', email: template_data }]);
  });

  test('alerts for a path outside the app', async () => {
    const chat = await talking();
    await chat.does({ type: 'page.open', href: 'javascript:alert(1)' });

    expect([chat.opened, chat.view().alert]).toEqual([[], CHAT_TEXTS.pageRefused]);
  });
});
