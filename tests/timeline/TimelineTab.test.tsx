import { act } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TimelineEntry } from '#contract/timeline.contract.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { TimelineTab } from '../../src/views/timeline/TimelineTab.tsx';
import { type Answer, button, calm, contact, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const DANA = { id: 1007, name: 'Dana Whitfield' };
const MARCUS = { id: 1003, name: 'Marcus Reed' };

beforeEach(() => {
  localStorage.clear();
  textDraftsStore.trigger.reset();
});

let keys = 0;
const entry = (what: TimelineEntry['what'], more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  key: String((keys += 1)),
  at: '2026-01-05T15:04:00.000000Z',
  kind: 'changes',
  actor: DANA,
  acting_as: null,
  what,
  ...more,
});
const page = (data: readonly TimelineEntry[], next_cursor: string | null = null) => ({
  data,
  meta: { limit: 50, next_cursor },
});

const open = (data: readonly TimelineEntry[], answers: Record<string, Answer> = {}, stored = contact()) =>
  openDesk(<TimelineTab contact={stored} />, { readTimeline: page(data), ...answers });

const lines = () => [...document.querySelectorAll('.event-head > span')].map((line) => line.textContent.trim());
const tab = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('.composer [role=tab]')].find(
    (one) => one.textContent === name,
  );
  if (!found) throw new Error(`no tab ${name}`);
  click(found);
};
const write = (selector: string, text: string) =>
  act(() => {
    const field = only<HTMLTextAreaElement | HTMLInputElement>(selector);
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

const BULK: Extract<TimelineEntry['what'], { of: 'bulk' }> = {
  of: 'bulk',
  changed: true,
  consents: [],
  id: 3,
  action: 'group',
  mode: null,
  names: ['Leads'],
  alone: false,
  undone: false,
};

const CITY = { field: 'city', from: 'Mobile', to: 'Naples' };

describe('a line', () => {
  test('names what changed, from what to what: several each on a line of its own', async () => {
    const changed = (fields: readonly string[], changes: readonly { field: string; from: string; to: string }[]) =>
      entry({
        of: 'action',
        action: 'contact.updated',
        fields: [...fields],
        changes: [...changes],
        consent: null,
        about: '',
      });
    const phone = { field: 'phone', from: '', to: '+15125550142' };
    const dob = { field: 'dob', from: '1951-02-03', to: '' };
    const tags = { field: 'tag_ids', from: 'New', to: 'New, hot' };
    await open([
      changed(['city'], [CITY]),
      changed(['dob', 'phone'], [dob, phone]),
      entry({ of: 'action', action: 'contact.tagged', fields: [], changes: [tags], consent: null, about: '' }),
      entry({
        of: 'action',
        action: 'policy.updated',
        fields: ['premium_cents'],
        changes: [],
        consent: null,
        about: 'Humana Gold',
      }),
      entry({
        of: 'action',
        action: 'policy.updated',
        fields: ['premium_cents', 'notes'],
        changes: [{ field: 'premium_cents', from: '', to: '2500' }],
        consent: null,
        about: 'Humana Gold',
      }),
      entry({ of: 'action', action: 'sealed_fields.updated', fields: ['ssn'], changes: [], consent: null, about: '' }),
    ]);

    expect(lines()).toEqual([
      'You changed City: Mobile → Naples',
      'You changed 2 fields',
      'You changed Tags: New → New, hot',
      'You changed a policy (Humana Gold): premium',
      'You changed a policy (Humana Gold): 2 fields',
      'You changed sensitive information: Social Security number',
    ]);
    expect([...document.querySelectorAll('.event-body')].map(({ textContent }) => textContent)).toEqual([
      'Birth date: 02/03/1951 → none\nPhone: none → 1-512-555-0142',
      'Premium: none → $25.00\nNotes changed',
    ]);
  });

  test('says who did it and as whom, fields in words, and where it came from', async () => {
    await open([
      entry(
        { of: 'action', action: 'contact.updated', fields: ['dob', 'city'], changes: [], consent: null, about: '' },
        { actor: DANA, acting_as: MARCUS },
      ),
      entry({ of: 'action', action: 'contact.updated', fields: ['dob'], changes: [], consent: null, about: '' }),
      entry({ of: 'owner', from: 'Priya Raman', to: 'Dana Whitfield', reason: 'assigned' }, { actor: MARCUS }),
      entry({ of: 'owner', from: 'Priya Raman', to: 'Dana Whitfield', reason: 'assigned' }),
      entry({ of: 'owner', from: 'Marcus Reed', to: 'Dana Whitfield', reason: 'assigned' }, { actor: MARCUS }),
      entry({ ...BULK, undone: true }),
      entry({ of: 'import', id: 5, file_name: 'may.csv', row_number: 1188, undone: false, changes: [CITY] }),
      entry({ of: 'workflow', workflow: 'Welcome', step: 'Send e-mail', status: 'done', message: '' }, { actor: null }),
      entry({ of: 'origin', import: null }, { actor: null }),
    ]);

    expect(lines()).toEqual([
      'Dana Whitfield, as Marcus Reed, changed birth date and city',
      'You changed birth date',
      'Marcus Reed moved the contact from Priya Raman to Dana Whitfield',
      'You took over the contact from Priya Raman',
      'Marcus Reed transferred the contact to Dana Whitfield',
      'You set the group to Leads (bulk change) undone',
      'You updated the contact by import from may.csv, row 1,188',
      'Welcome: Send e-mail',
      'Someone added the contact',
    ]);
    expect(only('.event-body').textContent).toBe('City: Mobile → Naples');
  });

  test('of a failed mail says why and sends it again', async () => {
    const failed = {
      direction: 'out',
      subject: 'Plans',
      body: 'Hi',
      status: 'failed',
      reason: 'No such mailbox',
    } as const;
    const { asked } = await open([entry({ of: 'mail', id: 9, ...failed }, { kind: 'mails' })], {
      sendEmailAgain: { data: {} },
    });

    expect(only('.email-state').textContent).toContain('UndeliveredNo such mailbox');
    click(button('Send again'));
    await calm();
    expect(asked('sendEmailAgain')).toEqual([{ params: { id: 1, emailId: 9 } }]);
  });

  test('that one wrote oneself is removed, and Undo brings the very same back', async () => {
    const note = entry({ of: 'note', id: 44, body: 'Call back.', edited: false, pinned: false }, { kind: 'notes' });
    const { asked, toasts } = await open([note], { deleteNote: {}, restoreNote: { data: {} } });
    click(button('Delete note'));
    await calm();
    act(() => toasts[0]?.action?.run());
    await calm();

    expect([asked('deleteNote'), asked('restoreNote')]).toEqual([
      [{ params: { id: 1, noteId: 44 } }],
      [{ params: { id: 1, noteId: 44 } }],
    ]);
  });

  test('of somebody else cannot be removed', async () => {
    const note = entry(
      { of: 'note', id: 44, body: 'x', edited: false, pinned: false },
      { kind: 'notes', actor: MARCUS },
    );
    await open([note]);

    expect(document.querySelector('[aria-label="Delete note"]')).toBeNull();
  });
});

describe('the pages', () => {
  test('follow each other, and a day that goes on has one heading', async () => {
    const by = { actor: MARCUS };
    const first = page(
      [entry({ of: 'action', action: 'contact.tagged', fields: [], changes: [], consent: null, about: '' }, by)],
      'c1',
    );
    const second = page([entry({ of: 'origin', import: null }, by)]);
    const { asked } = await open([], {
      readTimeline: ({ query }) => ((query as { cursor?: string }).cursor === 'c1' ? second : first),
    });
    click(button('Load earlier'));
    await calm();

    expect(asked('readTimeline').map(({ query }) => query)).toEqual([{}, { cursor: 'c1' }]);
    expect(lines()).toEqual(['Marcus Reed changed the tags', 'Marcus Reed added the contact']);
    expect([...document.querySelectorAll('h2')].map((day) => day.textContent)).toEqual(['Monday, 01/05/2026']);
  });

  test('are narrowed to one kind', async () => {
    const { asked } = await open([]);
    click(button('Meetings'));
    await calm();

    expect(asked('readTimeline').at(-1)).toEqual({ params: { id: 1 }, query: { kind: 'meetings' } });
    expect(only('.empty h2').textContent).toBe('No meetings yet');
  });

  test('that do not come say so and are asked for again', async () => {
    let times = 0;
    await open([], {
      readTimeline: () => ((times += 1) === 1 ? refused({}) : page([entry({ of: 'origin', import: null })])),
    });
    click(button('Try again'));
    await calm();

    expect(lines()).toEqual(['You added the contact']);
  });
});

describe('the composer', () => {
  test('logs a call with its outcome, and Undo takes it back', async () => {
    const { asked, toasts } = await open([], {
      logActivity: { data: { id: 6, type: 'voicemail' } },
      removeActivity: {},
    });
    tab('Log a call');
    act(() => {
      const outcome = only<HTMLSelectElement>('.log-fields > :first-child select');
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(outcome, 'voicemail');
      outcome.dispatchEvent(new Event('change', { bubbles: true }));
    });
    write('.composer textarea', 'Left my number.');
    click(button('Log call'));
    await calm();
    act(() => toasts[0]?.action?.run());
    await calm();

    expect(asked('logActivity')).toEqual([{ params: { id: 1 }, body: { type: 'voicemail', body: 'Left my number.' } }]);
    expect([toasts[0]?.text, asked('removeActivity')]).toEqual([
      'Voicemail logged',
      [{ params: { id: 1, activityId: 6 } }],
    ]);
    expect(textDraftsStore.getSnapshot().context.texts).toEqual({});
  });

  test('logs a text with its direction and when it was, in the zone of the user, and none in the future', async () => {
    const { asked } = await open([], { logActivity: { data: { id: 6, type: 'text' } } });
    tab('Log a text');
    act(() => {
      const direction = only<HTMLSelectElement>('.composer select');
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(direction, 'in');
      direction.dispatchEvent(new Event('change', { bubbles: true }));
    });
    write('.composer textarea', 'Yes, Friday works.');
    write('[type=datetime-local]', '2999-01-05T09:30');
    click(button('Log text, The time is in the future'));
    await calm();
    expect(asked('logActivity')).toEqual([]);

    write('[type=datetime-local]', '2026-01-05T09:30');
    click(button('Log text'));
    await calm();
    const body = { type: 'text', body: 'Yes, Friday works.', direction: 'in', at: '2026-01-05T14:30:00.000Z' };
    expect(asked('logActivity')).toEqual([{ params: { id: 1 }, body }]);
  });

  test('sends a mail with copies, and keeps what was written when it is refused', async () => {
    const stored = contact({ email: 'jane@mail.test' });
    const { asked } = await open([], { sendEmail: refused({ cc: ["“x” isn't a valid e-mail address."] }) }, stored);
    tab('E-mail');
    write('[placeholder="Addresses, separated by commas"]', 'x, son@mail.test');
    write('input[maxlength="200"]', 'Plans');
    write('.composer textarea', 'Side by side.');
    click(button('Send e-mail'));
    await calm();

    const body = { subject: 'Plans', body: 'Side by side.', cc: ['x', 'son@mail.test'] };
    expect(asked('sendEmail')).toEqual([{ params: { id: 1 }, body }]);
    expect(only('.composer output').textContent).toBe("“x” isn't a valid e-mail address. Your e-mail is kept here.");
    expect(Object.keys(textDraftsStore.getSnapshot().context.texts)).toHaveLength(3);
  });

  test('says why a mail cannot be sent', async () => {
    await open(
      [],
      {},
      contact({ email: 'jane@gone.test', email_status: 'invalid', email_check: 'There is no gone.test.' }),
    );
    tab('E-mail');
    const send = [...document.querySelectorAll('button')].find(({ type }) => type === 'submit');

    expect(send?.title).toBe('E-mail to this address would bounce.');
    expect(only('.email-check').textContent).toContain('UndeliverableThere is no gone.test.');
  });

  test('writes down a mail that came in', async () => {
    const { asked } = await open([], { recordEmail: { data: {} } });
    tab('E-mail');
    act(() => {
      const way = only<HTMLSelectElement>('.composer select');
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(way, 'in');
      way.dispatchEvent(new Event('change', { bubbles: true }));
    });
    write('input[maxlength="200"]', 'Re: Plans');
    write('.composer textarea', 'Fine.');
    click(button('Log e-mail'));
    await calm();

    expect(asked('recordEmail')).toEqual([
      { params: { id: 1 }, body: { direction: 'in', subject: 'Re: Plans', body: 'Fine.' } },
    ]);
  });

  test('is not there for a deleted contact', async () => {
    await open([], {}, contact({ deleted_at: '2026-01-06T10:00:00Z' }));

    expect(document.querySelector('.composer')).toBeNull();
  });
});
