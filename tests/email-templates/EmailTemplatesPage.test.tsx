import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import { renderBlocks } from '#rules/emails/render-blocks.ts';
// Preloads the lazy parts.
import '../../src/views/_resource/RecordForm.tsx';
import '../../src/views/_kit/overlays/AlertDialog.tsx';
import '../../src/views/email-templates/BulkTemplatesDialog.tsx';
import '../../src/views/email-templates/blocks/BlockEditor.tsx';
import { EmailTemplatesPage } from '../../src/views/email-templates/EmailTemplatesPage.tsx';
import { SimpleHtml } from '../../src/views/email-templates/SimpleHtml.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, mount, only, type } from '../_kit/mount.ts';

const template = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  subject: 'Your review',
  body: 'Hello {{ first_name }}',
  format: 'text',
  active: true,
  blocks: null,
  business_unit_id: null,
  ...more,
});
const TWO = [template(1, 'Review'), template(2, 'Welcome', { active: false })];
const META = { current_page: 1, limit: 50, total_count: 2, total_pages: 1 };
const ANA = { contact: { id: 5, name: 'Ana Ruiz' }, email: { subject: 'Your review', text: 'Hello Ana', html: null } };

const ANSWERS: Record<string, Answer> = {
  listBroadcastEmails: { data: TWO, meta: META },
  readBroadcastEmail: { data: TWO[0] ?? {} },
  previewBroadcastEmail: { data: { ...ANA, notes: [] } },
  listUserPlaces: { data: { business_units: [], leaders: [] } },
};

