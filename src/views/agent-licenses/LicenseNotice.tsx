import type { LicenseWarning } from '#rules/licenses/licensed-in.ts';
import { capital } from '#rules/words/capital.ts';
import { Link } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';

const WORDS: Readonly<Record<LicenseWarning['standing'], string>> = {
  missing: 'No license',
  expired: 'Expired',
  expiring: 'Expires soon',
};

/** What an agent should know about their license for a contact's state. */
export function LicenseNotice({ warning: { standing, clause } }: { warning: LicenseWarning }) {
  return (
    <div>
      <StatusWord tone={standing === 'expiring' ? 'warn' : 'bad'}>{WORDS[standing]}</StatusWord>
      <p className="meta soft">
        {capital(clause)}. <Link href="/licenses">Licenses</Link>
      </p>
    </div>
  );
}
