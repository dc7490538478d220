import { useSelector } from '@xstate/store-react';
import { useState } from 'react';
import { listNotifications } from '#contract/notifications.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { unreadNotices } from '../../store/unread-notices.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { TabLinks } from '../_kit/display/Tabs.tsx';
import { NotificationsPart } from './NotificationsPart.tsx';
import { useMarks } from './use-marks.ts';
import { useNoticeKeys } from './use-notice-keys.ts';
import './notifications.css';

/** Everything the user was told of, by day. */
export function NotificationsPage({ show }: { show: 'all' | 'unread' }) {
  const unread = useSelector(unreadNotices);
  const marks = useMarks();
  const [parts, setParts] = useState(1);
  const newest = useResource(listNotifications, { query: { show } }).data?.data[0];
  useNoticeKeys();
  return (
    <>
      <PageBar
        title={titleOf('/notifications')}
        actions={
          marks !== null && newest !== undefined && unread > 0 ? (
            <Button short="Mark all" onClick={() => marks.readAll(newest)}>
              Mark all as read
            </Button>
          ) : null
        }
      />
      <TabLinks
        label="Notifications to show"
        className="views"
        current={show}
        items={[
          { key: 'all', label: 'All', href: '/notifications' },
          {
            key: 'unread',
            label: 'Unread',
            href: '/notifications?show=unread',
            count: unread === 0 ? undefined : `${unread}`,
          },
        ]}
      />
      <div className="scroll body notices">
        <NotificationsPart
          key={show}
          show={show}
          cursor={null}
          dayBefore={null}
          parts={parts}
          marks={marks}
          onEarlier={() => setParts(parts + 1)}
        />
      </div>
    </>
  );
}
