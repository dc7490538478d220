import { act } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Note } from '#contract/contacts/notes.contract.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { EmailCheck } from '../../src/views/timeline/EmailCheck.tsx';
import { EmailLogTab } from '../../src/views/timeline/EmailLogTab.tsx';
import { NotesTab } from '../../src/views/timeline/NotesTab.tsx';
import { TransferHistoryTab } from '../../src/views/timeline/TransferHistoryTab.tsx';
import { WorkflowLogTab } from '../../src/views/timeline/WorkflowLogTab.tsx';
import { type Answer, button, calm, contact, key, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const DANA = { id: 1007, name: 'Dana Whitfield' };
const MARCUS = { id: 1003, name: 'Marcus Reed' };
const AT = '2026-01-05T15:04:00Z';

beforeEach(() => {
  localStorage.clear();
  textDraftsStore.trigger.reset();
});

const page = (data: readonly object[], pages = 1) => ({
  data,
  meta: { current_page: 1, limit: 20, total_count: data.length + (pages - 1) * 20, total_pages: pages },
});

const write = (field: HTMLTextAreaElement | HTMLInputElement, text: string) =>
  act(() => {
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('notes', () => {
  const note = (id: number, more: Partial<Note> = {}): Note => ({
    id,
    body: `Note ${id}`,
    author: DANA,
    written_by: null,
    pinned: false,
    created_at: AT,
    updated_at: AT,
    ...more,
  });
  const open = (notes: readonly Note[], answers: Record<string, Answer> = {}, stored = contact()) =>
    openDesk(<NotesTab contact={stored} />, { listNotes: page(notes), ...answers });
  const editor = () => only<HTMLTextAreaElement>('.note-editor textarea');

  test('name who wrote them, as whom, and that they were changed', async () => {
    await open([
      note(1, { updated_at: '2026-01-06T15:04:00Z' }),
      note(2, { author: MARCUS, written_by: DANA }),
      note(3, { author: MARCUS }),
    ]);

    expect([...document.querySelectorAll('.log .event-head > span')].map(({ textContent }) => textContent)).toEqual([
      'You edited',
      'Dana Whitfield, as Marcus Reed',
      'Marcus Reed',
    ]);
  });

  test('are changed in place by their author, and a draft survives a reload', async () => {
    const { asked, show } = await open([note(1), note(2, { author: MARCUS })], { updateNote: { data: note(1) } });
    click(button('Edit note'));
    write(editor(), 'Note 1, and more');
    await show(null);
    await show(<NotesTab contact={contact()} />);
    expect(editor().value).toBe('Note 1, and more');

    await key('Enter', editor(), { ctrlKey: true });
    expect(asked('updateNote')).toEqual([{ params: { id: 1, noteId: 1 }, body: { body: 'Note 1, and more' } }]);
    expect(textDraftsStore.getSnapshot().context.texts).toEqual({});
  });

  test('that are refused keep what was typed, and Escape returns to what is stored', async () => {
    await open([note(1)], { updateNote: refused({}) });
    click(button('Edit note'));
    write(editor(), 'Other');
    await key('Enter', editor(), { ctrlKey: true });
    expect([editor().value, only('.note-editor .why').textContent]).toEqual(['Other', 'That does not work.']);

    await key('Escape', editor());
    expect(document.querySelector('.note-editor')).toBeNull();
  });

  test('are searched', async () => {
    const { asked } = await open([note(1)]);
    write(only<HTMLInputElement>('input[type=search]'), ' plan ');
    await calm();

    expect(asked('listNotes').at(-1)).toEqual({ params: { id: 1 }, query: { page: 1, limit: 50, q: 'plan' } });
  });

  test('have a pinned one on top, which is written in place', async () => {
    const { asked } = await open([note(9, { pinned: true, body: 'Deaf on one ear.' }), note(1)], {
      updatePinnedNote: { data: null },
    });
    expect(only('.pinned .event-body').textContent).toBe('Deaf on one ear.');
    expect(document.querySelectorAll('.log .event')).toHaveLength(1);

    click(button('Edit pinned note'));
    write(editor(), 'Deaf on both ears.');
    click(button('Save'));
    await calm();
    expect(asked('updatePinnedNote')).toEqual([{ params: { id: 1 }, body: { body: 'Deaf on both ears.' } }]);
  });

  test('of a deleted contact are read and not written', async () => {
    await open([note(1)], {}, contact({ deleted_at: AT }));

    expect(document.querySelectorAll('textarea, [aria-label="Edit note"], [aria-label="Delete note"]')).toHaveLength(0);
  });
});

describe('logs', () => {
  test('of mail tell who wrote to whom and what became of it', async () => {
    const mail = { cc: ['son@mail.test'], body: 'Hi', reason: '', at: AT, user: DANA, address: 'jane@mail.test' };
    await openDesk(<EmailLogTab contact={contact()} />, {
      listEmailLogs: page([
        { ...mail, id: 1, direction: 'out', subject: 'Plans', status: 'queued' },
        { ...mail, id: 2, direction: 'in', subject: 'Re: Plans', status: 'recorded', cc: [] },
      ]),
    });

    expect([...document.querySelectorAll('.event')].map(({ textContent }) => textContent)).toEqual([
      'Plans01/05/2026Dana Whitfield to jane@mail.test, Cc son@mail.testShow e-mailHiSending',
      'Re: Plans01/05/2026From jane@mail.test, logged by Dana WhitfieldShow e-mailHi',
    ]);
  });

  test('of workflows say what this place is for while there is nothing', async () => {
    await openDesk(<WorkflowLogTab contact={contact()} />, { listWorkflowLogs: page([]) });

    expect(only('.empty').textContent).toBe(
      'No workflows have runWorkflow steps for this contact and their results appear here.',
    );
  });

  test('of workflows start a campaign that may be used', async () => {
    const { asked, toasts } = await openDesk(<WorkflowLogTab contact={contact()} />, {
      listWorkflowLogs: page([]),
      listSmsCampaignTriggers: { data: [{ id: 5, name: 'Welcome' }] },
    });
    const select = only<HTMLSelectElement>('select');
    act(() => {
      select.value = '5';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    click(button('Start campaign'));
    await calm();

    expect(asked('startSequence')).toEqual([{ params: { id: 1 }, body: { campaign_trigger_id: 5 } }]);
    expect(toasts.at(-1)?.text).toContain('Campaign started.');
  });

  test('of workflows start a workflow that is on', async () => {
    const { asked, toasts } = await openDesk(
      <WorkflowLogTab contact={contact()} />,
      {
        listWorkflowLogs: page([]),
        listWorkflowFlows: { data: [{ id: 7, name: 'Turning 65' }], meta: {} },
        startWorkflow: { data: {} },
      },
      { roles: ['admin'] },
    );
    const select = only<HTMLSelectElement>('select');
    act(() => {
      select.value = '7';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    click(button('Start workflow'));
    await calm();

    // Those that the contact may start, and once more when one has begun.
    const query = { status: 'on', contact_id: 1 };
    expect(asked('listWorkflowFlows')).toMatchObject([{ query }, { query }]);
    expect(asked('startWorkflow')).toEqual([{ params: { id: 7 }, body: { contact_id: 1 } }]);
    expect(toasts.at(-1)?.text).toContain('Workflow started.');
  });

  test('of workflows tell each step and what came of it', async () => {
    const step = {
      id: 1,
      workflow_name: 'Welcome',
      step: 'Send e-mail',
      status: 'failed',
      message: 'No address',
      at: AT,
    };
    await openDesk(<WorkflowLogTab contact={contact()} />, { listWorkflowLogs: page([step]) });

    expect(only('.event').textContent).toBe('Welcome Send e-mail01/05/2026FailedNo address');
  });

  test('of owners tell from whom to whom, by whom and why, page by page', async () => {
    const change = { id: 1, at: AT, from: MARCUS, to: DANA, actor: DANA, acting_as: MARCUS, reason: 'assigned' };
    const { asked } = await openDesk(<TransferHistoryTab contact={contact()} />, {
      listTransferHistory: page([change], 2),
    });
    expect(only('.event').textContent).toBe(
      'From Marcus Reed to Dana Whitfield01/05/2026Assigned manually by Dana Whitfield, as Marcus Reed',
    );

    click(button('Next page'));
    await calm();
    expect(asked('listTransferHistory').at(-1)).toEqual({ params: { id: 1 }, query: { page: 2, limit: 20 } });
  });

  test('that cannot be loaded say so', async () => {
    await openDesk(<EmailLogTab contact={contact()} />, { listEmailLogs: refused({}) });

    expect(document.body.textContent).toContain("Couldn't load e-mail log");
  });
});

describe('the check of an e-mail address', () => {
  const check = (differs: object, answers: Record<string, Answer> = {}) =>
    openDesk(<EmailCheck contact={contact({ email: 'jane@mail.test', ...differs })} />, answers);
  const words = () => document.body.textContent;

  test.each([
    ['unchecked', '', 'Not checkedCheck'],
    ['valid', 'mail.test accepts e-mail.', 'DeliverableCheck again'],
    ['invalid', 'There is no mail.test.', 'UndeliverableThere is no mail.test.Check againUse anyway'],
    ['unknown', 'Nobody answered.', 'UnknownNobody answered.Check againUse anyway'],
    ['forced', 'Marked valid by Amy.', 'Marked validMarked valid by Amy.Check again'],
  ] as const)('says in words that it is %s', async (email_status, email_check, said) => {
    await check({ email_status, email_check });

    expect(words()).toBe(said);
  });

  test('asks, and vouches', async () => {
    const { asked } = await check(
      { email_status: 'invalid' },
      { validateEmail: { data: {} }, forceVerifyEmail: { data: {} } },
    );
    click(button('Check the e-mail address again'));
    click(button('Use anyway'));
    await calm();

    expect([asked('validateEmail'), asked('forceVerifyEmail')]).toEqual([
      [{ params: { id: 1 } }],
      [{ params: { id: 1 } }],
    ]);
  });

  test('is not there without an address, and asks nothing of a deleted contact', async () => {
    const { show } = await check({ email: null });
    expect(words()).toBe('');

    await show(<EmailCheck contact={contact({ email: 'jane@mail.test', deleted_at: AT })} />);
    expect(words()).toBe('Not checked');
  });
});
