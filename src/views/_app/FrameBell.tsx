import { useSelector } from '@xstate/store-react';
import { Bell } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { unreadNotices } from '../../store/unread-notices.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const NotificationsPopover = lazyPart(
  () => import('../notifications/NotificationsPopover.tsx'),
  'NotificationsPopover',
);

/** Highest number on the badge. Ours: two digits fit. */
const SHOWN_MAX = 99;

/** The bell of every page, with the number of unread notifications. What it opens comes with the first press. */
export function FrameBell() {
  const unread = useSelector(unreadNotices);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const badge = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : `${unread}`;
  return (
    <>
      <IconButton
        ref={trigger}
        icon={Bell}
        label={unread === 0 ? 'Notifications' : `Notifications, ${badge} unread`}
        badge={unread === 0 ? undefined : badge}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      <Suspense>{isOpen ? <NotificationsPopover trigger={trigger} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}
