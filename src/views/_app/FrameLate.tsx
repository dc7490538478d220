import { IncomingTexts } from '../messages/IncomingTexts.tsx';
import { AccountSettings } from '../settings/AccountSettings.tsx';

/** What every page of a user has, once the page itself is there. Shows nothing. */
export const FrameLate = () => (
  <>
    <IncomingTexts />
    <AccountSettings />
  </>
);
