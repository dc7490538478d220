import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EmailTemplate } from '#contract/chat/reply.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { aiEmail } from '../../src/store/ai-email.ts';
import type { StoredFor } from '../../src/store/stored-once.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { EMAIL_DRAFTS, readDrafts } from '../../src/views/mail/email-drafts.ts';
import { NewEmailPage } from '../../src/views/mail/NewEmailPage.tsx';
import { takeAiEmail } from '../../src/views/mail/take-ai-email.ts';
import { type Answer, button, calm, contact, key, openDesk, page, refused, row } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const ME: StoredFor = { id: 1007, identity: [] };
const ADA = { id: 1, number: 4001, name: 'Ada Reyes1', city: '', state: '', phone: null, owner: '' };
const OF_MAX: EmailTemplate = { subject: 'Two plans', body: 'Hello Ada,', purpose: 'service', contact: ADA };
const STORED = { data: contact({ email: 'ada@example.com' }) };
const SENT = { data: { id: 9, status: 'sent', address: 'ada@example.com' } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  textDraftsStore.trigger.reset();
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
});

const open = (answers: Record<string, Answer> = {}, who: object = {}) =>
  openDesk(<NewEmailPage />, { readContact: STORED, sendEmail: SENT, ...answers }, who);

const write = (label: string, text: string) =>
  act(() => {
    const field = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].find(
      (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent) === label,
    );
    if (field === undefined) throw new Error(`no field ${label}`);
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const text = () => only<HTMLTextAreaElement>('textarea').value;
const drafts = () => readDrafts(textDraftsStore.getSnapshot().context.texts[EMAIL_DRAFTS] ?? '');
/** MAX has drafted this, and the page opens. */
const leave = (email: EmailTemplate) => {
  aiEmail.put(ME, email);
  act(() => takeAiEmail(ME));
};
const send = () => only<HTMLButtonElement>('button[type=submit]');
/** Reason why it can't be sent. */
const refusal = () => send().title;

describe('the recipient', () => {
  test('is found by keys alone, and is shown with the address', async () => {
    await open({ listContacts: page([row(1), row(2)]) });
    expect(refusal()).toBe('Choose a recipient first.');
    const field = only('input[type=search]');
    act(() => field.focus());
    write('To', 'reyes');
    await calm();
    await key('ArrowDown', field);
    await key('ArrowDown', document.activeElement ?? field);
    expect(document.activeElement?.textContent).toContain('Ada Reyes2');
    await key('ArrowUp', document.activeElement ?? field);
    click(document.activeElement as HTMLElement);
    await calm();

    expect(only('.composer-to').textContent).toContain('Ada Reyes1ada@example.com');
    expect(drafts()[0]?.contact).toMatchObject({ id: 1, number: 4001, name: 'Ada Reyes1' });
  });

  test('is the first match when Enter is pressed', async () => {
    await open({ listContacts: page([row(1), row(2)]) });
    write('To', 'reyes');
    await calm();
    await key('Enter', only('input[type=search]'));

    expect(drafts()[0]?.contact?.name).toBe('Ada Reyes1');
  });

  test.each([
    ['has no address', { readContact: { data: contact({ email: null }) } }, 'No e-mail address yet'],
    [
      'is nobody whom one sees',
      { readContact: new ApiError('notFound', { code: 'not_found', message: 'No.' }) },
      'You no longer have access to this contact.',
    ],
    [
      'cannot be loaded',
      { readContact: new ApiError('rejected', { code: 'refused', message: 'Out of order.' }) },
      'Out of order.',
    ],
  ])('says so when it %s', async (_what, answers, words) => {
    leave(OF_MAX);
    await open(answers);

    expect(only('.composer-to').textContent).toContain(words);
    expect(send().getAttribute('aria-disabled')).toBe('true');
  });
});

describe('an e-mail', () => {
  test('goes with its purpose and copies, leaves no draft, and leads to the log', async () => {
    leave(OF_MAX);
    const { asked } = await open();
    write('Cc', 'a@b.example, c@d.example');
    click(send());
    await calm();

    expect(asked('sendEmail')).toEqual([
      {
        params: { id: 1 },
        body: { subject: 'Two plans', body: 'Hello Ada,', cc: ['a@b.example', 'c@d.example'], purpose: 'service' },
      },
    ]);
    expect(only('.note').textContent).toContain('E-mail sent to ada@example.com.');
    expect(only<HTMLAnchorElement>('.note a').getAttribute('href')).toBe('/contacts/4001?tab=email_log');
    expect(drafts()).toEqual([]);
    click(button('Write another'));
    expect(text()).toBe('');
  });

  test('that is refused says why and stays', async () => {
    leave(OF_MAX);
    await open({ sendEmail: refused({ cc: ["“x” isn't a valid e-mail address."] }) });
    click(send());
    await calm();

    expect(only('.bot output').textContent).toBe("“x” isn't a valid e-mail address. Your e-mail is kept here.");
    expect(text()).toBe('Hello Ada,');
  });

  test('does not go with what MAX has left blank', async () => {
    leave({ ...OF_MAX, body: 'From {postal address}.' });
    await open();
    expect([refusal(), only('.note').textContent]).toEqual([
      'Replace {postal address} first.',
      expect.stringContaining('Still to fill in: {postal address}'),
    ]);
    write('Message', 'From 1 Main Street.');

    expect(send().getAttribute('aria-disabled')).toBeNull();
  });

  test('survives leaving the page', async () => {
    const { show } = await open();
    write('Message', 'Half of it');
    await show(<p>elsewhere</p>);
    await show(<NewEmailPage />);

    expect(text()).toBe('Half of it');
  });
});

describe('a draft of MAX', () => {
  test('comes to hand once, and the own one is laid aside and taken up again', async () => {
    await open();
    write('Message', 'My own words');
    leave(OF_MAX);
    leave(OF_MAX);
    await calm();
    expect([text(), document.body.textContent]).toEqual([
      'Hello Ada,',
      expect.stringContaining('Drafted by MAX. Review before sending.'),
    ]);
    click(button('Resume My own words'));

    expect([text(), drafts().map(({ by }) => by)]).toEqual(['My own words', ['me', 'max']]);
  });

  test('is discarded, and Undo brings it back', async () => {
    leave(OF_MAX);
    const { toasts } = await open();
    click(button('Discard draft'));
    expect([text(), document.querySelector('.note')]).toEqual(['', null]);
    act(() => toasts[0]?.action?.run());
    await calm();

    expect([text(), drafts().length]).toEqual(['Hello Ada,', 1]);
  });

  test('of another user is none', () => {
    aiEmail.put({ ...ME, id: 1003 }, OF_MAX);
    takeAiEmail(ME);

    expect(drafts()).toEqual([]);
  });

  test('gives up the oldest of too many', () => {
    for (let at = 1; at <= 7; at += 1) leave({ ...OF_MAX, subject: `Draft ${at}` });

    expect(drafts().map(({ subject }) => subject)).toEqual(['Draft 7', 'Draft 6', 'Draft 5', 'Draft 4', 'Draft 3']);
  });

  test.each(['{', '[{"by":"me"}]', 'null'])('%s, stored by another version, is none', (stored) => {
    expect(readDrafts(stored)).toEqual([]);
  });
});
