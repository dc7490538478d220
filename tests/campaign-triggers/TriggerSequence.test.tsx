import { expect, test } from 'vitest';
import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import { TriggerSequence } from '../../src/views/campaign-triggers/TriggerSequence.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click } from '../_kit/mount.ts';

const META = { current_page: 1, limit: 10, total_count: 2, total_pages: 1 };
const enrollment = (id: number, name: string, more: object) => ({
  id,
  contact: { id, number: id + 100, name },
  version_number: 1,
  status: 'waiting',
  sent: 1,
  steps: 3,
  next_at: '2126-03-05T16:00:00.000Z',
  reason: '',
  note: '',
  decision: null,
  started_at: '2026-03-04T18:00:00.000Z',
  ...more,
});
const HELD = { status: 'held', sent: 0, note: 'Empty for this contact: Company. Fill it in, and the message is sent.' };
const ANSWERS: Record<string, Answer> = {
  readEnrollments: {
    data: [enrollment(1, 'Rosalind Okafor', {}), enrollment(2, 'Bea Cole', HELD)],
    meta: META,
  },
  dryRunTrigger: {
    data: [
      {
        contact: { id: 1, number: 101, name: 'Rosalind Okafor' },
        step: 2,
        at: '2126-03-05T16:00:00.000Z',
        outcome: 'sends',
        note: '',
        enrolled: true,
      },
      {
        contact: { id: 3, number: 103, name: 'Cy Diaz' },
        step: 1,
        at: '2126-03-06T16:00:00.000Z',
        outcome: 'ends',
        note: 'No consent on file to be texted by automated systems.',
        enrolled: false,
      },
    ],
    meta: META,
  },
  stopEnrollment: { data: enrollment(1, 'Rosalind Okafor', { status: 'ended', reason: 'stopped' }) },
};

async function open(answers: Record<string, Answer> = {}, enabled = true) {
  const trigger = { id: 7, name: 'Welcome', enabled } as CampaignTrigger;
  const may = { permissions: ['contacts.read', 'contacts.write', 'reference.manage'] };
  const desk = await openDesk(<TriggerSequence trigger={trigger} />, { ...ANSWERS, ...answers }, may);
  await calm();
  return desk;
}
const cells = (label: string) =>
  [...document.querySelectorAll(`[aria-label="${label}"] tbody tr`)].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  );

test('says where each contact is in the sequence, and what holds it', async () => {
  await open();

  const rows = cells('Contacts in this sequence');
  expect(rows.map(([name]) => name)).toEqual(['Rosalind Okafor', 'Bea Cole']);
  expect(rows[0]?.[1]).toMatch(/^Step 2 of 3, /u);
  expect(rows[1]?.[1]).toBe(`Step 1 of 3 is held. ${HELD.note}`);
});

test('stops the sequence for one contact', async () => {
  const { asked } = await open();
  click(button('Stop for Rosalind Okafor'));
  await calm();

  expect(asked('stopEnrollment')).toEqual([{ params: { id: 1 } }]);
});

test('says why a contact could not be stopped', async () => {
  const { toasts } = await open({ stopEnrollment: refused({}, 'conflict') });
  click(button('Stop for Rosalind Okafor'));
  await calm();

  expect(toasts.at(-1)).toMatchObject({ tone: 'bad', text: 'That does not work.' });
});

test('shows the next 30 days on request, with what is held back', async () => {
  const { asked } = await open();
  expect(asked('dryRunTrigger')).toEqual([]);
  click(button('Next 30 days'));
  await calm();

  const rows = cells('Next 30 days');
  expect(rows.map((row) => row.at(-1))).toEqual([
    'Sends step 2',
    'Ends before step 1. No consent on file to be texted by automated systems.',
  ]);
});

test('says that a trigger that is off is paused, and that no one is in it', async () => {
  await open({ readEnrollments: { data: [], meta: { ...META, total_count: 0 } } }, false);

  expect(document.body.textContent).toContain('Paused: contacts in this sequence wait');
  expect(document.body.textContent).toContain('No contacts are in this sequence yet.');
});
