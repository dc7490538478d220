import { expect, test } from 'vitest';
import type { Policy } from '#contract/records/policies.contract.ts';
import { ContactPolicies } from '../../src/views/records/ContactPolicies.tsx';
import { calm, contact, openDesk, refused } from '../contacts/contacts-desk.tsx';

const policy = (id: number, more: Partial<Policy>): Policy => ({
  id,
  carrier: 'Meridian Mutual',
  plan_name: `Plan ${id}`,
  policy_number: '',
  type: 'medicare_supplement',
  status: 'active',
  premium_cents: 12_175,
  premium_period: 'month',
  face_amount_cents: null,
  effective_on: '2024-03-01',
  expires_on: null,
  beneficiary: '',
  notes: '',
  version: 1,
  created_at: '2024-02-01T12:00:00Z',
  updated_at: '2024-02-01T12:00:00Z',
  ...more,
});
const open = async (answer: Parameters<typeof openDesk>[1][string], readOnly = false) => {
  await openDesk(<ContactPolicies contact={contact()} known={1} readOnly={readOnly} />, { listPolicies: answer });
  await calm();
  return document.body.textContent;
};

test('shows what is in force first, with premium and since when, and leads to all', async () => {
  const many = [
    policy(1, { status: 'cancelled', expires_on: '2025-01-31' }),
    policy(2, { status: 'quoted', premium_cents: null }),
    policy(3, {}),
    policy(4, { status: 'lapsed' }),
    policy(5, { status: 'applied' }),
  ];
  const text = await open({ data: many });

  expect([...document.querySelectorAll('li a')].map(({ textContent }) => textContent)).toEqual([
    'Meridian Mutual, Plan 3',
    'Meridian Mutual, Plan 5',
    'Meridian Mutual, Plan 2',
    'Meridian Mutual, Plan 4',
  ]);
  for (const part of ['$121.75/mo', 'Active since 03/01/2024', 'All 5 policies', 'Add']) expect(text).toContain(part);
});

test('says that there are none, and why they can’t be shown', async () => {
  expect(await open({ data: [] }, true)).toBe('PoliciesNo policies');
  expect(await open(refused({}))).toContain('That does not work.');
});
