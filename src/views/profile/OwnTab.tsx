import { useNow } from '../_app/use-now.ts';
import { AllowedAddresses } from './AllowedAddresses.tsx';
import { EmailForm } from './EmailForm.tsx';
import { NameForm } from './NameForm.tsx';
import { TimeZoneForm } from './TimeZoneForm.tsx';
import { WebpageForm } from './WebpageForm.tsx';

/** Who one is, and how others see it. */
export function OwnTab({ acting }: { acting: boolean }) {
  const now = useNow();
  return (
    <div className="settings-parts">
      <NameForm />
      <EmailForm acting={acting} />
      <TimeZoneForm now={now} />
      <WebpageForm />
      <AllowedAddresses />
    </div>
  );
}
