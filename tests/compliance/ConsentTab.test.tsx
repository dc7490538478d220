import { expect, test } from 'vitest';
import type { ConsentEntry, Decision } from '#contract/compliance.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { ConsentTab } from '../../src/views/compliance/ConsentTab.tsx';
import { type Answer, button, calm, contact, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const ENTRY: ConsentEntry = {
  id: 5,
  channel: 'call',
  kind: 'given',
  purpose: 'any',
  evidence: 'Signed form',
  source: 'form',
  given_at: '2026-01-01T00:00:00Z',
  expires_on: null,
  user: { id: 1007, name: 'Ada Agent' },
  actor: null,
  retracted: null,
  retractable_until: '2999-01-01T00:00:00Z',
};
const MAIL: Decision = {
  channel: 'mail',
  purpose: 'service',
  at: '2026-01-01T00:00:00Z',
  allowed: true,
  reason: 'nothing_forbids',
  rule: null,
  evidence: { entry: null, clocks: [], places: [] },
  next_at: null,
};
const ADMIN = { roles: ['admin'] };

const open = (answers: Record<string, Answer> = {}) =>
  openDesk(
    <ConsentTab contact={contact()} />,
    { listConsents: { data: [ENTRY] }, readContactability: { data: [MAIL] }, ...answers },
    ADMIN,
  );

test('the focus is on what opens the form again when it is closed', async () => {
  await open();
  click(button('Record consent'));
  await calm();
  button('Cancel').focus();
  click(button('Cancel'));
  await calm();

  expect(document.activeElement).toBe(button('Record consent'));
});

test('the focus stays when the last mistake is retracted', async () => {
  let entries = [ENTRY];
  await open({
    listConsents: () => ({ data: entries }),
    retractConsent: () => {
      const retracted = { user: ENTRY.user, at: '2026-01-01T00:00:00Z' };
      entries = [{ ...ENTRY, retracted, retractable_until: null }];
      return { data: entries[0] };
    },
  });
  button('Retract (entered in error)').focus();
  click(button('Retract (entered in error)'));
  await calm();

  expect(document.activeElement).toBe(button('Record consent'));
});

test('what follows says that it could not be loaded, and is loaded again', async () => {
  let isDown = true;
  await open({
    readContactability: () =>
      isDown ? new ApiError('rejected', { code: 'refused', message: 'Request failed.' }) : { data: [MAIL] },
  });
  expect(only('.err').textContent).toContain("Couldn't load contact permissions");
  isDown = false;
  click(button('Try again'));
  await calm();

  expect(document.querySelectorAll('.decisions li')).toHaveLength(1);
});
