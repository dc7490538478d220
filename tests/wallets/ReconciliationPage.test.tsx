import { expect, test } from 'vitest';
import type { Dispute } from '#contract/wallets/disputes.contract.ts';
import type { Difference, Reconciliation } from '#contract/wallets/reconciliation.contract.ts';
import { ReconciliationPage } from '../../src/views/wallets/ReconciliationPage.tsx';
import { click } from '../_kit/mount.ts';
import { button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';

const LOST: Difference = { kind: 'not_recorded', record: 'pi_1', ours: null, theirs: 25 };
const day = (of: string, differences: Difference[] = [], payments: number | null = 12): Reconciliation => ({
  day: of,
  checked_at: '2026-03-05T00:40:00.000Z',
  payments,
  differences,
});
const listOf = (...data: Reconciliation[]) => ({
  data,
  meta: {
    current_page: 1,
    limit: 30,
    total_count: data.length,
    total_pages: 1,
    differing: data.filter(({ differences }) => differences.length > 0).length,
  },
});
const text = () => document.body.textContent ?? '';

test('shows each difference with both amounts, and checks a day again', async () => {
  const broken: Difference = { kind: 'usage', record: 'broadcast 7', ours: 3, theirs: 6 };
  let list = listOf(day('2026-03-04', [LOST, broken]), day('2026-03-03'));
  const asked: unknown[] = [];
  const { toasts } = await openDesk(<ReconciliationPage />, {
    listReconciliations: () => list,
    reconcile: ({ body }: { body: object }) => {
      asked.push(body);
      list = listOf(day('2026-03-04'), day('2026-03-03'));
      return { data: day('2026-03-04') };
    },
  });
  expect(text()).toContain('1 day has differences.');
  expect(
    [...document.querySelectorAll('table')[0]!.querySelectorAll('tbody td')].map((cell) => cell.textContent),
  ).toEqual(
    [
      ['03/04/2026', 'Charged by the provider, not recorded here', 'pi_1', 'None', '$25.00'],
      ['03/04/2026', 'Segments paid for and sent differ', 'broadcast 7', '3 segments', '6 segments'],
    ].flat(),
  );

  click(button('Check 03/04/2026 again'));
  await calm();

  expect(asked).toEqual([{ day: '2026-03-04' }]);
  expect(toasts).toMatchObject([{ tone: 'good', text: '03/04/2026: everything agrees' }]);
  expect(text()).not.toContain('differences.');
  expect(text()).toContain('Everything agrees');
});

test('says where there is no provider to compare with, and that no day was checked yet', async () => {
  await openDesk(<ReconciliationPage />, { listReconciliations: listOf(day('2026-03-04', [], null)) });
  expect(text()).toContain('None: the provider keeps no records');

  document.body.replaceChildren();
  await openDesk(<ReconciliationPage />, { listReconciliations: listOf() });
  expect(text()).toContain('No day checked yet');
});

const dispute = (more: Partial<Dispute> = {}): Dispute => ({
  id: 1,
  record: 'dp_1',
  payer: 'Amy Agent',
  description: 'Wallet: Top-up',
  amount: 25,
  not_covered: 0,
  reason: 'product_not_received',
  status: 'needs_response',
  respond_by: '2026-03-12T18:00:00.000Z',
  opened_at: '2026-03-05T18:00:00.000Z',
  ...more,
});
const openedOf = (waiting: number, ...data: Dispute[]) => ({
  data,
  meta: { current_page: 1, limit: 20, total_count: data.length, total_pages: 1, waiting },
});

test('shows disputes with what they ask for, and what the wallet no longer had', async () => {
  await openDesk(<ReconciliationPage />, {
    listReconciliations: listOf(),
    listDisputes: openedOf(1, dispute(), dispute({ id: 2, status: 'lost', reason: 'new_reason', not_covered: 15 })),
  });

  expect(text()).toContain('1 dispute needs a response.');
  expect(text()).toContain('Product not received');
  expect(text()).toContain('new reason');
  expect(text()).toContain('$15.00 not in the wallet');
});

test('says nothing of disputes while there are none, and what failed when they can’t be loaded', async () => {
  await openDesk(<ReconciliationPage />, { listReconciliations: listOf(), listDisputes: openedOf(0) });
  expect(text()).not.toContain('ispute');

  document.body.replaceChildren();
  await openDesk(<ReconciliationPage />, {
    listReconciliations: listOf(),
    listDisputes: refused({}),
  });
  expect(text()).toContain("Couldn't load disputes");
});
