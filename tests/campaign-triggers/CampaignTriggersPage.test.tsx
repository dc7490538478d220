import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { expect, test } from 'vitest';
// Preloads the lazy parts.
import '../../src/views/_resource/RecordForm.tsx';
import '../../src/views/campaign-triggers/TriggerSequence.tsx';
import { CampaignTriggersPage } from '../../src/views/campaign-triggers/CampaignTriggersPage.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const trigger = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  description: '',
  tags: ['family'],
  body: 'Happy birthday! Reply STOP to opt out.',
  trigger_type: 'sms',
  category: 'Birthdays',
  trigger: 'birthday',
  enabled: true,
  compliant: true,
  global: true,
  auto_trigger: false,
  show_on_bulk: true,
  show_on_conversation: false,
  show_on_event: false,
  recurrence: 'yearly',
  all_email_ids: [],
  corporation_ids: [],
  all_sms_trigger_ids: [],
  inactive_days: 90,
  step_delays: [],
  start_imported: false,
  business_unit_id: null,
  file: null,
  ...more,
});
const ROWS = [
  trigger(1, 'Birthday'),
  trigger(2, 'Off', { enabled: false }),
  trigger(3, 'Waits', { compliant: false }),
  trigger(4, 'Hidden', { show_on_bulk: false, trigger_type: 'email', all_email_ids: [7] }),
  trigger(5, 'Card', { file: { name: 'card.png', type: 'png', bytes: 10 } }),
];
const META = { current_page: 1, limit: 50, total_count: ROWS.length, total_pages: 1 };
const ANSWERS: Record<string, Answer> = {
  listCampaignTriggers: { data: ROWS, meta: META },
  readCampaignTrigger: ({ params }) => ({ data: ROWS.find(({ id }) => id === Number((params as { id: number }).id)) }),
  listBroadcastEmails: { data: [{ id: 7, name: 'Yearly review' }], meta: META },
  readCampaignTriggerFile: { data: { url: '/_files/x/card.png', expires_at: '2126-01-01T00:00:00.000Z' } },
  updateCampaignTrigger: { data: ROWS[0] ?? {} },
  readEnrollments: { data: [], meta: { ...META, total_count: 0 } },
  listUserPlaces: { data: { business_units: [], leaders: [] } },
};

async function open(address: string, answers: Record<string, Answer> = {}) {
  const history = createMemoryHistory({ initialEntries: [`/admin/campaign-triggers${address}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: CampaignTriggersPage }), history });
  const may = { permissions: ['contacts.read', 'contacts.write', 'reference.manage'] };
  const desk = await openDesk(<RouterProvider router={router} />, { ...ANSWERS, ...answers }, may);
  await calm();
  return desk;
}
const field = (name: string) => only<HTMLInputElement & HTMLTextAreaElement>(`.side [name=${name}]`);
const save = async () => {
  act(() => only<HTMLFormElement>('.side form').requestSubmit());
  await calm();
};
const give = (file: File) =>
  act(() => {
    Object.defineProperty(field('file'), 'files', { value: [file], configurable: true });
    field('file').dispatchEvent(new Event('change', { bubbles: true }));
  });

test('says of each trigger whether agents can use it', async () => {
  await open('');

  const states = [...document.querySelectorAll('tbody tr')].map((row) => row.children[4]?.textContent);
  expect(states).toEqual(['Ready', 'Off', 'Not approved', 'Not shown', 'Ready']);
});

test('a trigger of e-mail chooses templates, and one of SMS has a text with notes', async () => {
  await open('?edit=4');
  expect(only('.side .several .chip').textContent).toBe('Yearly review');
  expect(document.querySelector('.side [name=body]')).toBeNull();
});

test('says what to correct in a text while it is typed', async () => {
  await open('?edit=1');
  type(field('body'), 'Happy birthday!');
  await calm();

  expect(only('.template-notes').textContent).toBe('SuggestionsNo opt-out wording. Add “Reply STOP to opt out.”');
});

test('saves changed labels', async () => {
  const { asked } = await open('?edit=1');
  type(field('tags'), 'family, yearly,');
  await save();
  expect(asked('updateCampaignTrigger')).toEqual([{ params: { id: 1 }, body: { tags: ['family', 'yearly'] } }]);
});

test('sends a chosen file with the form', async () => {
  const { asked } = await open('?edit=1');
  const file = new File(['x'], 'card.png');
  give(file);
  await save();

  expect(asked('updateCampaignTrigger')).toEqual([{ params: { id: 1 }, body: {}, file }]);
});

test('shows why a file is refused beside it, and keeps the form', async () => {
  await open('?edit=1', { updateCampaignTrigger: refused({ file: ['The file is larger than 5 MB.'] }) });
  give(new File(['x'], 'card.png'));
  await save();

  expect(field('file').closest('.field')?.textContent).toContain('The file is larger than 5 MB.');
});

test('saves and removes the stored file', async () => {
  const { asked } = await open('?edit=5');

  expect(document.querySelector('.side a[download]')?.getAttribute('href')).toBe('/_files/x/card.png');
  click(button('Remove file'));
  await calm();

  expect(asked('updateCampaignTrigger')).toEqual([{ params: { id: 5 }, body: { remove_file: true } }]);
});

test('each step has a delay, and inactivity a number of days', async () => {
  const { asked } = await open('?edit=1');
  const choose = (element: HTMLSelectElement, value: string) =>
    act(() => {
      element.value = value;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    });
  choose(only<HTMLSelectElement>('.step-delays select'), 'day');
  type(only<HTMLInputElement>('.step-delays input'), '3');
  choose(only<HTMLSelectElement>('.side select[name=trigger]'), 'no_contact');
  await calm();
  type(only<HTMLInputElement>('.side input[type=number]:not(.step-delays input)'), '45');
  await save();
  expect(asked('updateCampaignTrigger')).toMatchObject([
    { body: { step_delays: ['P3D'], trigger: 'no_contact', inactive_days: 45 } },
  ]);
});
