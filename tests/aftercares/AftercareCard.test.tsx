import { beforeEach, expect, test } from 'vitest';
import type { FamilyStatus } from '#contract/aftercares.contract.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { AftercareCard } from '../../src/views/aftercares/AftercareCard.tsx';
import { type Answer, button, calm, contact, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

beforeEach(() => contactsStore.trigger.reset());

const STATUS: FamilyStatus = {
  died_on: '2026-11-02',
  enrollment: {
    family: { id: 2, number: 4002, name: 'Emeka Okafor' },
    relationship: 'spouse',
    enrolled_by: 'Dana Whitfield',
    enrolled_at: '2026-11-05T12:00:00Z',
    steps: [
      { step: 'card', label: 'Send a sympathy card', due_on: '2026-11-05', done_on: '2026-11-05' },
      { step: 'call', label: 'Call the family', due_on: '2026-11-16', done_on: null },
    ],
  },
  members: [{ id: 2, number: 4002, name: 'Emeka Okafor', by: ['linked', 'address'], is_covered: false }],
};
const open = (answers: Record<string, Answer> = {}, diedOn: string | null = '2026-11-02', readOnly = false) =>
  openDesk(<AftercareCard contact={contact({ died_on: diedOn })} readOnly={readOnly} />, {
    readFamilyStatus: { data: STATUS },
    ...answers,
  });
const lines = () => [...document.querySelectorAll('section li')].map((line) => line.textContent);

test('shows who hears from the agency, the steps with their days, and the family', async () => {
  await open();

  expect(only('section').textContent).toContain('Died on 11/02/2026Emeka Okafor, spouse. Enrolled by Dana Whitfield.');
  expect(lines()).toEqual([
    'Send a sympathy cardDone 11/05/2026',
    'Call the familyDue 11/16/2026',
    'Emeka OkaforLinked contact, same address. No coverage here.',
  ]);
});

test('a step is marked by its box', async () => {
  const desk = await open({ markAftercareStep: { data: STATUS } });

  click(document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[1] as HTMLInputElement);
  await calm();

  expect(desk.asked('markAftercareStep')).toEqual([{ params: { id: 1 }, body: { step: 'call', done: true } }]);
});

test('whoever may only read can change nothing', async () => {
  await open({}, '2026-11-02', true);

  expect([document.querySelector('input:enabled'), document.querySelector('section button')]).toEqual([null, null]);
});

test('while the contact lives there is one way to enroll the family, and nothing is asked', async () => {
  const desk = await open({}, null);

  expect(button('Enroll family in aftercare…').disabled).toBe(false);
  expect(desk.asked('readFamilyStatus')).toEqual([]);
});
