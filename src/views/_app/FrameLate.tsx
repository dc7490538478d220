import { UploadNotices } from '../imports/list/UploadNotices.tsx';
import { IncomingTexts } from '../messages/IncomingTexts.tsx';
import { AccountSettings } from '../settings/AccountSettings.tsx';
import { FrameMinutes } from './FrameMinutes.tsx';

/** What every page of a user has beside it, once the page itself is there. */
export const FrameLate = () => (
  <>
    <AccountSettings />
    <FrameMinutes />
    <IncomingTexts />
    <UploadNotices />
  </>
);
