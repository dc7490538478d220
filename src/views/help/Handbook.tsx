import { BookOpen } from 'lucide-react';
import { useAccountSettings } from '../_base/use-account-settings.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';

/** The handbook of the account, if it has one. */
export function Handbook() {
  const handbook = useAccountSettings()('handbook');
  const url = handbook?.file?.url;
  return url === undefined ? null : (
    <ButtonLink icon={BookOpen} href={url} target="_blank" rel="noopener">
      {String(handbook?.value)}
    </ButtonLink>
  );
}
