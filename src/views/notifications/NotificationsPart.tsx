import { Bell } from 'lucide-react';
import { listNotifications, type Notification } from '#contract/notifications.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { formatTime } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { byDay } from '../timeline/days.ts';
import { NotificationLine } from './NotificationLine.tsx';
import { WHAT_COMES } from './notification-words.ts';
import type { Marks } from './use-marks.ts';

interface NotificationsPartProps {
  show: 'all' | 'unread';
  /** `null`: from the newest. */
  cursor: string | null;
  /** Last day of the part before, which already has its heading. */
  dayBefore: string | null;
  /** Number of parts displayed from here on. */
  parts: number;
  marks: Marks | null;
  onEarlier: () => void;
}

const dated = (one: Notification) => ({ one, at: one.created_at });

/** Some notifications and those behind them. Each part starts where the one before it ends, so that none falls between two. */
export function NotificationsPart({ show, cursor, dayBefore, parts, marks, onEarlier }: NotificationsPartProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const list = useResource(listNotifications, { query: { show, ...(cursor !== null && { cursor }) } });
  if (list.data === null) {
    if (list.error === null) return <SkeletonLines lines={8} label="Loading notifications" />;
    return (
      <ErrorPanel
        title="Couldn't load notifications"
        text={list.error.message}
        requestId={list.error.requestId}
        actions={<Button onClick={list.reload}>Try again</Button>}
      />
    );
  }
  const { data, meta } = list.data;
  if (data.length === 0 && cursor === null) return <NoneYet show={show} />;
  const days = byDay(data.map(dated), zone, now);
  return (
    <>
      {days.map(({ label, entries }) => (
        <section key={label} aria-label={label}>
          {label === dayBefore ? null : <h2>{label}</h2>}
          <ul>
            {entries.map(({ one }) => (
              <NotificationLine key={one.id} of={one} when={formatTime(one.created_at, zone)} marks={marks} withMark />
            ))}
          </ul>
        </section>
      ))}
      {meta.next_cursor === null ? null : parts > 1 ? (
        <NotificationsPart
          show={show}
          cursor={meta.next_cursor}
          dayBefore={days.at(-1)?.label ?? dayBefore}
          parts={parts - 1}
          marks={marks}
          onEarlier={onEarlier}
        />
      ) : (
        <p>
          <Button onClick={onEarlier}>Load earlier</Button>
        </p>
      )}
    </>
  );
}

function NoneYet({ show }: Pick<NotificationsPartProps, 'show'>) {
  return show === 'all' ? (
    <EmptyState icon={Bell} title="No notifications yet" text={WHAT_COMES} />
  ) : (
    <EmptyState
      icon={Bell}
      title="Nothing unread"
      text="You have read all your notifications."
      action={<ButtonLink href="/notifications">Show all</ButtonLink>}
    />
  );
}
