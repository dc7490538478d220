import { createAtom } from '@xstate/store';
import { act } from 'react';
import { beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import { createDock } from '../../src/actors/_frame/dock.actors.ts';
import type { ChatView } from '../../src/machines/chat/chat-view.ts';
import type { PhoneCommand, PhoneView } from '../../src/machines/phone/line-view.ts';
import { panelPlacesStore } from '../../src/store/panel-places.store.ts';
import { FrameChat } from '../../src/views/_app/FrameChat.tsx';
import { tellBox } from '../../src/views/_frame/panel-boxes.ts';
import { click, mount, only, press, settle } from '../_kit/mount.ts';
import { NO_PHONE } from '../phone/no-phone.ts';
import { phoneView } from '../phone/phone-views.tsx';
import { chatAround } from './chat-around.tsx';
import { chatting, picking, session } from './chat-fixtures.ts';

beforeAll(async () => {
  await Promise.all(['ChatDock', 'ChatPanel'].map((name) => import(`../../src/views/chat/${name}.tsx`)));
});
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('innerWidth', 1_440);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  act(() => panelPlacesStore.trigger.reset());
});

const settled = async () => {
  await act(() => vi.advanceTimersByTimeAsync(500));
  for (let load = 0; load < 5; load += 1) await settle();
};

async function dock(view: ChatView | null, address = '/contacts', phone: PhoneView | null = null) {
  const told: PhoneCommand[] = [];
  const phoneShown = createAtom(phone);
  const handle = { ...NO_PHONE, view: phoneShown, send: (command: PhoneCommand) => void told.push(command) };
  const around = chatAround(view, {}, { phone: handle });
  const { element, router } = around.at(address, () => (
    <>
      <main id="main" tabIndex={-1} />
      <FrameChat />
    </>
  ));
  const { openPage } = createDock({ phone: handle, chat: around.chat });
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => fromLocation && openPage(toLocation.pathname));
  mount(element);
  await settled();
  return {
    ...around,
    told,
    showPhone: (next: PhoneView) => phoneShown.set(next),
    show: async (next: ChatView | null) => {
      act(() => around.show(next));
      await settled();
    },
    go: async (to: string) => {
      await act(() => router.navigate({ href: to }));
      await settled();
    },
  };
}

const folded = picking({ open: false });
const launcher = () => only('.dock-max button');
const ctrl = (key: string) =>
  act(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }));
  });

describe('the launcher', () => {
  test('exists with the feature, before MAX has loaded, and not without it', async () => {
    const { isThere } = await dock(null);
    expect([launcher().textContent, launcher().getAttribute('aria-expanded')]).toEqual(['Ask MAX', 'false']);

    act(() => isThere.set(false));
    expect(document.querySelector('.dock-max')).toBeNull();
  });

  test('is not on the receipt of a wallet', async () => {
    const { go } = await dock(folded, '/wallets/receipt');
    expect(document.querySelector('.dock-max')).toBeNull();

    await go('/contacts');
    expect(launcher().isConnected).toBe(true);
  });

  test('opens MAX with the focus on the first choice, and has the focus when it folds', async () => {
    const { sent, show } = await dock(folded);
    launcher().focus();
    click(launcher());
    await show(picking());
    expect(document.activeElement?.textContent).toMatch(/^Contact Search/u);

    click(only('[aria-label="Minimize MAX"]'));
    expect(sent).toEqual([{ type: 'panel.toggle' }, { type: 'panel.close' }]);
    expect(document.activeElement).toBe(launcher());
  });

  test('leaves the focus where the person went before MAX had loaded', async () => {
    const { show } = await dock(null);
    launcher().focus();
    click(launcher());
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    await show(picking());

    expect(document.activeElement).toBe(field);
  });

  test('leaves the focus where it is when a panel that was open comes back with the page', async () => {
    const { show } = await dock(null);
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    await show(chatting());

    expect(document.activeElement).toBe(field);
  });
});

