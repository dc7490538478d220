import type { RefObject } from 'react';
import { listNotifications } from '#contract/notifications.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatShortWhen } from '../_kit/format/format-when.ts';
import { Popover } from '../_kit/overlays/Popover.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { NotificationLine } from './NotificationLine.tsx';
import { WHAT_COMES } from './notification-words.ts';
import { useMarks } from './use-marks.ts';
import './notifications.css';

/** Ours: what fits without scrolling. */
const NEWEST = 7;

interface NotificationsPopoverProps {
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The newest notifications, below the bell. */
export function NotificationsPopover({ trigger, onClose }: NotificationsPopoverProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const marks = useMarks();
  const list = useResource(listNotifications, { query: { limit: NEWEST } });
  const known = list.data?.data ?? [];
  const [newest] = known;
  return (
    <Popover label="Notifications" trigger={trigger} open placement="bottom end" onClose={onClose}>
      <div className="notices-popover">
        <header>
          <h2>Notifications</h2>
          {marks !== null && newest !== undefined ? (
            <Button size="small" look="plain" onClick={() => marks.readAll(newest)}>
              Mark all as read
            </Button>
          ) : null}
        </header>
        {list.data === null && list.error !== null ? (
          <Note tone="bad" role="alert" title={list.error.message}>
            <Button size="small" onClick={list.reload}>
              Try again
            </Button>
          </Note>
        ) : null}
        {list.pending ? <SkeletonLines lines={5} label="Loading notifications" /> : null}
        {list.data !== null && newest === undefined ? <p className="soft">{WHAT_COMES}</p> : null}
        <ul>
          {known.map((one) => (
            <NotificationLine
              key={one.id}
              of={one}
              when={formatShortWhen(one.created_at, zone, now)}
              marks={marks}
              onOpened={onClose}
            />
          ))}
        </ul>
        <footer>
          <Link href="/notifications" onClick={onClose}>
            All notifications
          </Link>
        </footer>
      </div>
    </Popover>
  );
}