async function open(address: string, answers: Record<string, Answer> = {}) {
  const history = createMemoryHistory({ initialEntries: [`/admin/emails${address}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: EmailTemplatesPage }), history });
  const may = { permissions: ['contacts.read', 'contacts.write', 'reference.manage'] };
  const desk = await openDesk(<RouterProvider router={router} />, { ...ANSWERS, ...answers }, may);
  await calm();
  return desk;
}
const field = (name: string) => only<HTMLInputElement & HTMLTextAreaElement>(`.side [name=${name}]`);
const choose = (label: string, value: string) =>
  act(() => {
    const select = [...document.querySelectorAll('select')].find(
      (one) => one.closest('.field')?.querySelector('label')?.textContent === label,
    );
    if (select === undefined) throw new Error(`no select ${label}`);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
const said = () => document.body.textContent ?? '';

test('lists templates, and turns one off', async () => {
  const { asked } = await open('', { updateBroadcastEmail: { data: TWO[0] ?? {} } });

  expect([...document.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Review.*Active/),
    expect.stringMatching(/Welcome.*Off/),
  ]);
  click(button('Turn off Review'));
  await calm();

  expect(asked('updateBroadcastEmail')).toEqual([{ params: { id: 1 }, body: { active: false } }]);
});

test('shows the template as a contact would get it', async () => {
  await open('?edit=1');

  expect(only('.template-preview').textContent).toContain('Preview for Ana Ruiz');
  expect(only('.template-text').textContent).toBe('Hello Ana');
});

test('inserts a merge field where the cursor is', async () => {
  await open('?edit=1');
  field('body').setSelectionRange(5, 5);
  choose('Insert a merge field', '{{ city }}');
  await calm();

  expect(field('body').value).toBe('Hello{{ city }} {{ first_name }}');
});

test('names errors and suggestions while typing, before the server answers', async () => {
  await open('?edit=1', { previewBroadcastEmail: () => new Promise(() => undefined) });
  type(field('body'), 'Act now, {{ frist_name }}');
  await calm();

  const notes = [...document.querySelectorAll('.template-notes .note')].map((note) => note.textContent);
  expect(notes).toEqual([
    'Fix before savingLine 1: unknown merge field “frist_name”. Did you mean {{ first_name }}?',
    'SuggestionsSpam filters watch for “act now”.',
  ]);
});

test('calls nothing a fault in a new template before it is touched', async () => {
  const notes = [{ field: 'subject', severity: 'error', message: 'enter a subject.' }];
  await open('?edit=new', { previewBroadcastEmail: { data: { ...ANA, notes } } });
  expect(document.querySelectorAll('.template-notes .note')).toHaveLength(0);

  type(field('name'), 'Welcome');
  await calm();
  expect(document.querySelectorAll('.template-notes .note')).toHaveLength(0);

  click(button('Button'));
  await calm();
  expect(only('.template-notes').textContent).toContain('Fix before saving');
});

test('adds a template in plain text', async () => {
  const { asked } = await open('?edit=new', { createBroadcastEmail: { data: template(3, 'New') } });
  choose('Written as', 'text');
  await calm();
  type(field('name'), 'New');
  type(field('subject'), 'Hi');
  type(field('body'), 'Hello');
  act(() => only<HTMLFormElement>('.side form').requestSubmit());
  await calm();

  expect(asked('createBroadcastEmail')).toEqual([
    { body: { name: 'New', subject: 'Hi', body: 'Hello', format: 'text', blocks: null, active: true } },
  ]);
});

const BLOCKS = {
  version: 1,
  blocks: [
    { kind: 'text', id: 1, text: 'Hello {{ first_name }}', align: 'left' },
    { kind: 'divider', id: 2 },
  ],
} as const;
const ofBlocks = template(1, 'Review', { format: 'html', blocks: BLOCKS, body: renderBlocks(BLOCKS as never) });
const rowsOf = () => [...document.querySelectorAll('.block-face')].map((row) => row.textContent);
const save = async () => {
  act(() => only<HTMLFormElement>('.side form').requestSubmit());
  await calm();
};

describe('a template made of blocks', () => {
  const openBlocks = () =>
    open('?edit=1', {
      listBroadcastEmails: { data: [ofBlocks], meta: META },
      readBroadcastEmail: { data: ofBlocks },
      updateBroadcastEmail: { data: ofBlocks },
    });
  const press = (row: number, key: string) =>
    act(() => {
      const init = { key, altKey: true, bubbles: true, cancelable: true };
      document.querySelectorAll('.block-face')[row]?.dispatchEvent(new KeyboardEvent('keydown', init));
    });

  test('is built by keyboard: a block is added, filled in, moved, and undone', async () => {
    const { asked } = await openBlocks();
    click(button('Heading'));
    await calm();
    type(field('block-3-text'), 'News');
    press(2, 'ArrowUp');
    press(1, 'ArrowUp');
    expect(rowsOf()).toEqual(['HeadingNews', 'TextHello {{ first_name }}', 'DividerLine']);
    expect(document.activeElement?.textContent).toBe('HeadingNews');
    click(button('Undo'));
    await calm();
    await save();

    const blocks = [
      BLOCKS.blocks[0],
      { kind: 'heading', id: 3, text: 'News', level: 2, align: 'left' },
      BLOCKS.blocks[1],
    ];
    const email = { version: 1, blocks } as EmailDocument;
    expect(asked('updateBroadcastEmail')).toEqual([
      { params: { id: 1 }, body: { blocks: email, body: renderBlocks(email) } },
    ]);
  });

  test('gets merge fields where the cursor is, in any block', async () => {
    await openBlocks();
    click(only('.block:first-child .block-face'));
    await calm();
    field('block-1-text').setSelectionRange(5, 5);
    choose('Insert a merge field', '{{ city }}');
    await calm();

    expect(field('block-1-text').value).toBe('Hello{{ city }} {{ first_name }}');
  });

  test('says in which block something is missing', async () => {
    await openBlocks();
    click(button('Button'));
    await calm();

    expect(only('.template-notes').textContent).toContain('Block 3: enter what the button says.');
  });

  test('becomes HTML after a warning', async () => {
    const { asked } = await openBlocks();
    click(button('Convert to HTML source'));
    await calm();
    expect(said()).toContain("HTML can't be turned back into blocks");
    click(button('Convert to HTML'));
    await calm();
    expect(field('body').value).toContain('<table');
    await save();

    expect(asked('updateBroadcastEmail')).toEqual([{ params: { id: 1 }, body: { blocks: null } }]);
  });
});

test('changes several at a time', async () => {
  const { asked, toasts } = await open('', { bulkUpdateBroadcastEmails: { data: TWO } });
  click(button('Bulk changes'));
  await calm();
  click(only<HTMLInputElement>('.dialog .check-line:first-of-type .check'));
  await calm();
  click(button('Turn on'));
  await calm();

  expect(asked('bulkUpdateBroadcastEmails')).toEqual([{ body: { ids: [1, 2], active: true } }]);
  expect(toasts.map(({ text }) => text)).toEqual(['2 templates turned on']);
  expect(said()).not.toContain('Turn templates on or off');
});

test('HTML of an e-mail becomes elements without attributes', () => {
  mount(
    <SimpleHtml html='<p onclick="x()">Hi <strong>Ana</strong><br><a href="https://example.com">here</a></p><img src="https://example.com/a.png" alt="Office"><script>x()</script>' />,
  );

  expect(only('.template-html').innerHTML).toBe(
    '<p>Hi <strong>Ana</strong><br><u title="https://example.com">here</u></p><span class="chip">Image: Office</span>x()',
  );
});
