import { act, type ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import type { PhoneView } from '../../src/machines/phone/line-view.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { FramePhone, FramePops } from '../../src/views/_app/FramePhone.tsx';
import { AlertDialog } from '../../src/views/_kit/overlays/AlertDialog.tsx';
import { click, mount, only, settle } from '../_kit/mount.ts';
import { call, callView, device, endedView, incomingView, phoneAround, phoneView } from './phone-views.tsx';

beforeAll(async () => {
  await Promise.all([
    import('../../src/views/phone/dock/PhoneDock.tsx'),
    import('../../src/views/phone/panel/PhonePanel.tsx'),
    import('../../src/views/phone/dock/PopBanners.tsx'),
  ]);
});
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T16:10:00Z') });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  textDraftsStore.trigger.reset();
});

async function dock(view: PhoneView | null, answers: Readonly<Record<string, unknown>> = {}) {
  const around = phoneAround(view, answers);
  mount(
    around.wrap(
      <>
        <FramePops />
        <FramePhone />
      </>,
    ),
  );
  for (let load = 0; load < 4; load += 1) await settle();
  return {
    ...around,
    show: async (next: PhoneView | null) => {
      act(() => around.show(next));
      for (let load = 0; load < 4; load += 1) await settle();
    },
  };
}

const folded = { open: false } as const;
const alert = (
  <AlertDialog
    open
    title="Leave it?"
    confirmLabel="Leave"
    cancelLabel="Stay"
    onConfirm={() => undefined}
    onCancel={() => undefined}
  >
    What is written is lost.
  </AlertDialog>
);
const spoken = () => only('output.sr').textContent;
const key = (name: string, more: KeyboardEventInit = {}) =>
  act(() => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, ctrlKey: true, bubbles: true, cancelable: true, ...more }),
    );
  });
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('while a dialog is open', () => {
  const PARTS = ['h1', '.dock', '.phone-float'];
  const isDead = (selector: string) => only(selector).closest('[inert], [aria-hidden="true"]') !== null;
  const under = async (first: PhoneView) => {
    const { wrap, show, sent } = phoneAround(first);
    const page = (dialog: ReactNode) =>
      wrap(
        <>
          <h1>Contacts</h1>
          <FramePhone />
          {dialog}
        </>,
      );
    const draw = mount(page(null));
    for (let load = 0; load < 4; load += 1) await settle();
    const settled = async (change: () => void) => {
      change();
      for (let load = 0; load < 4; load += 1) await settle();
    };
    await settled(() => draw(page(alert)));
    return {
      sent,
      show: (view: PhoneView) => settled(() => act(() => show(view))),
      close: () => settled(() => draw(page(null))),
    };
  };

  test('the phone is below it as the page is, until the dialog is gone', async () => {
    const { close } = await under(phoneView());
    const dead = [PARTS.map(isDead)];
    await close();
    dead.push(PARTS.map(isDead));

    expect(dead).toEqual([
      [true, true, true],
      [false, false, false],
    ]);
  });

  test('the key opens the phone only above it', async () => {
    const { sent, show } = await under(phoneView({ panel: folded }));
    key('.');
    expect(sent).toEqual([]);

    await show(phoneView({ panel: folded, line: { call: callView() } }));
    key('.');
    expect(sent).toEqual([{ type: 'panel.toggle' }]);
  });

  test('the phone is alive from the ring of a call until how it ended is put away', async () => {
    const { show } = await under(phoneView({ panel: folded }));
    const dead: boolean[][] = [];
    for (const view of [
      phoneView({ panel: { view: 'incoming' }, line: { incoming: [incomingView()] } }),
      phoneView({ panel: { view: 'active' }, line: { call: callView() } }),
      phoneView({ panel: { view: 'ended' }, line: { ended: endedView() } }),
      phoneView(),
    ]) {
      await show(view);
      dead.push(PARTS.map(isDead));
    }

    const [alive, below] = [
      [true, false, false],
      [true, true, true],
    ];
    expect(dead).toEqual([alive, alive, alive, below]);
  });
});

describe('the launcher', () => {
  test('is not there without a phone, nor before it has loaded', async () => {
    const { show } = await dock(null);
    expect(document.querySelector('.dock')).toBeNull();

    await show(phoneView({ panel: folded, line: { device: device({ status: 'absent' }) } }));
    expect(document.querySelector('.dock')).toBeNull();

    await show(phoneView({ panel: folded }));
    expect(only('.dock button').textContent).toBe('PhonePhone, ready');
  });

  test('shows where the phone stands, what rings, and the length of a call', async () => {
    const { show } = await dock(phoneView({ panel: folded, line: { device: device({ status: 'offline' }) } }));
    const said = [only('.dock button').textContent];
    await show(phoneView({ panel: folded, line: { incoming: [incomingView()] } }));
    said.push(only('.dock button').textContent);
    await show(phoneView({ panel: folded, line: { call: callView({ stage: 'ringing', activeSince: null }) } }));
    said.push(only('.dock button').textContent);
    await show(phoneView({ panel: folded, line: { call: callView({ activeSince: Date.now() - 192_000 }) } }));
    said.push(only('.dock button').textContent);
    await after(5_000);
    said.push(only('.dock button').textContent);

    expect(said).toEqual(['PhonePhone, offline', 'Incoming call', 'Ringing', 'On a call 03:12', 'On a call 03:17']);
  });

  test('opens the panel with the focus in it, and has the focus when it folds', async () => {
    const { sent, show } = await dock(phoneView({ panel: folded }));
    click(only('.dock button'));
    await show(phoneView());
    expect(document.activeElement).toBe(only('.dial input'));

    click(only('[aria-label="Minimize phone"]'));
    expect(sent).toEqual([{ type: 'panel.toggle' }, { type: 'panel.toggle' }]);
    expect(document.activeElement).toBe(only('.dock button'));
  });

  test('leaves the focus where it is when a call opens the panel', async () => {
    const { show } = await dock(phoneView({ panel: folded }));
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    await show(phoneView({ panel: { view: 'incoming' }, line: { incoming: [incomingView()] } }));

    expect(document.activeElement).toBe(field);
  });
});

