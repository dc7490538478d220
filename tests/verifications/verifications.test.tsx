import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import type { PhoneVerification, VerificationEstimate, VerificationRun } from '#contract/verifications.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { verificationWork } from '../../src/machines/verifications/verification-work.ts';
import { outcomeOf, verificationWords } from '../../src/views/verifications/verification-words.ts';
import { VerificationsTable } from '../../src/views/verifications/VerificationsTable.tsx';
import { VerifyDialog } from '../../src/views/verifications/VerifyDialog.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const ESTIMATE: VerificationEstimate = {
  sentence: 'Mine',
  contacts: 5,
  without_number: 1,
  already_known: 2,
  numbers: 2,
  price_cents: 1,
  amount_cents: 2,
  too_many: false,
};
const RUN: VerificationRun = {
  id: 7,
  sentence: 'Mine',
  status: 'working',
  failure: null,
  user: { id: 1, name: 'Ada Agent' },
  contacts: 5,
  without_number: 1,
  already_known: 2,
  total: 2,
  done: 1,
  price_cents: 1,
  by_type: [{ line_type: 'landline', numbers: 1 }],
  failed: 0,
  charged_cents: 1,
  created_at: '2026-11-20T09:00:00Z',
  started_at: '2026-11-20T09:00:00Z',
  finished_at: null,
  version: 2,
};
const ROW: PhoneVerification = {
  id: 1,
  number: '+15125550147',
  contact: { id: 3, number: 1003, name: 'Rosalind Okafor' },
  status: 'done',
  line_type: 'landline',
  carrier: 'AT&T',
  source: 'twilio',
  reason: '',
  charge_cents: 1,
  verified_at: '2026-11-20T09:00:00Z',
};

describe('the dialog', () => {
  const open = (answers: Record<string, Answer> = {}) =>
    openDesk(
      <VerifyDialog
        selection={{ ids: [1, 2] }}
        count={5}
        sentence=""
        onClose={() => undefined}
        onStarted={() => undefined}
      />,
      { validateMobileBulk: { data: ESTIMATE }, ...answers },
    );

  test('says what is left out, and has count and price on its button', async () => {
    const { asked } = await open({ purchaseMobileValidation: () => new Promise<object>(() => undefined) });
    const text = document.body.textContent ?? '';
    expect(text).toContain('1 of 5 contacts has no phone number and will be skipped.');
    expect(text).toContain('2 numbers were verified in the last 90 days and won’t be looked up again.');
    click(button('Verify 2 numbers for $0.02'));
    await calm();
    expect(asked('purchaseMobileValidation')).toEqual([{ body: { selection: { ids: [1, 2] }, amount_cents: 2 } }]);
    expect(button('Cancel').disabled).toBe(true);
  });

  test('offers nothing where there is nothing to look up', async () => {
    await open({ validateMobileBulk: { data: { ...ESTIMATE, numbers: 0, amount_cents: 0 } } });
    const verify = [...document.querySelectorAll('button')].find(({ textContent: t }) => t?.startsWith('Verify'));
    expect(verify?.getAttribute('aria-disabled')).toBe('true');
    expect(document.body.textContent).toContain('No new numbers to verify');
  });

  test('says that the price has changed, and counts again', async () => {
    await open({
      purchaseMobileValidation: new ApiError('conflict', { code: 'conflict', message: 'It has changed.' }),
    });
    click(button('Verify 2 numbers for $0.02'));
    await calm();
    expect(only('[role=alert]').textContent).toContain('It has changed.');
    expect(button('Count again')).toBeTruthy();
  });

  test('leads to the wallet that is short', async () => {
    const message = 'The wallet is $0.01 short. Top up the wallet, then try again.';
    const dialog = () => (
      <VerifyDialog
        selection={{ ids: [1, 2] }}
        count={5}
        sentence=""
        onClose={() => undefined}
        onStarted={() => undefined}
      />
    );
    const history = createMemoryHistory({ initialEntries: ['/contacts'] });
    const router = createRouter({
      routeTree: createRootRoute({ component: dialog, notFoundComponent: dialog }),
      history,
    });
    await openDesk(<RouterProvider router={router} />, {
      validateMobileBulk: { data: ESTIMATE },
      purchaseMobileValidation: new ApiError('rejected', { code: 'refused', message, fields: { wallet: [message] } }),
    });
    await calm();
    click(button('Verify 2 numbers for $0.02'));
    await calm();
    expect(only('[role=alert]').textContent).toContain(message);
    expect(only('[role=alert] a').getAttribute('href')).toBe('/wallets');
  });
});

async function openTable(answers: Record<string, Answer>) {
  const history = createMemoryHistory({ initialEntries: ['/verifications?q=0147&order_field=number'] });
  const router = createRouter({ routeTree: createRootRoute({ component: VerificationsTable }), history });
  const desk = await openDesk(<RouterProvider router={router} />, answers);
  await calm();
  return desk;
}

test('the table names the line and the contact', async () => {
  const meta = { current_page: 1, limit: 50, total_count: 1, total_pages: 1 };
  const { asked } = await openTable({ listPhoneVerifications: { data: [ROW], meta } });
  expect(asked('listPhoneVerifications')).toMatchObject([{ query: { q: '0147', order_field: 'number', page: 1 } }]);
  const text = only('tbody').textContent ?? '';
  for (const word of ['1-512-555-0147', 'Rosalind Okafor', 'Landline', 'AT&T', 'Twilio']) expect(text).toContain(word);
});

test('a search without a match offers to clear it', async () => {
  const meta = { current_page: 1, limit: 50, total_count: 0, total_pages: 0 };
  await openTable({ listPhoneVerifications: { data: [], meta } });
  expect(button('Clear search')).toBeTruthy();
});

test('what became of a number and of a run, in words', () => {
  const waiting = { ...ROW, line_type: null };
  expect(verificationWords({ ...waiting, status: 'failed', reason: 'Twilio can’t read this number.' }).text).toBe(
    'Twilio can’t read this number.',
  );
  expect(verificationWords({ ...waiting, status: 'waiting' }).text).toBe('Waiting');
  expect(outcomeOf({ ...RUN, status: 'complete', done: 2, failed: 1 })).toEqual({
    tone: 'warn',
    text: '2 numbers verified. Found 1 landline. 1 look-up failed.',
  });
  expect(outcomeOf({ ...RUN, status: 'cancelled' }).text).toBe('Canceled after 1 of 2 numbers. Found 1 landline.');
});

test.each([
  ['queued', 'running', ['pause', 'cancel']],
  ['working', 'running', ['pause', 'cancel']],
  ['paused', 'paused', ['resume', 'cancel']],
  ['cancelled', 'ended', []],
  ['complete', 'ended', []],
  ['failed', 'ended', []],
] as const)('a run that is %s offers what the server takes', (status, stage, offered) => {
  const run = { ...RUN, status };
  const commands = (['pause', 'resume', 'cancel', 'undo'] as const).filter((one) => verificationWork.offers(run, one));
  expect([verificationWork.stageOf(run), commands]).toEqual([stage, offered]);
});