describe('while a page is about to open', () => {
  const leaving = { kind: 'redirect', message: 'm2', href: '/contacts', secondsLeft: 3 } as const;
  const stays = { type: 'leaving.cancel' };
  const about = async () => {
    const around = await dock(chatting({ leaving }));
    const field = only('#main').appendChild(document.createElement('input'));
    return { ...around, field };
  };

  test.each(['pointerdown', 'keydown', 'input'])('working on the page stays there: %s', async (kind) => {
    const { field, sent } = await about();
    field.dispatchEvent(new Event(kind, { bubbles: true }));

    expect(sent).toEqual([stays]);
  });

  test.each(['pointerdown', 'keydown'])('what is done in MAX is for MAX alone: %s', async (kind) => {
    const { sent } = await about();
    only('.max-float .talk').dispatchEvent(new Event(kind, { bubbles: true }));

    expect(sent).toEqual([]);
  });

  test('opening another page stays there', async () => {
    const { sent, go } = await about();
    await go('/calls');

    expect(sent).toEqual([stays]);
  });

  test('a call stays in sight', async () => {
    const { sent, showPhone } = await about();
    const view = phoneView();
    act(() => showPhone({ ...view, panel: { ...view.panel, open: true } }));
    await settled();

    expect(sent).toEqual([stays]);
  });

  test('nothing is cancelled when no page opens', async () => {
    const { sent, go } = await dock(chatting());
    only('#main').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    await go('/calls');

    expect(sent).toEqual([]);
  });
});

describe('the keys', () => {
  test('Ctrl and a comma open MAX from anywhere, lead to it, and fold it', async () => {
    const { sent, show } = await dock(folded);
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    ctrl(',');
    expect(sent).toEqual([{ type: 'panel.toggle' }]);

    await show(chatting());
    expect(document.activeElement).toBe(only('.ask textarea'));
    field.focus();
    ctrl(',');
    expect(document.activeElement).toBe(only('.ask textarea'));
    ctrl(',');
    expect(sent).toEqual([{ type: 'panel.toggle' }, { type: 'panel.close' }]);
  });

  test('do nothing below a dialog', async () => {
    const { sent } = await dock(folded);
    document.body.appendChild(document.createElement('div')).className = 'scrim';
    ctrl(',');

    expect(sent).toEqual([]);
  });

  test('Escape folds it and gives the focus back; while a page is about to open it stays here', async () => {
    const { sent, show } = await dock(chatting());
    only('.ask textarea').focus();
    await show(chatting({ leaving: { kind: 'redirect', message: 'm1', href: '/contacts', secondsLeft: 3 } }));
    press(only('.ask textarea'), 'Escape');
    expect(sent).toEqual([{ type: 'leaving.cancel' }]);

    await show(chatting());
    press(only('.ask textarea'), 'Escape');
    expect(sent.at(-1)).toEqual({ type: 'panel.close' });
    expect(document.activeElement).toBe(launcher());
  });
});

