import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useNow } from '../_base/use-now.ts';
import { PhoneCard } from '../phone/calls/PhoneCard.tsx';
import { OwnPage } from '../public-pages/OwnPage.tsx';
import { AllowedAddresses } from './AllowedAddresses.tsx';
import { EmailForm } from './EmailForm.tsx';
import { NameForm } from './NameForm.tsx';
import { OwnPictures } from './OwnPictures.tsx';
import { TimeZoneForm } from './TimeZoneForm.tsx';
import { WebpageForm } from './WebpageForm.tsx';

/** The user's name and public appearance. */
export function OwnTab({ acting }: { acting: boolean }) {
  const now = useNow();
  const { user } = useApp();
  const hasPhone = useGate('phone').allowed && user.permissions.includes('phone.call');
  // Basic users have no page to advertise themselves.
  const mayPresent = useGate('marketing-profile').allowed;
  const hasPage = useGate('public-pages').allowed && mayPresent;
  return (
    <div className="settings-parts">
      <NameForm />
      <OwnPictures hasPage={hasPage} />
      <EmailForm acting={acting} />
      <TimeZoneForm now={now} />
      {hasPhone ? <PhoneCard /> : null}
      {mayPresent ? <WebpageForm /> : null}
      {hasPage ? <OwnPage /> : null}
      <AllowedAddresses />
    </div>
  );
}
