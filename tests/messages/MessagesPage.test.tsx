import { act } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ConversationShown } from '#contract/messages/text.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { click, only, press, type } from '../_kit/mount.ts';
import { button, calm } from '../profile/own-account.tsx';
import { openMessages } from './messages-around.tsx';
import { conversation, PHONE, sent, shown, text } from './sample-texts.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T18:10:00Z') }));
afterAll(() => void vi.useRealTimers());

const lines = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
const field = () => only<HTMLTextAreaElement>('.text-composer textarea');
/** Chooses a template. */
const choose = async (name: string) => {
  click(button('Template'));
  await calm();
  click([...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === name)!);
  await calm();
};
const byPurpose = (differs: (purpose: string) => object): ConversationShown['may_be_texted'] =>
  shown().may_be_texted.map((one) => {
    const { decision, ...rest } = { ...one, ...differs(one.decision.purpose) };
    return { ...rest, decision: { ...one.decision, ...decision } };
  });

describe('the list', () => {
  test('says of each conversation who, the last text and what is special', async () => {
    await openMessages({
      search: {},
      conversations: [
        conversation({ unread: 2, draft: 'Hi' }),
        conversation({ id: 8, contact: null, opted_out_at: '2026-11-18T18:00:00Z' }),
        conversation({
          id: 9,
          last: {
            ...conversation().last!,
            direction: 'out',
            user: { id: 3, name: 'Dana' },
            status: 'failed',
            reason: 'landline',
          },
        }),
        conversation({
          id: 10,
          line: { of: 'call', direction: 'inbound', outcome: 'no_answer', seconds: 0, at: '2026-11-18T18:05:00Z' },
        }),
        conversation({
          id: 11,
          line: {
            of: 'mail',
            direction: 'in',
            subject: 'Re: Two plans',
            failed: false,
            reason: '',
            at: '2026-11-18T18:05:00Z',
          },
        }),
      ],
    });
    const rows = lines('.conversation');
    expect(rows[0]).toContain('Rosalind Okafor, unread');
    expect(rows[0]).toContain('Draft');
    expect(rows[1]).toContain('1-512-555-0142');
    expect(rows[1]).toContain('Opted out of texts 11/18/2026');
    expect(rows[2]).toContain('You: 4:30 is fine.Failed: landline');
    expect(rows[3]).toContain('12:05 PMMissed call');
    expect(rows[4]).toContain('12:05 PME-mail: Re: Two plans');
  });

  test('has tabs with counts, and a scope', async () => {
    await openMessages({ search: {} });
    expect(lines('.tabs a')).toEqual([
      'Open38',
      'Unread4',
      'Waiting for them',
      'Scheduled',
      'Failed1',
      'Needs review',
      'Opted out62',
      'Closed',
    ]);
    expect(only('.scope').textContent).toBe('Mine: 38 open, 4 unread');
  });

  test('is asked for as the address says', async () => {
    const { asked } = await openMessages({ search: { filter: 'failed', whose: 'all', q: 'ro' } });
    expect(asked('fetchConversations')).toEqual([{ body: { filter: 'failed', whose: 'all', q: 'ro' } }]);
  });

  test('moves by arrow keys', async () => {
    await openMessages({ search: {}, conversations: [conversation(), conversation({ id: 8 })] });
    const rows = [...document.querySelectorAll<HTMLElement>('.conversation')];
    act(() => rows[0]?.focus());
    press(rows[0]!, 'ArrowDown');
    expect(document.activeElement).toBe(rows[1]);
  });

  test.each([
    ['the end comes near', () => only('.conversations-list').dispatchEvent(new Event('scroll', { bubbles: true }))],
    ['the last one is left by key', () => press(only('li:last-child .conversation'), 'ArrowDown')],
  ])('loads more when %s, one part at a time', async (_, reach) => {
    const meta = { limit: 50, next_cursor: 'behind' };
    const { asked } = await openMessages({
      search: {},
      answers: { fetchConversations: { data: [conversation()], meta } },
    });
    act(() => only<HTMLElement>('.conversation').focus());
    act(() => {
      reach();
      reach();
    });
    await calm();
    expect(asked('fetchConversations')).toHaveLength(2);
    expect(asked('fetchConversations')[1]).toMatchObject({ body: { cursor: 'behind' } });
  });

  test('without conversations says the next step', async () => {
    await openMessages({ search: {}, conversations: [] });
    expect(only('.conversations .empty h2').textContent).toBe('No open conversations');
  });
});

