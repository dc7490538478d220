import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { LetterTemplate, PrintPreview } from '#contract/printing.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { runningMachines } from '../../src/machines/_running/kinds.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { PrintDialog } from '../../src/views/printing/PrintDialog.tsx';
import { PrintFileLinks } from '../../src/views/printing/PrintFileLinks.tsx';
import { skipWords } from '../../src/views/printing/print-words.ts';
import { PrintPage } from '../../src/views/printing/PrintPage.tsx';
import { PrintsPage } from '../../src/views/printing/PrintsPage.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, mount, only } from '../_kit/mount.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';
import { heldPorts } from '../../model-tests/_walk/ports.ts';
import { appAround } from '../imports/app-around.tsx';
import { print } from './print-fixtures.ts';

const PREVIEW: PrintPreview = {
  sentence: 'Mine',
  total: 2,
  too_many: false,
  printed: 2,
  by_reason: [],
  pieces: 2,
  faults: [],
  first: { address: ['Maria Garza', '12 Oak Street'], letter: null },
};
const REVIEW: LetterTemplate = {
  id: 7,
  name: 'Annual review',
  sender: 'Ada',
  body: 'A year has gone by.',
  updated_at: '2026-11-20T09:00:00Z',
};
/** Reads are tried again by themselves while the server is down. */
const NO = new ApiError('rejected', { code: 'refused', message: 'Request failed' });
const DOWN = new ApiError('server', { code: 'server', message: 'Request failed' });

beforeEach(() => {
  localStorage.clear();
  textDraftsStore.trigger.reset();
});
afterEach(() => void vi.useRealTimers());

test("a skipped contact has the character that can't be printed, also one that a screen can't show", () => {
  expect(skipWords({ reason: 'other_script', unprintable: { character: '𓀀', place: 'name' } })).toBe(
    "can't print “𓀀” (U+13000) in the name",
  );
  expect(skipWords({ reason: 'other_script', unprintable: null })).toBe("has a character that can't be printed");
});

