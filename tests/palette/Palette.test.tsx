import { Workflow } from 'lucide-react';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { brandOf } from '#brands/brand.ts';
import type { FeatureFacts } from '#rules/access/features.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { recentContactsStore } from '../../src/store/recent-contacts.store.ts';
import { Palette } from '../../src/views/palette/Palette.tsx';
import { click, press, type } from '../_kit/mount.ts';
import { calm, openDesk, page, refused, row } from '../contacts/contacts-desk.tsx';

const features: FeatureFacts = {
  brand: brandOf(''),
  environment: 'development',
  roles: ['agent'],
  walletEnabled: false,
  maxPlus: null,
  isNamed: false,
  overrides: {},
};
const dave = row(7, { number: 7, first_name: 'Dave', last_name: 'Ruiz', phone: '+15125550142', city: 'Austin' });

/** Longer than the pause after which contacts are looked for. */
const SETTLED_MS = 200;

beforeEach(() => recentContactsStore.trigger.reset());

async function open(answers: Parameters<typeof openDesk>[1] = { listContacts: page([dave]) }) {
  const onClose = vi.fn();
  const run = vi.fn();
  const desk = await openDesk(
    <Palette
      viewer={{ permissions: permissionsOf([['agent']]), features }}
      entries={[{ label: 'Log in as…', icon: Workflow, onSelect: run }]}
      onSignOut={() => undefined}
      onClose={onClose}
    />,
    answers,
  );
  const field = document.querySelector<HTMLInputElement>('input')!;
  return {
    ...desk,
    onClose,
    run,
    write: async (text: string) => {
      type(field, text);
      await act(() => new Promise((done) => void setTimeout(done, SETTLED_MS)));
      await calm();
    },
    choose: async (name: RegExp) => {
      const [entry] = entries().filter((one) => name.test(one.textContent ?? ''));
      click(entry!);
      await calm();
    },
  };
}

const entries = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const shown = () => entries().map((one) => one.textContent);

test('shows contacts, actions and pages that fit, and the search of the list at the end', async () => {
  const { asked, write } = await open();
  await write('da');

  expect(asked('listContacts')).toMatchObject([
    { body: { contacts_scope: { contact_group: 'all', q: 'da', limit: 30 } } },
  ]);
  expect(shown()).toEqual(['Dave Ruiz1-512-555-0142, Austin', 'Search contacts for “da”']);

  await write('out');
  expect(shown()).toContain('Sign out');
});

test('one letter finds pages and actions, but looks for no contacts', async () => {
  const { asked, write } = await open();
  await write('i');

  expect(asked('listContacts')).toEqual([]);
  expect(shown()).toEqual(expect.arrayContaining(['Log in as…', 'Importsg i', 'Search contacts for “i”']));
});

test('opens who is chosen, and the search of the list', async () => {
  const { opened, onClose, write, choose } = await open();
  await write('dave');
  await choose(/^Dave Ruiz/u);
  expect(opened).toEqual([{ href: '/contacts/7' }]);
  expect(onClose).toHaveBeenCalledOnce();

  await choose(/^Search contacts/u);
  expect(opened.at(-1)).toEqual({ href: '/contacts?contact_group=all&q=dave' });
});

test('Enter chooses the first, also of what has come later, unless the arrows have led to another one', async () => {
  const { opened, write } = await open();
  const current = () => document.querySelector('[aria-selected=true]')?.textContent;
  const field = document.querySelector('input')!;
  const enter = () => act(() => field.form?.requestSubmit());
  await write('dave');
  expect(current()).toMatch(/^Dave Ruiz/u);
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(current());
  enter();
  expect(opened).toEqual([{ href: '/contacts/7' }]);

  press(field, 'ArrowDown');
  expect(current()).toMatch(/^Search contacts/u);
  press(field, 'ArrowDown');
  expect(current()).toMatch(/^Dave Ruiz/u);
  press(field, 'ArrowUp');
  enter();
  expect(opened.at(-1)).toEqual({ href: '/contacts?contact_group=all&q=dave' });
});

test('an action runs, and a new contact is asked for in the palette’s place', async () => {
  const { run, onClose, write, choose } = await open({ listContacts: page([]) });
  await write('log');
  await choose(/^Log in as/u);
  expect(run).toHaveBeenCalledOnce();

  await write('new con');
  await choose(/^New contact/u);
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('New contact');
  expect(onClose).toHaveBeenCalledOnce();
});

test('begins with recent contacts, the last one first', async () => {
  recentContactsStore.trigger.opened({ person: { number: 1, name: 'Ada Reyes' } });
  recentContactsStore.trigger.opened({ person: { number: 2, name: 'Bo Lund' } });
  recentContactsStore.trigger.opened({ person: { number: 1, name: 'Ada Reyes' } });
  await open();

  expect(shown().slice(0, 3)).toEqual(['Ada Reyes', 'Bo Lund', 'New contact']);
});

test('says what failed, and still leads to the list', async () => {
  const { write } = await open({ listContacts: refused({}) });
  await write('dave');

  expect(document.body.textContent).toContain('That does not work.');
  expect(shown()).toEqual(['Search contacts for “dave”']);
});
