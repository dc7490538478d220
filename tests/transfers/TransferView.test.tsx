import { act } from 'react';
import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import type { TransferAttempt, TransferRow } from '#contract/transfers.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { followedMachines } from '../../src/machines/_running/followed-kinds.ts';
import type { WorkFact } from '../../src/machines/_running/running-work.machine.ts';
import { TransferCheck } from '../../src/views/transfers/TransferDialog.tsx';
import { TransferView } from '../../src/views/transfers/TransferPage.tsx';
import { click, mount, only, settle } from '../_kit/mount.ts';
import { appAround } from '../imports/app-around.tsx';
import { complete, preview, row, transfer } from './transfer-fixtures.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';

interface Shown {
  /** `null` when they fail to load. */
  rows?: readonly TransferRow[] | null;
  mayChange?: boolean;
  read?: () => Promise<TransferAttempt>;
}

async function show(attempt: TransferAttempt, { rows = [row()], mayChange = true, read: readWork }: Shown = {}) {
  const facts$ = new Subject<WorkFact<TransferAttempt>>();
  const changes: unknown[] = [];
  const machine = followedMachines.transfer.provide({
    actors: {
      readWork: fromPromise(readWork ?? (() => Promise.resolve(attempt))),
      changeWork: fromPromise(({ input }) => {
        changes.push(input.change);
        return new Promise<TransferAttempt>(() => undefined);
      }),
      workBroadcasts: fromEventObservable(() => facts$),
    },
  });
  const actor = createActor(machine, { clock: new SimulatedClock(), input: { ref: 61, newKey: () => 'key' } }).start();
  const user = { id: 1007, timezone: 'est', permissions: [] };
  const session = sessionAtWork(user);
  const meta = { current_page: 1, limit: 50, total_count: rows?.length ?? 0, total_pages: 1 };
  const read = { data: { attempt, contacts: rows, may_change: mayChange }, meta };
  const refused = new ApiError('conflict', { code: 'conflict', message: 'x' });
  const { wrap } = appAround({ readTransferAttempt: rows === null ? rejected(refused) : read }, { session });
  mount(wrap(<TransferView actor={actor} id={61} />));
  await settle();
  await settle();
  return { changes, hear: (fact: WorkFact<TransferAttempt>) => act(() => facts$.next(fact)) };
}

/** Rejected, and known to be. */
function rejected(error: Error): Promise<never> {
  const answer = Promise.reject<never>(error);
  answer.catch(() => undefined);
  return answer;
}

/** Buttons with text: not the tabs, not the pager's arrows. */
const buttons = () =>
  [...document.querySelectorAll('button:not([role=tab])')].map((one) => one.textContent).filter(Boolean);

describe('the page of a transfer', () => {
  test('shows how far it is, and moves with every chunk', async () => {
    const { hear } = await show(transfer());
    expect(only('.job .line1').textContent).toBe('4,000 of 12,431 contacts2,000 contacts/s4 s left');

    hear({ type: 'work.told', work: transfer({ version: 8, done: 8_000 }) });

    expect(only('[role="progressbar"]').getAttribute('aria-valuetext')).toBe('8,000 of 12,431 contacts, 2 s left');
  });

  test('lets whoever may change it cancel it', async () => {
    const { changes } = await show(transfer());
    click(only('.pagebar button, header button'));

    expect(changes).toEqual([{ command: 'cancel', ids: null }]);
  });

  test('shows a receiver the same without the controls', async () => {
    await show(complete({ user: { id: 1001, name: 'Dana Whitfield' } }), { mayChange: false });

    expect(buttons()).toEqual([]);
    expect(only('.note').textContent).toContain('12,331 contacts transferred to Priya Raman');
    expect(document.querySelectorAll('input[type=checkbox]').length).toBe(0);
  });

  test('gives whoever asked the controls also where its contacts cannot be loaded', async () => {
    await show(complete(), { rows: null });
    await settle();

    expect(buttons()).toEqual(['Revert', 'Try again']);
  });

  test('keeps the focus when the chosen ones are cleared', async () => {
    await show(complete());
    click(only('[aria-label="Select Joan Abbot"]'));
    const clear = [...document.querySelectorAll<HTMLElement>('.transfer-chosen .btn')].at(-1);

    clear?.focus();
    clear?.click();
    await settle();

    expect(document.activeElement?.getAttribute('aria-label')).toBe('Select all on this page');
  });

  test('keeps the focus when there is nothing more to cancel', async () => {
    const { hear } = await show(transfer());
    only('.doing .btn').focus();

    hear({ type: 'work.told', work: transfer({ version: 8, status: 'cancelling' }) });

    expect(document.activeElement?.getAttribute('role')).toBe('tab');
  });

  test('says why contacts were left alone, and which transfer was first', async () => {
    await show(complete(), {
      rows: [row({ outcome: 'left', reason: 'transferred_meanwhile', first_transfer_id: 58, to: null })],
    });

    expect(only('.note').textContent).toContain('12 skipped: deleted.');
    expect(only('.transfer-rows a[href="/transfers/58"]').closest('td')?.textContent).toBe(
      'another transfer ran first: see it',
    );
  });

  test('says after a revert what was kept', async () => {
    await show(complete({ put_back: { put_back: 12_000, kept: 331 } }), {
      rows: [row({ put_back: false, kept: 'changed_since' })],
    });

    expect(only('.note').textContent).toContain('Partly reverted: 12,000 contacts returned, 331 not reverted.');
    expect(only('.transfer-rows tbody tr').textContent).toBe('Joan AbbotNot revertedAda AgentPriya Ramanchanged since');
  });

  test('offers to give the chosen contacts back alone', async () => {
    await show(complete(), {
      rows: [row(), row({ position: 2, contact: { id: 502, number: 40_502, name: 'Al Bell' } })],
    });

    click(only('[aria-label="Select Al Bell"]'));

    expect(only('[aria-label="Selected contacts"]').textContent).toBe('1 selectedRevert 1Clear');
  });

  test('says that there is no such transfer', async () => {
    const missing = new ApiError('notFound', { code: 'not_found', message: 'Transfer not found.' });
    await show(transfer(), { read: () => Promise.reject(missing) });

    expect(only('.empty h2').textContent).toBe('Transfer not found');
  });

  test('offers another try when it cannot be loaded', async () => {
    const offline = new ApiError('offline', { code: 'offline', message: 'x' });
    await show(transfer(), { read: () => Promise.reject(offline) });

    expect(only('.err h2').textContent).toContain("Couldn't load transfer");
    expect(buttons()).toEqual(['Try again']);
  });
});

test('the check of a transfer cites the rule, and says what an attestation changes', () => {
  const rule = { id: 3, title: 'Sharing between units', source: 'CMS 4201-F' };
  const counted = preview({ consent: { rule, needed: 1_204, given: 1_100, missing: 104, withdrawn: 0 } });
  const to = [{ name: 'Priya Raman' }];

  const again = mount(<TransferCheck preview={counted} to={to} attested={false} />);
  expect(only('.note.warn').textContent).toBe(
    "Consent to share data: 1,100 of 1,204 on file, 104 missing.Sharing between units (CMS 4201-F). They'll be skipped.",
  );

  again(<TransferCheck preview={counted} to={to} attested />);
  expect(only('.note.info').textContent).toContain("They'll be transferred based on your statement.");
});