describe('a thread', () => {
  test('shows texts by day with their delivery in words', async () => {
    await openMessages({
      texts: [
        sent({ id: 3, status: 'failed', reason: 'It is a landline.', created_at: '2026-11-18T18:05:00Z' }),
        sent({ id: 2, created_at: '2026-11-18T18:01:00Z', user: { id: 9, name: 'Marcus Ellery' } }),
        text(),
      ],
    });
    expect(lines('.thread-day-name').length).toBe(1);
    expect(lines('.text-meta')).toEqual([
      '12:00 PM',
      'Marcus Ellery, Delivered 12:00 PM, 1 segment',
      'Not delivered: It is a landline.Send again',
    ]);
  });

  test('shows calls and e-mails as lines between the texts', async () => {
    const marcus = { actor: { id: 9, name: 'Marcus Ellery' }, acting_as: null } as const;
    await openMessages({
      texts: [text({ id: 2, created_at: '2026-11-18T18:05:00Z', body: 'After' }), text({ body: 'Before' })],
      lines: [
        {
          key: '12-4',
          at: '2026-11-18T18:03:00.000000Z',
          kind: 'calls',
          ...marcus,
          what: {
            of: 'call',
            id: 4,
            direction: 'outbound',
            outcome: 'completed',
            seconds: 402,
            echo_instead: false,
            note: 'Wants drug coverage.',
            disposition: null,
            file_id: null,
          },
        },
        {
          key: '6-5',
          at: '2026-11-18T18:02:00.000000Z',
          kind: 'mails',
          actor: null,
          acting_as: null,
          what: {
            of: 'mail',
            id: 5,
            direction: 'in',
            subject: 'Re: Two plans',
            body: 'Please call me.',
            status: 'received',
            reason: '',
          },
        },
      ],
    });
    expect(lines('.thread-day ol > li')).toEqual([
      expect.stringContaining('Before'),
      ' E-mail from them: Re: Two plans12:02 PMPlease call me.',
      'Marcus Ellery called · 6:4212:03 PMWants drug coverage.',
      expect.stringContaining('After'),
    ]);
    const links = [...document.querySelectorAll('.thread-line a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/contacts/4012?tab=email_log', '/contacts/4012']);
  });

  test('is marked read by who answers it', async () => {
    const { asked } = await openMessages({ thread: shown({ conversation: conversation({ unread: 2 }) }) });
    expect(asked('readConversation')).toEqual([{ body: { conversation_id: 7, read: true } }]);
  });

  test('of someone else stays unread', async () => {
    const others = conversation({ unread: 2, user: { id: 9, name: 'Marcus Ellery' } });
    const { asked } = await openMessages({ thread: shown({ conversation: others }) });
    expect(asked('readConversation')).toEqual([]);
  });

  test('says until when they may be texted', async () => {
    await openMessages();
    expect(only('.thread-may').textContent).toBe('May be texted until 8:00 PMWhy');
  });

  test('outside the hours offers the next allowed time and keeps the draft', async () => {
    const may_be_texted = byPurpose(() => ({
      decision: { allowed: false, reason: 'outside_hours', next_at: '2026-11-19T14:00:00Z' },
      sentence: 'It is 9:40 PM where they live, outside calling hours.',
      until: null,
    }));
    const { asked } = await openMessages({
      thread: shown({ may_be_texted, draft: 'Good morning' }),
      answers: { sendMessage: { data: sent({ status: 'held' }) } },
    });
    expect(only('.thread-foot .note').textContent).toContain('Rosalind may not be texted until tomorrow 8:00 AM');
    expect([field().value, button('Send text').getAttribute('aria-disabled')]).toEqual(['Good morning', 'true']);

    click([...document.querySelectorAll('button')].find((one) => /^Send .*8:00 AM/u.test(one.textContent ?? ''))!);
    await calm();
    expect(asked('sendMessage')).toMatchObject([
      { body: { send_at: '2026-11-19T14:00:00Z', message_content: 'Good morning' } },
    ]);
  });

  test('after an opt-out has no field, and says the ways back', async () => {
    const may_be_texted = byPurpose(() => ({ decision: { allowed: false, reason: 'withdrawn' }, until: null }));
    await openMessages({
      thread: shown({ may_be_texted, conversation: conversation({ opted_out_at: '2026-11-18T18:00:00Z' }) }),
    });
    expect(document.querySelector('textarea')).toBeNull();
    expect(only('.thread-foot .note').textContent).toContain('Rosalind opted out of texts on 11/18/2026');
    expect(only('.thread-foot .note').textContent).toContain('texting START');
    expect(button('Record consent')).toBeDefined();
  });

  test('without consent to marketing offers a service text', async () => {
    const may_be_texted = byPurpose((purpose) =>
      purpose === 'marketing' ? { decision: { allowed: false, reason: 'no_consent' }, until: null } : {},
    );
    const { asked } = await openMessages({
      thread: shown({ may_be_texted }),
      answers: { sendMessage: { data: sent() } },
    });
    click(button('Send as a service text'));
    await calm();
    type(field(), 'Your card is on its way.');
    click(button('Send text'));
    await calm();
    expect(asked('sendMessage')).toMatchObject([{ body: { purpose: 'service', conversation_id: 7 } }]);
  });

  test('asks whether free words are an opt-out', async () => {
    const review = { text_id: 1, body: 'please leave me alone', at: '2026-11-18T18:00:00Z' };
    const { asked } = await openMessages({
      thread: shown({ conversation: conversation({ review }) }),
      answers: { answerRevocation: { data: conversation() } },
    });
    click(button('Yes, stop texts'));
    await calm();
    expect(asked('answerRevocation')).toEqual([{ body: { conversation_id: 7, opted_out: true } }]);
  });

  test('of an unknown number offers to create or choose the contact', async () => {
    await openMessages({ thread: shown({ contact: null, conversation: conversation({ contact: null }) }) });
    expect(only('.thread-foot .note').textContent).toContain("1-512-555-0142 isn't in your contacts");
    click(button('Create contact'));
    await calm();
    const inputs = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')];
    expect(inputs.map(({ value }) => value)).toContain('1-512-555-0142');
  });

  test('that does not exist says so', async () => {
    await openMessages({
      answers: { showConversation: new ApiError('notFound', { code: 'not_found', message: 'Not found.' }) },
    });
    expect(only('.thread .empty h2').textContent).toBe('Conversation not found');
  });
});

