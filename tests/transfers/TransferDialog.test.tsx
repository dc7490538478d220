import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHOICE_SETTLES_MS } from '../../src/machines/transfers/transfer-setup.ts';
import { TransferDialog } from '../../src/views/transfers/TransferDialog.tsx';
import { click, mount, only, press, settle } from '../_kit/mount.ts';
import { appAround } from '../imports/app-around.tsx';
import { preview } from './transfer-fixtures.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const PRIYA = { id: 1012, name: 'Priya Raman', business_unit: 'Tulsa' };
const CALVIN = { id: 1013, name: 'Calvin Osei', business_unit: 'Tulsa' };

const button = (text: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(text));
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
};

async function open(answers: Readonly<Record<string, unknown>> = {}) {
  const { wrap } = appAround({
    listTransferTargets: { data: [PRIYA, CALVIN] },
    transferGroup: { data: preview() },
    ...answers,
  });
  let closed = 0;
  mount(
    wrap(
      <TransferDialog
        selection={{ ids: [1, 2, 3] }}
        count={3}
        sentence=""
        onClose={() => (closed += 1)}
        onStarted={() => undefined}
      />,
    ),
  );
  await settle();
  click(button('PR'));
  await act(() => vi.advanceTimersByTimeAsync(CHOICE_SETTLES_MS));
  return { closed: () => closed };
}

const pending = () => ({ updateTransferGroup: new Promise(() => undefined) });

test('holds who gets them and the note while the transfer is being started', async () => {
  await open(pending());
  click(button('Transfer 1,204 contacts'));

  const held = [...document.querySelectorAll<HTMLButtonElement>('.picker-person, [aria-label="Selected"] button')];
  expect(held.map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(only<HTMLTextAreaElement>('textarea').disabled).toBe(true);
});

test('cannot be closed while the transfer is being started', async () => {
  const { closed } = await open(pending());
  click(button('Transfer 1,204 contacts'));

  click(button('Cancel'));
  press(only('[role=dialog]'), 'Escape');

  expect([closed(), document.querySelector('[aria-label=Close]')]).toEqual([0, null]);
});

test('does not say that it counts when the count has failed', async () => {
  const failed = Promise.reject(new Error('x'));
  failed.catch(() => undefined);
  await open({ transferGroup: failed });

  expect(button('Transfer').textContent).toBe('Transfer, Not counted yet');
});

test('asks for a sentence where a word about consent is no sentence', async () => {
  await open({
    transferGroup: { data: preview({ consent: { rule: null, needed: 2, given: 1, missing: 1, withdrawn: 0 } }) },
  });
  const paper = [...document.querySelectorAll('textarea')].at(-1);
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(paper, 'Signed');
    paper?.dispatchEvent(new Event('input', { bubbles: true }));
  });

  expect(document.body.textContent).toContain('Describe it in a sentence.');
});