/** Chooses or writes as a person would. */
const put = (label: string, value: string) =>
  act(() => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const field = document.querySelector<HTMLSelectElement | HTMLTextAreaElement>(
      `#${CSS.escape(found?.htmlFor ?? '')}`,
    );
    if (field === null) throw new Error(`no field ${label}`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
const textOf = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(found?.htmlFor ?? '')}`)?.value;
};

describe('the dialog of a print', () => {
  const dialog = (onClose = () => undefined) => (
    <PrintDialog selection={{ ids: [1, 2] }} count={2} sentence="" onClose={onClose} onStarted={() => undefined} />
  );
  const open = (answers: Record<string, Answer> = {}) =>
    openDesk(dialog(), { previewPrint: { data: PREVIEW }, listLetterTemplates: { data: [REVIEW] }, ...answers });

  test('cannot be left while the print is asked for', async () => {
    await open({ batchPrint: () => new Promise<object>(() => undefined) });
    click(button('Print 2 labels'));
    await calm();

    expect([button('Cancel').disabled, document.querySelector('[aria-label=Close]')]).toEqual([true, null]);
  });

  test('says why it did not go out, and asks again', async () => {
    const { asked } = await open({ batchPrint: DOWN });
    click(button('Print 2 labels'));
    await calm();
    expect(only('[role=alert]').textContent).toContain('Request failed');
    click(button('Print 2 labels'));
    await calm();

    expect(asked('batchPrint')).toHaveLength(2);
  });

  test('counts again what could not be counted', async () => {
    let isDown = true;
    await open({ previewPrint: () => (isDown ? NO : { data: PREVIEW }) });
    expect(button("Print, Couldn't count contacts").getAttribute('aria-disabled')).toBe('true');
    isDown = false;
    click(button('Count again'));
    await calm();

    expect(button('Print 2 labels').getAttribute('aria-disabled')).toBeNull();
  });

  test('gives back what was written when another letter was chosen', async () => {
    const { toasts } = await open();
    put('Print type', 'letters');
    await calm();
    put('Text', 'Dear all, we move.');
    put('Letter', '7');
    await calm();
    expect([textOf('Text'), toasts[0]?.action?.label]).toEqual([REVIEW.body, 'Undo']);
    act(() => toasts[0]?.action?.run());

    expect(textOf('Text')).toBe('Dear all, we move.');
  });

  test('says nothing when a letter that is kept makes room for another', async () => {
    const { toasts } = await open();
    put('Print type', 'letters');
    await calm();
    put('Letter', '7');
    put('Letter', '');

    expect(toasts).toEqual([]);
  });

  test('keeps a letter that was written and not printed', async () => {
    const { show } = await open();
    put('Print type', 'letters');
    await calm();
    put('Text', 'Dear all, we move.');
    await show(null);
    await show(dialog());
    put('Print type', 'letters');
    await calm();

    expect(textOf('Text')).toBe('Dear all, we move.');
  });
});

describe('the page of a print', () => {
  test('says that it could not be loaded, and tries again', async () => {
    let isDown = true;
    await openDesk(<PrintPage jid={print().jid} />, {
      readBatchPrintStatus: () => (isDown ? DOWN : { data: print({ status: 'cancelled' }) }),
    });
    expect(only('.err').textContent).toContain("Couldn't load print job");
    isDown = false;
    click(button('Try again'));
    await calm();

    expect([document.querySelector('.err'), only('.job .big').textContent]).toEqual([null, '50 of 300 contacts']);
  });

  test('has the focus on the print when Cancel is gone', async () => {
    await openDesk(<PrintPage jid={print().jid} />, {
      readBatchPrintStatus: { data: print() },
      cancelPrint: { data: print({ status: 'cancelled', version: 8 }) },
    });
    button('Cancel').focus();
    click(button('Cancel'));
    await calm();

    expect(document.activeElement).toBe(only('.job'));
  });
});

describe('the addresses of a file', () => {
  const links = (expires_at: string) => ({ data: { view_url: '/view', save_url: '/save', expires_at } });

  test('are asked for again before they end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    const { asked } = await openDesk(<PrintFileLinks id={51} />, {
      readPrintFile: () => links(new Date(Date.now() + 300_000).toISOString()),
    });
    await act(() => vi.advanceTimersByTimeAsync(230_000));
    expect(asked('readPrintFile')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(20_000));

    expect(asked('readPrintFile')).toHaveLength(2);
  });

  test('lead to the file itself, never to a page of the app', async () => {
    await openDesk(<PrintFileLinks id={51} />, { readPrintFile: () => links('2026-11-23T14:00:00Z') });
    await calm();

    expect([only('a[download]').getAttribute('href'), only('a[target=_blank]').getAttribute('href')]).toEqual([
      '/save',
      '/view',
    ]);
  });

  test('say why they could not be read, and are asked for again', async () => {
    const { asked } = await openDesk(<PrintFileLinks id={51} />, { readPrintFile: NO });
    expect(only('[role=alert]').textContent).toBe('Request failed');
    click(button('Try again'));
    await calm();

    expect(asked('readPrintFile')).toHaveLength(2);
  });
});

describe('the list of prints', () => {
  test('moves with what is heard, shows what it cannot have read, and has pages', async () => {
    const { hold } = heldPorts();
    const actors = { listRunning: hold('listRunning'), ownBroadcasts: hold('ownBroadcasts') };
    const printing = createActor(runningMachines.print.provide({ actors }), { input: { user: { id: 1007 } } }).start();
    const user = { id: 1007, timezone: 'est', permissions: [] };
    const meta = { current_page: 1, limit: 50, total_count: 51, total_pages: 2 };
    const { wrap, called } = appAround(
      { listPrints: { data: [print({ status: 'queued', version: 6 })], meta } },
      { session: sessionAtWork(user, { print: printing }) },
    );
    mount(wrap(<PrintsPage />));
    await calm();
    act(() => {
      printing.send({ type: 'work.told', work: print() });
      printing.send({ type: 'work.told', work: print({ id: 52, jid: 'b'.repeat(22), kind: 'letters' }) });
    });
    expect([...document.querySelectorAll('.work-list .cut')].map(({ textContent }) => textContent)).toEqual([
      'Printing',
      'Printing',
    ]);
    click(button('Next page'));
    await calm();

    expect(called.at(-1)).toEqual({
      name: 'listPrints',
      args: expect.objectContaining({ query: { page: 2, limit: 50 } }),
    });
    printing.stop();
  });
});
