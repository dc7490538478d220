import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, use } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { CurrentSetting, Setting, SettingChange, SettingKey, SettingValue } from '#contract/settings.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import type { AppActors } from '../../src/actors/root.ts';
import { AppContext } from '../../src/views/_base/app-context.ts';
import { AccountSettings } from '../../src/views/settings/AccountSettings.tsx';
import { SettingsPage } from '../../src/views/settings/SettingsPage.tsx';
import '../../src/views/_resource/RecordForm.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const setting = (id: number, key: SettingKey, more: Partial<Setting>): Setting => ({
  id,
  key,
  group: 'Support',
  label: key,
  description: 'What it does.',
  type: 'text',
  choices: [],
  value: '',
  default_value: '',
  file: null,
  public: false,
  version: 0,
  changed_by: null,
  changed_at: null,
  ...more,
});
const AT = '2026-11-04T18:00:00.000Z';
const HOURS = setting(3, 'support_hours', {
  label: 'Support hours',
  value: 'Always',
  default_value: 'Weekdays',
  version: 2,
  changed_by: 'Renata Ibarra',
  changed_at: AT,
});
const SWITCH = setting(4, 'notice_on', { label: 'Show the notice', group: 'Notice', type: 'switch', value: false });
const entry = (id: number, version: number, value: string): SettingChange => ({
  id,
  version,
  value,
  is_default: false,
  file: null,
  changed_by: 'Renata Ibarra',
  changed_at: AT,
});

async function open(path: string, answers: Record<string, Answer> = {}) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: createRootRoute({ component: SettingsPage }), history });
  const desk = await openDesk(
    <RouterProvider router={router} />,
    {
      listSettings: { data: [HOURS, SWITCH] },
      listSettingChanges: { data: [entry(9, 2, 'Always'), entry(7, 1, 'Mornings')] },
      updateSetting: { data: HOURS },
      restoreSetting: { data: HOURS },
      ...answers,
    },
    { roles: ['admin'], permissions: permissionsOf([['admin']]) },
  );
  await calm();
  await calm();
  return desk;
}
const save = async () => {
  act(() => only<HTMLFormElement>('.side form').requestSubmit());
  await calm();
};

test('settings are listed by group', async () => {
  await open('/admin/settings');
  expect([...document.querySelectorAll('.card h2')].map(({ textContent }) => textContent)).toEqual([
    'Support',
    'Notice',
  ]);
  expect(document.querySelector('tbody tr')?.textContent).toContain('Always');
});

test('the search finds settings by label, description and key', async () => {
  await open('/admin/settings?q=show');
  expect(only('tbody tr').textContent).toContain('Show the notice');
});

test('a change names the version it is based on, and a refusal is at its field', async () => {
  const { asked } = await open('/admin/settings?edit=3', { updateSetting: refused({ value: ['Too long.'] }) });
  type(only<HTMLInputElement>('.side input'), 'Never');
  await save();

  expect(asked('updateSetting')).toEqual([{ params: { id: 3 }, body: { value: 'Never', version: 2 } }]);
  expect(only<HTMLInputElement>('.side input').getAttribute('aria-invalid')).toBe('true');
  expect(only('.side').textContent).toContain('Too long.');
});

test('an earlier value and the default are restored', async () => {
  const { asked } = await open('/admin/settings?edit=3');
  const [restore] = document.querySelectorAll<HTMLButtonElement>('.setting-history button');
  if (restore === undefined) throw new Error('nothing to restore');
  expect(document.querySelectorAll('.setting-history button')).toHaveLength(1);
  click(restore);
  await calm();
  click(button('Restore default'));
  await calm();

  expect(asked('restoreSetting')).toEqual([{ params: { id: 3 }, body: { change_id: 7, version: 2 } }]);
  expect(asked('updateSetting')).toEqual([{ params: { id: 3 }, body: { value: null, version: 2 } }]);
});

// ---- on every page ---------------------------------------------------------

const current = (key: SettingKey, value: SettingValue, version = 1): CurrentSetting => ({
  key,
  value,
  version,
  file: null,
});

/** As a page that came with these start data, until the returned function is called. */
async function work(data: readonly CurrentSetting[], boot: object = {}) {
  const Page = () => {
    const actors = use(AppContext) as AppActors;
    return (
      <AppContext value={{ ...actors, boot: { ...actors.boot, ...boot } }}>
        <AccountSettings />
      </AppContext>
    );
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const desk = await openDesk(<RouterProvider router={router} />, { listCurrentSettings: { data: [...data] } });
  await calm();
  return () => desk.show(null);
}
const UUID = '9a8b7c6d-5e4f-4321-8765-0a1b2c3d4e5f';
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);
afterEach(() => {
  for (const script of document.head.querySelectorAll('script')) script.remove();
  localStorage.clear();
});

const notice = () => document.querySelector('.banner')?.textContent ?? null;

test('a notice shows while it is on, and a dismissed one stays away until it changes', async () => {
  const leaveOff = await work([current('notice', 'Closed on Friday'), current('notice_on', false)]);
  expect(notice()).toBeNull();
  await leaveOff();

  const on = [current('notice', 'Closed on Friday'), current('notice_on', true)];
  const leaveOn = await work(on);
  expect(notice()).toContain('Closed on Friday');
  click(button('Dismiss: Closed on Friday'));
  expect(notice()).toBeNull();
  await leaveOn();
  const leaveAgain = await work(on);
  expect(notice()).toBeNull();
  await leaveAgain();
  await work([current('notice', 'Open again', 2), current('notice_on', true)]);
  expect(notice()).toContain('Open again');
});

test('a provider is put away on public pages, and told of pages without names', async () => {
  const leave = await work([current('google_analytics_id', 'G-ABC1234567'), current('crisp_website_id', UUID)], {
    third_parties: ['google_analytics_id', 'crisp_website_id'],
  });
  const { dataLayer = [], $crisp = [] } = window as unknown as { dataLayer?: object[]; $crisp?: unknown[] };
  const told = dataLayer.map((args) => [...(args as unknown[])]);
  expect(told).toContainEqual(['set', { page_location: `${location.origin}/`, page_title: '/', page_referrer: '' }]);
  expect(told.at(-1)).toEqual(['event', 'page_view']);

  await leave();
  expect($crisp).toContainEqual(['do', 'chat:hide']);
});

test('only a provider that is set, and that the policy of the page lets in, is loaded', async () => {
  const ids = [current('intercom_app_id', 'ab12cd34'), current('google_analytics_id', 'G-ABC1234567')];
  const leave = await work(ids);
  expect(scripts()).toEqual([]);
  await leave();
  await work(ids, { third_parties: ['intercom_app_id', 'zendesk_key'] });
  expect(scripts()).toEqual(['https://widget.intercom.io/widget/ab12cd34']);
});
