import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.contract.ts';
import { FrameBell } from '../../src/views/_app/FrameBell.tsx';
import { NotificationsPage } from '../../src/views/notifications/NotificationsPage.tsx';
import { NotificationsPopover } from '../../src/views/notifications/NotificationsPopover.tsx';
import { UnreadCount } from '../../src/views/notifications/UnreadCount.tsx';
import { unreadNotices } from '../../src/store/unread-notices.ts';
import { click } from '../_kit/mount.ts';
import { button, calm, key, openDesk, refused } from '../contacts/contacts-desk.tsx';

const ME = { identity: [{ id: 1007 }] };
const ACTING = { identity: [{ id: 1001 }, { id: 1007 }] };

const notice = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'lead',
  title: `Request ${id}`,
  body: '',
  href: `/contacts/${1_000 + id}`,
  created_at: '2025-11-17T15:00:00.000Z',
  read_at: null,
  ...more,
});
const listed = (data: readonly Notification[], next_cursor: string | null = null) => ({
  data,
  meta: { limit: 50, next_cursor },
});
const READ = { read_at: '2026-11-30T16:00:00.000Z' };
const links = () => [...document.querySelectorAll('.notice-text a')].map((link) => link.textContent);
const page = (show: 'all' | 'unread' = 'all') => (
  <>
    <UnreadCount />
    <NotificationsPage show={show} />
  </>
);
const counted = (unread: number) => ({ data: { unread } });

test('the page has notifications by day, the unread ones named as such, and opening one marks it', async () => {
  const desk = await openDesk(
    page(),
    {
      listNotifications: listed([notice(2), notice(1, { ...READ, created_at: '2025-11-15T15:00:00.000Z' })]),
      countNotifications: counted(1),
      markNotification: { data: notice(2, READ) },
    },
    ME,
  );

  expect(links()).toEqual(['Unread: Request 2', 'Request 1']);
  expect([...document.querySelectorAll('.notices section')].map((day) => day.getAttribute('aria-label'))).toEqual([
    'Monday, 11/17/2025',
    'Saturday, 11/15/2025',
  ]);
  click(document.querySelector('.notice-text a') as HTMLElement);
  click([...document.querySelectorAll('.notice-text a')][1] as HTMLElement);
  await calm();

  expect(desk.asked('markNotification')).toEqual([{ params: { id: 2 }, body: {} }]);
});

test('a mark is taken away again, and all are marked up to the newest shown, with Undo', async () => {
  const desk = await openDesk(
    page(),
    {
      listNotifications: listed([notice(5), notice(4, READ)]),
      countNotifications: counted(1),
      markNotification: { data: notice(4) },
      markAllNotifications: { data: { changed: 1, read_at: '2026-11-30T17:00:00.000Z' } },
    },
    ME,
  );

  click(button('Mark as unread'));
  click(document.querySelector('.doing .btn') as HTMLElement);
  await calm();
  desk.toasts.at(-1)?.action?.run();
  await calm();

  expect(desk.asked('markNotification')).toEqual([{ params: { id: 4 }, body: { read: false } }]);
  expect(desk.toasts.at(-1)?.text).toBe('1 notification marked as read');
  expect(desk.asked('markAllNotifications')).toEqual([
    { body: { through_id: 5 } },
    { body: { undo: '2026-11-30T17:00:00.000Z' } },
  ]);
});

test('while logged in as someone else nothing becomes read', async () => {
  const desk = await openDesk(
    page(),
    { listNotifications: listed([notice(1)]), countNotifications: counted(1) },
    ACTING,
  );

  click(document.querySelector('.notice-text a') as HTMLElement);
  await calm();

  expect([...document.querySelectorAll('.notices button, .doing button')]).toEqual([]);
  expect(desk.asked('markNotification')).toEqual([]);
});

test('j and k go from one to the next', async () => {
  await openDesk(page(), { listNotifications: listed([notice(2), notice(1)]), countNotifications: counted(2) }, ME);

  await key('j');
  await key('j');
  const second = document.activeElement?.textContent;
  await key('k');

  expect([second, document.activeElement?.textContent]).toEqual(['Unread: Request 1', 'Unread: Request 2']);
});

test('earlier ones come behind the last', async () => {
  await openDesk(
    page(),
    {
      listNotifications: ({ query }) =>
        (query as { cursor?: string }).cursor === undefined ? listed([notice(2)], 'behind') : listed([notice(1)]),
      countNotifications: counted(2),
    },
    ME,
  );

  click(button('Load earlier'));
  await calm();

  expect(links()).toEqual(['Unread: Request 2', 'Unread: Request 1']);
});

test('none, none unread, and a list that fails say so', async () => {
  const empty = { listNotifications: listed([]), countNotifications: counted(0) };
  await openDesk(page(), empty, ME);
  expect(document.querySelector('.empty h2')?.textContent).toBe('No notifications yet');

  await openDesk(page('unread'), empty, ME);
  expect([...document.querySelectorAll('.empty h2')].at(-1)?.textContent).toBe('Nothing unread');

  await openDesk(page(), { listNotifications: refused({}), countNotifications: counted(0) }, ME);
  expect(document.querySelector('[role=alert]')?.textContent).toContain("Couldn't load notifications");
});

test('the bell names the number of unread ones', async () => {
  const name = () => document.querySelector('.icon-btn')?.getAttribute('aria-label');
  const bell = (
    <>
      <UnreadCount />
      <FrameBell />
    </>
  );
  const desk = await openDesk(bell, { countNotifications: counted(3) }, ME);
  expect([name(), document.querySelector('.badge')?.textContent]).toEqual(['Notifications, 3 unread', '3']);

  await desk.show(<FrameBell />);
  expect([name(), document.querySelector('.badge'), unreadNotices.get()]).toEqual(['Notifications', null, 0]);
});

test('below the bell are the newest, and opening one closes it', async () => {
  let closed = 0;
  const trigger = { current: document.body };
  const desk = await openDesk(
    <NotificationsPopover trigger={trigger} onClose={() => (closed += 1)} />,
    { listNotifications: listed([notice(1)]), markNotification: { data: notice(1, READ) } },
    ME,
  );

  expect(desk.asked('listNotifications')).toEqual([{ query: { limit: 7 } }]);
  click(document.querySelector('.notice-text a') as HTMLElement);
  await calm();

  expect([closed, desk.asked('markNotification').length]).toEqual([1, 1]);
  expect(document.querySelector('.notices-popover footer a')?.getAttribute('href')).toBe('/notifications');
});
