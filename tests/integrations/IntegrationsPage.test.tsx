import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Authorization } from '#contract/integrations.contract.ts';
import { IntegrationsPage } from '../../src/views/integrations/IntegrationsPage.tsx';
import { click } from '../_kit/mount.ts';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { sampleAuthorization } from './sample-authorization.ts';

beforeAll(async () => {
  // Parts that the page loads when they are needed.
  await import('../../src/views/integrations/CalendarsDialog.tsx');
  await import('../../src/views/integrations/DisconnectDialog.tsx');
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T18:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const OFFERS = [
  { type: 'google', state: 'ready' },
  { type: 'outlook', state: 'sample' },
  { type: 'calendly', state: 'ready' },
  { type: 'phone_burner', state: 'not_set_up' },
  { type: 'demio', state: 'ready' },
];
const SERVER = { twilio: false, csg: 'sample', custom_domains: { available: true, live: 1, total: 2 } };
const answers = (own: readonly Authorization[], more: Record<string, Answer> = {}): Record<string, Answer> => ({
  listAuthorizations: { data: own, meta: { offers: OFFERS, server: SERVER } },
  ...more,
});
const open = (own: readonly Authorization[], more: Record<string, Answer> = {}, search: object = {}) => {
  const replaced: unknown[] = [];
  return openDesk(
    <IntegrationsPage search={search} setSearch={(next) => void replaced.push(next)} />,
    answers(own, more),
  ).then((desk) => ({ ...desk, replaced }));
};
const text = () => document.body.textContent ?? '';

test('each integration says what it does, and what this server lacks', async () => {
  await open([]);

  expect(text()).toContain('0 of 5 connected');
  expect(text()).toContain('PhoneBurner isn’t set up on this server.');
  expect(text()).toContain('Demo: connects a simulated calendar.');
  expect(text()).toContain('1 of 2 live');
  expect(button('Connect Google Calendar')).toBeDefined();
});

describe('a connection says in plain words how it is', () => {
  test.each<[string, Partial<Authorization>, readonly string[]]>([
    ['synced', {}, ['Synced 2 min ago', '2 of 3 calendars. 41 events read, 18 written.']],
    [
      'needs its owner',
      { status: 'needs_you', problem: 'sign_in', events_waiting: 3 },
      ['Google needs you to sign in again', '3 changes wait here until you sign in.', 'Sign in again'],
    ],
    ['a quota', { status: 'behind', problem: 'quota' }, ['Google asked us to slow down', 'Next attempt 1:08 PM.']],
    ['away', { status: 'behind', problem: 'away' }, ['Google isn’t responding', 'Next attempt 1:08 PM.']],
    [
      'refused',
      { status: 'behind', problem: 'refused', problem_text: 'forbidden' },
      ['Google refused to sync', 'forbidden.'],
    ],
    ['no calendar', { calendars_synced: 0 }, ['No calendar is selected']],
    ['the first sync', { last_synced_at: null, syncing: true }, ['First sync in progress']],
    [
      'an old token',
      { type: 'calendly', status: 'needs_you', problem: 'key' },
      ['Calendly no longer accepts the token', 'Enter a new token'],
    ],
  ])('%s', async (_name, more, words) => {
    await open([sampleAuthorization(more)]);
    for (const word of words) expect(text()).toContain(word);
  });
});

test('someone who comes back from a provider is connected, and the code leaves the address', async () => {
  const { asked, replaced, toasts } = await open(
    [],
    { createAuthorization: { data: sampleAuthorization(), meta: { url: null } } },
    { code: 'abc', state: 'google.xyz' },
  );

  expect(asked('createAuthorization')).toEqual([{ body: { type: 'google', code: 'abc', state: 'google.xyz' } }]);
  expect(replaced).toEqual([{}]);
  expect(toasts[0]?.text).toBe('Connected');
});

test('who declined is told so', async () => {
  const { asked } = await open([], {}, { error: 'access_denied', state: 'outlook.xyz' });

  expect(asked('createAuthorization')).toEqual([]);
  expect(text()).toContain('Outlook wasn’t connected');
});

test('a sync is requested, and a connection is ended after a question', async () => {
  const { asked, toasts } = await open([sampleAuthorization()]);
  click(button('Sync Google Calendar now'));
  await calm();
  expect(asked('syncAuthorization')).toEqual([{ params: { id: 1 } }]);
  click(button('Disconnect Google Calendar'));
  await calm();
  expect(text()).toContain('Events stay in both calendars');
  expect(asked('deleteAuthorization')).toEqual([]);
  click(button('Disconnect'));
  await calm();
  expect(asked('deleteAuthorization')).toEqual([{ params: { id: 1 } }]);
  expect(toasts.at(-1)?.text).toBe('Disconnected');
});

test('calendars are chosen, with what both sides had changed', async () => {
  const calendars = [
    { id: 4, name: 'ava@gmail.example', primary: true, writable: true, synced: true, target: true, events: 12 },
    { id: 5, name: 'Holidays', primary: false, writable: false, synced: false, target: false, events: 0 },
  ];
  const conflicts = [
    {
      id: 1,
      at: '2026-03-04T12:00:00Z',
      title: 'Plan review',
      kept: 'here',
      lost: [{ field: 'title', value: 'Review' }],
    },
  ];
  const { asked } = await open([sampleAuthorization()], {
    listSyncedCalendars: { data: calendars, meta: { conflicts } },
  });
  click(button('Calendars of Google Calendar'));
  await calm();
  expect(text()).toContain('Your change here was kept. Not kept: Title “Review”.');
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false]);
  for (const box of boxes.slice(1)) click(box);
  await calm();
  click(button('Save'));
  await calm();
  expect(asked('updateAuthorization')).toEqual([{ params: { id: 1 }, body: { calendars: [4, 5], target: 4 } }]);
});

test('a list that can’t be loaded says so', async () => {
  const { ApiError } = await import('../../src/api/errors.ts');
  await open([], { listAuthorizations: new ApiError('server', { code: 'error', message: 'Down.', fields: {} }) });
  expect(text()).toContain("Couldn't load your integrations");
  expect(button('Try again')).toBeDefined();
});
