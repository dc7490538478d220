import { expect, test } from 'vitest';
import { permissionsOf } from '#rules/access/permissions.ts';
// Loaded beforehand: a first import may take longer than a test waits.
import '../../src/views/_kit/overlays/AlertDialog.tsx';
import { LegalHoldCard } from '../../src/views/compliance/LegalHoldCard.tsx';
import { click, only } from '../_kit/mount.ts';
import { button, calm, contact, openDesk } from '../contacts/contacts-desk.tsx';

const HELD = {
  legal_hold: {
    reason: 'Complaint 2026-118',
    placed_by: { id: 2, name: 'Ines Park' },
    placed_at: '2026-07-01T15:00:00Z',
  },
};
const ADMIN = { permissions: permissionsOf([['admin']]) };

test('an agent reads the reason, and changes nothing', async () => {
  await openDesk(<LegalHoldCard contact={contact(HELD)} />, {});

  expect(only('section').textContent).toBe(
    'Legal holdComplaint 2026-118Since 07/01/2026, placed by Ines Park. This contact can’t be deleted or merged.',
  );
  expect(document.querySelector('button')).toBe(null);
});

test('an admin lifts it after a question', async () => {
  const desk = await openDesk(<LegalHoldCard contact={contact(HELD)} />, { liftLegalHold: { data: contact() } }, ADMIN);

  click(button('Lift legal hold…'));
  await calm();
  expect(desk.asked('liftLegalHold')).toEqual([]);
  click(button('Lift hold'));
  await calm();

  expect(desk.asked('liftLegalHold')).toEqual([{ params: { id: 1 } }]);
});

test('without a hold, agents see nothing of it', async () => {
  await openDesk(<LegalHoldCard contact={contact()} />, {});
  expect(document.querySelector('section')).toBe(null);
});
