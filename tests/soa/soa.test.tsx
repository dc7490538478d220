import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { expect, test } from 'vitest';
import type { SoaDetail } from '#contract/soa.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { SoaRoute } from '../../src/views/soa/SoaPage.tsx';
import '../../src/views/soa/SoaDialog.tsx';
import '../../src/views/soa/SoaSteps.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const SOA: SoaDetail = {
  id: 4,
  status: 'signed',
  method: 'link',
  contact: { id: 7, number: 1001, name: 'Rosa Okafor', email: null, phone: null },
  user: { id: 9, name: 'Amy Agent' },
  language: 'en',
  products: ['medigap'],
  appointment_at: '2026-11-20T20:00:00Z',
  zone: 'America/Chicago',
  sent_by: 'mail',
  sent_at: '2026-11-18T20:00:00Z',
  viewed_at: null,
  expires_at: '2026-11-21T20:00:00Z',
  signed_at: '2026-11-18T21:00:00Z',
  signer: { name: 'Rosa Okafor', signs_as: 'beneficiary', relationship: '', drawn: false },
  timing: 'in_time',
  completed_at: null,
  reason: '',
  created_at: '2026-11-18T19:00:00Z',
  may_change: true,
  link: null,
  qr: null,
  rule: null,
  initial_contact: '',
  exception: null,
  agent_signature: '',
  note: '',
  file_id: null,
  form: null,
  supersedes_id: null,
  superseded_by_id: null,
  seal: { seq: 3, hash: 'ab', document_hash: 'cd', at: '2026-11-18T21:00:00Z' },
  events: [
    { id: 1, at: '2026-11-18T21:00:00Z', kind: 'signed', by: null, address: '203.0.113.9', browser: '', way: '' },
  ],
};
const META = { current_page: 1, limit: 50, total_count: 1, total_pages: 1 };

async function open(search: string, soa: Partial<SoaDetail> = {}, answers: Record<string, Answer> = {}) {
  const history = createMemoryHistory({ initialEntries: [`/soa-requests${search}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: SoaRoute }), history });
  const shown = { ...SOA, ...soa };
  const desk = await openDesk(
    <RouterProvider router={router} />,
    {
      listSoaRequests: { data: [shown], meta: META },
      readSoaRequest: { data: shown },
      completeSoaRequest: { data: shown },
      verifySoaRequest: {
        data: { intact: false, faults: ['Seal 3: the document was changed.'], seals: [], checked_at: '' },
      },
      ...answers,
    },
    { roles: ['agent'], permissions: permissionsOf([['agent']]), identity: [{}] },
  );
  await calm();
  await calm();
  return desk;
}

const shownButtons = () =>
  [...document.querySelectorAll('[aria-label="Next step"] :is(button, a)')].map(({ textContent }) =>
    textContent.trim(),
  );

test.each([
  [
    'drafted',
    ['E-mail the link', 'Text the link', 'Get link and QR code', 'Cancel'],
    { sent_at: null, signed_at: null, signer: null },
  ],
  ['signed', ['Complete', 'Replace', 'Reject'], {}],
  ['completed', ['Replace'], {}],
  ['rejected', [], {}],
  ['superseded', [], {}],
] as const)('%s offers what can happen now', async (status, buttons, more) => {
  await open('?soa=4', { status, ...more });

  expect(shownButtons()).toEqual(buttons);
});

test('who may only read is offered nothing', async () => {
  await open('?soa=4', { may_change: false });

  expect(document.querySelector('[aria-label="Next step"]')).toBeNull();
});

test('a refused completion is shown at its field', async () => {
  await open(
    '?soa=4',
    {},
    { completeSoaRequest: refused({ initial_contact: ['Say how the person first got in touch.'] }) },
  );
  click(button('Complete'));
  await calm();
  click(button('Sign and complete'));
  await calm();

  expect(only('[role=dialog] input[name=initial_contact]').getAttribute('aria-invalid')).toBe('true');
});

test('says that the person signed in Spanish', async () => {
  await open('?soa=4', { language: 'es' });
  const facts = [...document.querySelectorAll('dt')].map(
    (term) => `${term.textContent}: ${term.nextSibling?.textContent}`,
  );

  expect(facts).toContain('Signed in: Spanish');
});

test.each([
  ['form.docx', 1, 'Choose a file of one of these types: PDF, PNG, JPG, JPEG, WEBP.'],
  ['FORM.PDF', 26 * 2 ** 20, 'The file is larger than 25 MB.'],
  ['form.pdf', 1, null],
])('a scan %s that is certain to be refused is not sent', async (name, bytes, fault) => {
  const { asked } = await open(
    '?soa=4',
    { status: 'drafted', method: 'paper', signed_at: null, signer: null },
    { recordSoaRequest: { data: SOA } },
  );
  click(button('Record the form'));
  await calm();
  const input = only<HTMLInputElement>('[role=dialog] input[type=file]');
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: bytes });
  Object.defineProperty(input, 'files', { value: [file] });
  act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
  type(only<HTMLInputElement>('[role=dialog] input[type=datetime-local]'), '2026-11-18T10:00');
  click(button('Record and seal'));
  await calm();

  expect(asked('recordSoaRequest')).toHaveLength(fault === null ? 1 : 0);
  expect(input.closest('.field')?.textContent ?? '').toContain(fault ?? '');
});

test('a seal that is broken is named', async () => {
  await open('?soa=4');
  click(button('Verify seal'));
  await calm();

  expect(only('[aria-label=Document]').textContent).toContain('the document was changed');
});

test('the list is narrowed by the address', async () => {
  const { asked } = await open('?q=rosa&status=signed&page=2');

  expect(asked('listSoaRequests')).toEqual([{ query: { q: 'rosa', status: 'signed', page: 2, limit: 50 } }]);
});

test.each([
  ['', 'No scopes of appointment yet'],
  ['?status=sent', 'No matching scopes of appointment'],
])('says why %s is empty', async (search, title) => {
  await open(search, {}, { listSoaRequests: { data: [], meta: { ...META, total_count: 0 } } });

  expect(only('.empty h2').textContent).toBe(title);
});
