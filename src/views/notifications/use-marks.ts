import {
  countNotifications,
  listNotifications,
  markAllNotifications,
  markNotification,
  type Notification,
} from '#contract/notifications.contract.ts';
import { isActing } from '../../machines/session/identity.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { formatCounted } from '../_kit/format/format-count.ts';

const CHANGED = [listNotifications, countNotifications];

/** Marks notifications as read or unread. `null`: while logged in as someone else nothing of theirs becomes read. */
export function useMarks() {
  const { user, toasts } = useApp();
  const onFailed = (error: { message: string }, retry: () => void) =>
    toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } });
  const mark = useLastingSubmit(markNotification, { invalidates: CHANGED, onDone: () => undefined, onFailed });
  const undo = useLastingSubmit(markAllNotifications, { invalidates: CHANGED, onDone: () => undefined, onFailed });
  const markAll = useLastingSubmit(markAllNotifications, {
    invalidates: CHANGED,
    onFailed,
    onDone: ({ data }) =>
      toasts.show({
        tone: 'info',
        text: `${formatCounted(data.changed, 'notification', 'notifications')} marked as read`,
        action: { label: 'Undo', run: () => undo({ body: { undo: data.read_at } }) },
      }),
  });
  if (isActing(user.identity)) return null;
  return {
    read: ({ id, read_at: at }: Notification) => {
      if (at === null) mark({ params: { id }, body: {} });
    },
    toggle: ({ id, read_at: at }: Notification) => mark({ params: { id }, body: { read: at === null } }),
    /** Up to the newest one that is shown. */
    readAll: (newest: Notification) => markAll({ body: { through_id: newest.id } }),
  };
}

export type Marks = NonNullable<ReturnType<typeof useMarks>>;