describe('the keys', () => {
  test('answer and decline what rings first', async () => {
    const second = incomingView({ key: 'i2' });
    const { sent } = await dock(phoneView({ panel: folded, line: { incoming: [incomingView(), second] } }));
    key('A', { shiftKey: true });
    key('D', { shiftKey: true });
    key('M', { shiftKey: true });
    key('H', { shiftKey: true });

    expect(sent).toEqual([
      { type: 'line.answer', key: 'i1' },
      { type: 'line.reject', key: 'i1' },
    ]);
  });

  test('mute and end a call', async () => {
    const { sent } = await dock(phoneView({ panel: folded, line: { call: callView({ muted: true }) } }));
    key('m', { shiftKey: true, ctrlKey: false, metaKey: true });
    key('H', { shiftKey: true });
    key('h', { ctrlKey: false, shiftKey: true });

    expect(sent).toEqual([{ type: 'line.mute', muted: false }, { type: 'line.hangUp' }]);
  });

  test('open the phone', async () => {
    const { sent } = await dock(phoneView({ panel: folded }));
    key('.');

    expect(sent).toEqual([{ type: 'panel.toggle' }]);
  });
});

describe('those who hear the page', () => {
  test('are told what rings, who is on the line and how it ended, once each', async () => {
    const { show } = await dock(phoneView({ panel: folded }));
    const told = [spoken()];
    const tell = async (line: Parameters<typeof phoneView>[0]) => {
      await show(phoneView({ panel: folded, ...line }));
      if (spoken() !== told.at(-1)) told.push(spoken());
    };
    await tell({ line: { incoming: [incomingView()] } });
    await tell({ line: { incoming: [incomingView({ answering: true })] } });
    await tell({ line: { call: callView() } });
    await tell({ line: { call: callView({ muted: true }) } });
    await tell({ line: { call: callView({ quality: 'reconnecting' }) } });
    await tell({ line: { ended: endedView() } });

    expect(told).toEqual([
      '',
      'Rosalind Okafor is calling.',
      "You're on a call with Rosalind Okafor.",
      'Connection lost. Reconnecting.',
      'The call has ended.',
    ]);
  });
});

describe('leaving the page', () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };

  test('asks while this tab has a call', async () => {
    const { show } = await dock(phoneView({ panel: folded }));
    const asked = [leave()];
    await show(phoneView({ panel: folded, line: { call: callView() } }));
    asked.push(leave());
    await show(phoneView({ line: { call: callView() }, leadership: { here: false, blocked: null } }));
    asked.push(leave());

    expect(asked).toEqual([false, true, false]);
  });
});

describe('the note of a call', () => {
  const inCall = phoneView({ panel: { view: 'active' }, line: { call: callView() } });
  const write = (text: string) => act(() => textDraftsStore.trigger.written({ key: 'call-note:31', text }));
  const notesOf = (called: readonly { name: string; args: unknown }[]) =>
    called.filter(({ name }) => name === 'noteCall').map(({ args }) => (args as { body: unknown }).body);

  test('is saved half a second after the last key', async () => {
    const { called } = await dock(inCall, { noteCall: { data: call() } });
    write('Plan');
    await after(400);
    write('Plan G');
    await after(400);
    expect(notesOf(called)).toEqual([]);
    await after(100);

    expect(notesOf(called)).toEqual([{ call_id: 31, note: 'Plan G' }]);
    expect(only('.notes output').textContent).toBe('Note saved');
  });

  test('is saved too when the panel is folded or the page was reloaded meanwhile', async () => {
    textDraftsStore.trigger.written({ key: 'call-note:30', text: 'From before' });
    const { called } = await dock(phoneView({ panel: folded }), { noteCall: { data: call({ id: 30 }) } });
    await after(500);

    expect(notesOf(called)).toEqual([{ call_id: 30, note: 'From before' }]);
    expect(textDraftsStore.getSnapshot().context.texts).toEqual({});
  });

  test('that could not be saved is kept, said so, and sent again', async () => {
    const refused = Promise.reject(new ApiError('offline', { code: 'offline', message: 'x' }));
    refused.catch(() => undefined);
    const { called } = await dock(inCall, { noteCall: refused });
    write('Plan G');
    await after(500);
    expect(only('.notes output').textContent).toBe('Not saved yet, draft kept');
    await after(5_000);

    expect(notesOf(called).length).toBe(2);
    expect(only<HTMLTextAreaElement>('.notes textarea').value).toBe('Plan G');
  });
});

describe('a page that the browser blocked', () => {
  test('is a line in the page that leads there, until it is put away', async () => {
    const { sent } = await dock(
      phoneView({ panel: folded, pops: [{ number: '+15125550167', href: '/contacts?q=5125550167' }] }),
    );

    expect(only('.banner').textContent).toBe(
      '1-512-555-0167 calledYour browser blocked the tab with matching contacts.Open',
    );
    expect(only('.banner a').getAttribute('href')).toBe('/contacts?q=5125550167');
    click(only('.banner button'));
    expect(sent).toEqual([{ type: 'phone.dismissPop', number: '+15125550167' }]);
  });
});
