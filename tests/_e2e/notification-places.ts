import { above, cut, page, type Place, press } from './place.ts';

const all = page('/notifications', '/notifications', '.notices li, .empty');
const bell = press(/^Notifications/u);

/** What the user was told of: the page, and what opens below the bell. */
export const NOTIFICATION_PLACES: Readonly<Record<string, Place>> = {
  notifications: all,
  'unread notifications': page('/notifications', '/notifications?show=unread', '.notices li, .empty'),
  'no notifications': {
    ...all,
    go: async (tab) => {
      await tab.route('**/v1/notifications?*', (call) =>
        call.fulfill({ json: { data: [], meta: { limit: 50, next_cursor: null } } }),
      );
      await tab.goto('/notifications');
      await tab.locator('.empty').waitFor();
    },
  },
  'notifications that are loading': cut(all, '/notifications', '**/v1/notifications?*', 'hangs', '.skeletons'),
  'notifications that fail to load': cut(all, '/notifications', '**/v1/notifications?*', 'fails', '.err'),
  // A popover follows its bell in a frame of its own, and may be judged before that.
  'the newest notifications below the bell': {
    ...above(all, 'notifications/NotificationsPopover', bell),
    isOpenedAnew: true,
  },
};
