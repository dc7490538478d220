import { expect, test } from 'vitest';
import { permissionsOf } from '#rules/access/permissions.ts';
// Loaded beforehand: a first import may take longer than a test waits.
import '../../src/views/erasures/EraseDialog.tsx';
import '../../src/views/erasures/ErasureState.tsx';
import { ErasedContact, ErasureCard } from '../../src/views/erasures/ErasureCard.tsx';
import { click, only, type } from '../_kit/mount.ts';
import { button, calm, contact, openDesk } from '../contacts/contacts-desk.tsx';

const ADMIN = { permissions: permissionsOf([['admin']]) };
const PREVIEW = {
  erased: [
    { kind: 'contacts', count: 2 },
    { kind: 'notes', count: 1 },
  ],
  kept: [{ kind: 'policies', count: 3, until: '2036-11-12', source: '42 CFR 422.504(d)' }],
  suppressed: 2,
  named_elsewhere: 1,
  blocked: null,
};
const ERASURE = {
  id: 7,
  contact_id: 1,
  contact_number: contact().number,
  user: { id: 2, name: 'Ines Park' },
  reason: 'Letter of June 1',
  status: 'done',
  progress: { done: 9, of: 22 },
  failure: '',
  erased: [],
  kept: [{ kind: 'policies', count: 3 }],
  kept_until: '2036-11-12',
  requested_at: '2026-07-01T15:00:00Z',
  finished_at: '2026-07-01T15:01:00Z',
};

async function openDialog(preview: object) {
  const desk = await openDesk(
    <ErasureCard contact={contact()} />,
    { previewErasure: { data: { ...PREVIEW, ...preview } }, requestErasure: { data: ERASURE } },
    ADMIN,
  );
  click(button('Erase personal data…'));
  await calm();
  return desk;
}

test('an admin reads what goes and what a law keeps, and requests it with a reason', async () => {
  const desk = await openDialog({});

  const text = only('[role="dialog"]').textContent;
  expect(text).toContain('2 contacts, merged ones included');
  expect(text).toContain('1 note');
  expect(text).toContain('3 policies, until 11/12/2036 (42 CFR 422.504(d))');
  expect(text).toContain('2 phone numbers and e-mail addresses can’t be contacted for marketing again.');
  expect(text).toContain('1 record of another contact names this person.');

  click(button('Erase for good'));
  await calm();
  expect(desk.asked('requestErasure')).toEqual([]);
  type(only<HTMLTextAreaElement>('textarea'), 'Letter of June 1');
  click(button('Erase for good'));
  await calm();
  expect(desk.asked('requestErasure')).toEqual([{ params: { id: 1 }, body: { reason: 'Letter of June 1' } }]);
});

test('a legal hold is named, and there is nothing to press', async () => {
  await openDialog({ blocked: "A contact under legal hold can't be erased. An admin can lift the hold." });

  expect(only('[role="dialog"]').textContent).toContain("A contact under legal hold can't be erased.");
  expect(document.querySelector('textarea')).toBe(null);
});

test.each([
  ['its progress', { status: 'running' }, 'Erasing personal data'],
  ['why it was refused', { status: 'refused', failure: 'A hold came.' }, 'A hold came.'],
  ['its end', {}, 'Kept by law until 11/12/2036, encrypted: 3 policies.'],
])('of an erasure shows %s', async (_, erasure, text) => {
  const answers = { listErasures: { data: [{ ...ERASURE, ...erasure }] } };
  await openDesk(<ErasureCard contact={contact({ deleted_at: '2026-07-01T15:00:00Z' })} />, answers, ADMIN);

  expect(only('section').textContent).toContain(text);
  const bar = document.querySelector('[role="progressbar"]');
  expect(bar?.getAttribute('aria-valuetext')).toBe(text.startsWith('Erasing') ? '9 of 22 steps' : undefined);
});

test('of a contact that is gone, admins read that it was erased; agents see nothing', async () => {
  const answers = { listErasures: { data: [ERASURE] } };
  const { show } = await openDesk(<ErasedContact number={ERASURE.contact_number} />, answers, ADMIN);
  expect(document.body.textContent).toContain('Personal data erased');
  await show(<ErasedContact number={999_999} />);
  expect(document.body.textContent).not.toContain('Personal data erased');

  const agents = await openDesk(<ErasureCard contact={contact()} />, answers);
  expect([document.querySelector('section'), agents.asked('listErasures')]).toEqual([null, []]);
});
