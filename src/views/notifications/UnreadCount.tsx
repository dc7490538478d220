import { useEffect } from 'react';
import { countNotifications } from '#contract/notifications.contract.ts';
import { unreadNotices } from '../../store/unread-notices.ts';
import { useResource } from '../_base/use-resource.ts';

/** Counts the user's unread notifications for the bell of every page. Shows nothing. */
export function UnreadCount() {
  const unread = useResource(countNotifications, {}).data?.data.unread ?? 0;
  useEffect(() => unreadNotices.set(unread), [unread]);
  useEffect(() => () => unreadNotices.set(0), []);
  return null;
}