describe('a text', () => {
  test('that is sent leaves the field empty and stands in the thread', async () => {
    const { asked } = await openMessages({ answers: { sendMessage: { data: sent({ id: 5, body: 'On my way' }) } } });
    type(field(), 'On my way');
    expect(only('.composer-send').textContent).toContain('9/160, 1 segment');
    press(field(), 'x');
    act(() => field().form?.requestSubmit());
    await calm();
    expect(asked('sendMessage')).toEqual([
      { body: { conversation_id: 7, message_content: 'On my way', purpose: 'marketing' } },
    ]);
    expect([field().value, lines('.say-out p')]).toEqual(['', ['On my way']]);
  });

  test('from a template comes filled in, and says that others follow it', async () => {
    const campaign = { id: 5, name: 'Welcome' };
    const { asked } = await openMessages({
      answers: {
        listSmsCampaignTriggers: { data: [{ ...campaign, all_sms_trigger_ids: [8, 9] }] },
        fillCampaignText: { data: { ...campaign, text: 'Hi Rosalind', empty: [] } },
        sendMessage: { data: sent({ id: 5, body: 'Hi Rosalind' }) },
      },
    });
    await choose('Welcome');
    expect(field().value).toBe('Hi Rosalind');
    expect(only('.text-composer').textContent).toContain('From “Welcome”, which sends 2 more texts later.');
    click(button('Send text'));
    await calm();
    const body = { conversation_id: 7, message_content: 'Hi Rosalind', purpose: 'marketing' };
    expect(asked('sendMessage')).toEqual([{ body: { ...body, campaign_trigger_id: 5 } }]);

    await choose('Welcome');
    click(button('Send only this text'));
    click(button('Send text'));
    await calm();
    expect(asked('sendMessage').at(-1)).toEqual({ body });
  });

  test('that is refused stays in the field with the reason', async () => {
    const refusal = new ApiError('rejected', { code: 'invalid', message: 'The number is a landline.' });
    await openMessages({ answers: { sendMessage: refusal } });
    type(field(), 'On my way');
    click(button('Send text'));
    await calm();
    expect([field().value, only('.text-composer .note').textContent]).toEqual([
      'On my way',
      'The number is a landline.Not sent. Your text is kept.',
    ]);
  });

  test('to a contact without a conversation goes to the contact', async () => {
    const { asked } = await openMessages({
      search: { contact: 12 },
      thread: shown({ conversation: null, to: [{ number: PHONE, type: 'mobile' }] }),
      answers: { sendMessage: { data: sent() } },
    });
    type(field(), 'Hello');
    click(button('Send text'));
    await calm();
    expect(asked('sendMessage')).toMatchObject([{ body: { contact_id: 12, message_content: 'Hello' } }]);
  });
});
