import { act } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Authorization } from '#contract/integrations.contract.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { ContactsPage } from '../../src/views/contacts/list/ContactsPage.tsx';
import { click } from '../_kit/mount.ts';
import { button, calm, openDesk, page, refused, row } from '../contacts/contacts-desk.tsx';
import { sampleAuthorization } from './sample-authorization.ts';

beforeAll(async () => {
  // Parts that the list loads when they are needed.
  await import('../../src/views/contacts/list/ContactBulkBar.tsx');
  await import('../../src/views/_kit/overlays/Menu.tsx');
  await import('../../src/views/integrations/DialDialog.tsx');
});
beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
});

const dialer = (more: Partial<Authorization> = {}) => sampleAuthorization({ id: 7, type: 'phone_burner', ...more });
const entry = () =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) =>
    textContent.startsWith('Dial with PhoneBurner'),
  );

/** The menu of two selected contacts. */
async function openMenu(own: readonly Authorization[], answer: object = {}, who: object = {}) {
  const answers = {
    listContacts: page([row(1), row(2), row(3)]),
    listAuthorizations: { data: own, meta: { offers: [], server: {} } },
    startDialSession: answer,
  };
  const desk = await openDesk(<ContactsPage search={{}} setSearch={() => undefined} />, answers, who);
  act(() => contactsStore.trigger.added({ ids: [1, 2] }));
  await calm();
  click(button('More'));
  await calm();
  return desk;
}

test('is offered only to those who connected PhoneBurner', async () => {
  await openMenu([sampleAuthorization()]);
  expect(entry()).toBeUndefined();
});

test('says why it cannot dial', async () => {
  await openMenu([dialer({ status: 'needs_you', problem: 'sign_in' })]);
  expect(entry()?.textContent).toContain('PhoneBurner needs you to sign in again.');
});

test('says that no one dials while logged in as another user', async () => {
  await openMenu([dialer()], {}, { identity: [{}, {}] });
  expect(entry()?.getAttribute('aria-disabled')).toBe('true');
  expect(entry()?.textContent).toContain("You can't do this while logged in as another user.");
});

test('starts a session with the selection, and tells who is left out before it opens', async () => {
  const url = 'https://phoneburner.test/session';
  const left = [{ reason: 'Do Not Call.', count: 1 }];
  const { asked } = await openMenu([dialer()], { data: { url, contacts: 1, left_out: left } });
  click(entry() ?? document.body);
  await calm();
  click(button('Start dial session'));
  await calm();

  expect(asked('startDialSession')).toMatchObject([{ params: { id: 7 }, body: { contact_ids: [1, 2] } }]);
  expect(document.body.textContent).toContain('1 contact: Do Not Call.');
  const link = document.querySelector<HTMLAnchorElement>(`a[href="${url}"]`);
  expect([link?.textContent, link?.target]).toEqual(['Open PhoneBurner', '_blank']);
  expect(contactsStore.getSnapshot().context.selected).toEqual([1, 2]);
});

test('keeps the selection when it is refused', async () => {
  await openMenu([dialer()], refused({ contact_ids: ['None of these contacts may be called now.'] }, 'conflict'));
  click(entry() ?? document.body);
  await calm();
  click(button('Start dial session'));
  await calm();

  expect(document.querySelector('[role=alert]')?.textContent).toBeTruthy();
  expect(contactsStore.getSnapshot().context.selected).toEqual([1, 2]);
});
