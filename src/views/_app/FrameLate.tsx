import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { UploadNotices } from '../imports/list/UploadNotices.tsx';
import { DueEvents } from '../events/DueEvents.tsx';
import { UnreadCount } from '../notifications/UnreadCount.tsx';
import { IncomingTexts } from '../messages/IncomingTexts.tsx';
import { AccountSettings } from '../settings/AccountSettings.tsx';
import { FrameMinutes } from './FrameMinutes.tsx';

/** What every page of a user has beside it, once the page itself is there. */
export function FrameLate() {
  const { addRoutes } = useRouter().options.context;
  // One that doesn't come now comes with the first page that needs it.
  useEffect(() => void addRoutes().catch(() => undefined), [addRoutes]);
  return (
    <>
      <AccountSettings />
      <DueEvents />
      <FrameMinutes />
      <IncomingTexts />
      <UnreadCount />
      <UploadNotices />
    </>
  );
}
