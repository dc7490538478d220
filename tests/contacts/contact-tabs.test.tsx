import { act, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { CONTACT_TAB_KEYS, type ContactTabKey } from '../../src/views/contacts/page/contact-tab-keys.ts';
import { CONTACT_TABS } from '../../src/views/contacts/page/contact-tabs.ts';
import { ContactTabs } from '../../src/views/contacts/page/ContactTabs.tsx';
import { contactSearch } from '../../src/views/contacts/contacts-search.ts';
import { click, only } from '../_kit/mount.ts';
import { calm, contact, key, openDesk } from './contacts-desk.tsx';

const shown = new Map<string, number>();

/** Panels that say their name, count how often they began, and keep what is typed into them. */
vi.mock('../../src/views/contacts/page/contact-tabs.ts', async () => {
  const { CONTACT_TAB_KEYS: keys } = await import('../../src/views/contacts/page/contact-tab-keys.ts');
  const tabs = keys.map((name) => {
    const Panel = () => {
      const [typed, setTyped] = useState('');
      useState(() => shown.set(name, (shown.get(name) ?? 0) + 1));
      return <input aria-label={name} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />;
    };
    return [name, { label: name, Panel }];
  });
  return { CONTACT_TABS: Object.fromEntries(tabs) };
});

beforeEach(() => {
  shown.clear();
  contactsStore.trigger.reset();
});

const COUNTS = {
  policies: 2,
  securities: 0,
  rx: 0,
  notes: 100,
  files: 0,
  email_log: 0,
  workflow_log: 0,
  call_files: 0,
};

function Page({ start, counts }: { start: ContactTabKey; counts?: typeof COUNTS }) {
  const [tab, setTab] = useState(start);
  return <ContactTabs contact={contact()} counts={counts} tab={tab} setTab={setTab} aside={null} />;
}
const open = (start: ContactTabKey = 'timeline') => openDesk(<Page start={start} />, {});
const tab = (name: ContactTabKey) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === name);
  if (!found) throw new Error(`no tab ${name}`);
  return found;
};
const panelOf = (name: ContactTabKey) => only(`[aria-label=${name}]`).closest<HTMLElement>('.contact-panel');
const goTo = async (name: ContactTabKey) => {
  click(tab(name));
  await calm();
};

describe('the tabs of a contact', () => {
  test('are all there, and only the open one has begun', async () => {
    await open('rx');

    expect([
      [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent),
      [...shown],
      Object.keys(CONTACT_TABS),
    ]).toEqual([[...CONTACT_TAB_KEYS], [['rx', 1]], [...CONTACT_TAB_KEYS]]);
  });

  test('say how many rows they have, up to a hundred, unless there are none', async () => {
    await openDesk(<Page start="rx" counts={COUNTS} />, {});

    const counts = [...document.querySelectorAll('[role=tab] .count')];
    expect(counts.map((count) => [count.parentElement?.textContent, count.textContent])).toEqual([
      ['policies2', '2'],
      ['notes99+', '99+'],
    ]);
  });

  test('are gone through by the arrow keys, around the ends', async () => {
    await open();
    await key('ArrowLeft', tab('timeline'));

    expect([tab('data').getAttribute('aria-selected'), document.activeElement?.textContent]).toEqual(['true', 'data']);
  });

  test('keep what is typed and where one was while another one is open', async () => {
    await open();
    const input = only<HTMLInputElement>('[aria-label=timeline]');
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'half a note');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const panel = panelOf('timeline');
    if (panel) panel.scrollTop = 120;
    act(() => void panel?.dispatchEvent(new Event('scroll')));
    await goTo('policies');
    const isHidden = panel?.style.display === 'none';
    if (panel) panel.scrollTop = 0;
    await goTo('timeline');

    expect([isHidden, panelOf('timeline')?.scrollTop, only<HTMLInputElement>('[aria-label=timeline]').value]).toEqual([
      true,
      120,
      'half a note',
    ]);
    expect(shown.get('timeline')).toBe(1);
  });
});

test.each([
  [{ tab: 'policies' }, { tab: 'policies' }],
  [{ tab: 'nonsense' }, {}],
  [{}, {}],
])('an address with %j opens %j', (raw, read) => {
  expect(contactSearch(raw)).toEqual(read);
});