describe('the picker', () => {
  const choices = () => [...document.querySelectorAll<HTMLButtonElement>('.intents button')];

  test('asks by name, and has each thing with a hint', async () => {
    await dock(picking());

    expect([only('.max-float h2').textContent, only('.beta').textContent]).toEqual(['Ask MAX', 'Beta']);
    expect(only('.intents-ask').textContent).toBe('What do you need, Dana?');
    expect(choices().map(({ textContent }) => textContent)).toEqual([
      'Contact Search, “Turning 65 in Texas, not called yet”',
      'Contact Insight, What matters about one contact',
      'Quote, Medigap rates by ZIP and age',
      'Create E-mail, A draft to edit before sending',
      'System Help, Answers from the help pages',
      'Customer Support, Coming Soon',
    ]);
  });

  test('begins what is chosen, and not what comes soon', async () => {
    const { sent, show } = await dock(picking());
    click(choices()[5] as HTMLElement);
    expect([choices()[5]?.getAttribute('aria-disabled'), sent]).toEqual(['true', []]);

    click(choices()[2] as HTMLElement);
    await show(picking({ place: 'starting' }));
    expect(sent).toEqual([{ type: 'chat.start', intent: 'csg_quote' }]);
    expect(choices().map((one) => one.getAttribute('aria-busy'))).toEqual([null, null, 'true', null, null, null]);
    click(choices()[0] as HTMLElement);
    expect(sent.length).toBe(1);
  });

  test('goes from one to the next by arrow keys', async () => {
    await dock(picking());
    choices()[0]?.focus();
    press(choices()[0] as Element, 'ArrowDown');
    expect(document.activeElement).toBe(choices()[1]);
    press(choices()[1] as Element, 'End');
    expect(document.activeElement).toBe(choices()[5]);
    press(choices()[5] as Element, 'ArrowDown');
    expect(document.activeElement).toBe(choices()[0]);
  });

  test('offers the conversation in progress first', async () => {
    const { sent } = await dock(picking({ session: session() }));
    expect(choices()[0]?.textContent).toBe('Continue: Contact Search, Choosing another intent ends this conversation.');
    click(choices()[0] as HTMLElement);

    expect(sent).toEqual([{ type: 'chat.continue' }]);
  });

  test('hands the focus to the conversation that opens, and takes it back', async () => {
    const { show } = await dock(picking());
    choices()[0]?.focus();
    await show(chatting());
    expect(document.activeElement).toBe(only('.ask textarea'));

    await show(picking({ session: session() }));
    expect(document.activeElement).toBe(choices()[0]);
  });

  test('says why no conversation began, until it is put away', async () => {
    const { sent } = await dock(picking({ alert: 'Failed to start chat session. Please try again.' }));
    expect(only('[role=alert]').textContent).toBe('Failed to start chat session. Please try again.');
    click(only('[aria-label="Put away"]'));

    expect(sent).toEqual([{ type: 'alert.dismiss' }]);
  });
});

describe('the place of the panel', () => {
  const place = () => {
    const { style } = only('.max-float');
    return [style.getPropertyValue('--right'), style.getPropertyValue('--bottom')];
  };

  test('is at the lower right without a phone', async () => {
    await dock(picking());
    expect(place()).toEqual(['20px', '60px']);
  });

  test('is beside the phone, moves by keys, and is remembered', async () => {
    await dock(picking(), '/contacts', phoneView({ panel: { open: false } }));
    expect(place()).toEqual(['312px', '60px']);
    press(only('.panel-grip'), 'ArrowLeft');
    expect(panelPlacesStore.getSnapshot().context.places).toEqual({ max: { right: 328, bottom: 60 } });
    press(only('.panel-grip'), 'Home');
    expect(place()).toEqual(['312px', '60px']);
  });

  test('makes way for the phone that comes over it, and comes back', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(360);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(500);
    await dock(picking());
    await act(async () => tellBox('phone', { left: 1_140, top: 300, right: 1_420, bottom: 800 }));
    expect(place()).toEqual(['1060px', '60px']);

    await act(async () => tellBox('phone', null));
    expect(place()).toEqual(['20px', '60px']);
    vi.restoreAllMocks();
  });
});

test('it does not lie over Send when a draft opens', async () => {
  const { sent, go } = await dock(chatting());
  await go('/calls');
  expect(sent).not.toContainEqual({ type: 'panel.close' });
  await go('/admin/email-management/new');

  expect(sent).toContainEqual({ type: 'panel.close' });
});

describe('on a small screen', () => {
  beforeEach(() => vi.stubGlobal('innerWidth', 390));

  test('the phone folds when MAX opens: of two sheets one is seen', async () => {
    const { told, sent, show } = await dock(folded, '/contacts', phoneView());
    click(launcher());
    await show(picking());

    expect([told, sent]).toEqual([[{ type: 'panel.toggle' }], [{ type: 'panel.toggle' }]]);
  });

  test('MAX folds when the phone opens', async () => {
    const { told, sent, showPhone } = await dock(picking(), '/contacts', phoneView({ panel: { open: false } }));
    expect(sent).toEqual([]);
    act(() => showPhone(phoneView()));

    expect([told, sent]).toEqual([[], [{ type: 'panel.close' }]]);
  });

  test('the sheet folds when a page opens under it', async () => {
    const { sent, go } = await dock(chatting());
    await go('/contacts/211');

    expect(sent).toEqual([{ type: 'panel.close' }]);
  });
});
