import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bannerStore } from '../../src/store/banner.store.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { displayHint, displayStore } from '../../src/store/display.store.ts';
import { loginStackStore } from '../../src/store/login-stack.store.ts';
import { fieldDraftsStore } from '../../src/store/field-drafts.store.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { quoteNotesStore } from '../../src/store/quote-notes.store.ts';
import { adoptUser, resetStores } from '../../src/store/reset.ts';
import { shortcutsStore } from '../../src/store/shortcuts.store.ts';
import { storedHint } from '../../src/store/stored-hint.ts';

const ROOT = join(import.meta.dirname, '../..');
const STORE_FOLDER = join(ROOT, 'src/store');

beforeEach(() => {
  localStorage.clear();
  resetStores();
});

const contexts = () =>
  [
    bannerStore,
    contactsStore,
    displayStore,
    fieldDraftsStore,
    loginStackStore,
    quoteNotesStore,
    shortcutsStore,
    textDraftsStore,
  ].map((store) => store.getSnapshot().context);

describe('the reset', () => {
  test('brings every slice back to its beginning', () => {
    const before = contexts();
    bannerStore.trigger.open({ text: 'leads.csv' });
    contactsStore.trigger.toggled({ id: 3 });
    displayStore.trigger.choose({ chosen: { background: 'dark' } });
    loginStackStore.trigger.became({ identity: [] });
    fieldDraftsStore.trigger.kept({ contactId: 3, drafts: { city: { typed: 'Waco', base: '' } } });
    quoteNotesStore.trigger.added({ answer: 'message 3', note: 9 });
    shortcutsStore.trigger.switched({ singleKeys: false });
    textDraftsStore.trigger.written({ key: 'mail-body:3', text: 'two plans' });

    resetStores();

    expect(contexts()).toEqual(before);
  });

  test('knows every slice that there is', () => {
    const listed = readFileSync(join(STORE_FOLDER, 'reset.ts'), 'utf8');
    const slices = readdirSync(STORE_FOLDER).filter((file) => file.endsWith('.store.ts'));

    expect(slices.filter((file) => !listed.includes(`./${file}`))).toEqual([]);
  });

  test('leaves nothing stored, and nothing of others touched', () => {
    localStorage.setItem('elsewhere', 'stays');
    displayHint.write({ font_size: 'large', primary_color: 'green', background: 'dark' });
    contactsStore.trigger.listed({ scope: '?q=ana', href: '/contacts?q=ana' });
    const ofTab = Object.values(sessionStorage);

    resetStores();

    expect([ofTab.includes('"/contacts?q=ana"'), Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([
      true,
      ['elsewhere'],
      [],
    ]);
  });
});

describe('drafts', () => {
  test('outlive an ended session of the same person', () => {
    adoptUser(1003);
    textDraftsStore.trigger.written({ key: 'new-note:3', text: 'call back' });

    adoptUser(1003);

    expect(textDraftsStore.getSnapshot().context).toEqual({ texts: { 'new-note:3': 'call back' } });
  });

  test('are removed when another user signs in', () => {
    adoptUser(1003);
    textDraftsStore.trigger.written({ key: 'new-note:3', text: 'call back' });

    adoptUser(1004);

    expect(textDraftsStore.getSnapshot().context).toEqual({ texts: {} });
  });
});

describe('a stored hint', () => {
  const hint = storedHint('width', 1, z.int());

  test('comes back', () => {
    hint.write(3);

    expect(hint.read()).toBe(3);
  });

  test.each(['"wide"', '{', ''])('%j is invalid', (stored) => {
    localStorage.setItem('bellwether.width.v1', stored);

    expect(hint.read()).toBe(null);
  });

  test('of another version is invalid', () => {
    hint.write(3);

    expect(storedHint('width', 2, z.int()).read()).toBe(null);
  });
});

describe('the first paint', () => {
  test('reads what the display slice writes', () => {
    displayHint.write({ font_size: 'large', primary_color: 'green', background: 'dark' });
    const script = readFileSync(join(ROOT, 'public/first-paint.js'), 'utf8');

    // The page runs this very text before its first paint.
    runInNewContext(script, { localStorage, document });

    const { size, primary, bg } = document.documentElement.dataset;
    expect({ size, primary, bg }).toEqual({ size: 'large', primary: 'green', bg: 'dark' });
  });
});
