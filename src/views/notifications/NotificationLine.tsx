import { Mail, MailOpen } from 'lucide-react';
import type { Notification } from '#contract/notifications.contract.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { KIND_ICONS } from './notification-words.ts';
import type { Marks } from './use-marks.ts';

interface NotificationLineProps {
  of: Notification;
  /** As its place says it: a time of the day, or a day. */
  when: string;
  marks: Marks | null;
  /** With a button that marks it. */
  withMark?: boolean;
  onOpened?: () => void;
}

/** One notification. Opening it marks it as read. */
export function NotificationLine({ of: one, when, marks, withMark = false, onOpened }: NotificationLineProps) {
  const isUnread = one.read_at === null;
  return (
    <li className={classes('notice', isUnread && 'is-unread')}>
      <Icon of={KIND_ICONS[one.kind]} />
      <div className="notice-text">
        <Anchor
          href={one.href}
          onClick={() => {
            marks?.read(one);
            onOpened?.();
          }}
        >
          {isUnread ? <span className="sr">Unread: </span> : null}
          {one.title}
        </Anchor>
        {one.body === '' ? null : <span className="soft">{one.body}</span>}
      </div>
      <time className="meta quiet num" dateTime={one.created_at}>
        {when}
      </time>
      {withMark && marks !== null ? (
        <IconButton
          size="small"
          icon={isUnread ? MailOpen : Mail}
          label={isUnread ? 'Mark as read' : 'Mark as unread'}
          onClick={() => marks.toggle(one)}
        />
      ) : null}
    </li>
  );
}
