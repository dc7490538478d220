import { CHANNELS } from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useNow } from '../_base/use-now.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Link } from '../_kit/display/Link.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { LicenseNotice } from '../agent-licenses/LicenseNotice.tsx';
import { useLicenseWarning } from '../agent-licenses/use-license-warning.ts';
import { NumberLine } from '../verifications/NumberLine.tsx';
import { type Glance, glanceOf } from './compliance-words.ts';
import { DoNotCallOffer } from './DoNotCallOffer.tsx';
import { useContactability } from './use-contactability.ts';
import './compliance.css';

const LABELS = { call: 'Call', text: 'Text', mail: 'E-mail', share: 'Share data' } as const;

interface ConsentGlanceProps {
  contact: Contact;
  readOnly: boolean;
}

/** Shows whether the contact may be contacted now, through which channel, and if not, why and when next. */
export function ConsentGlance({ contact, readOnly }: ConsentGlanceProps) {
  const { allowed } = useGate('contact-permissions');
  return allowed && contact.deleted_at === null ? <Ways contact={contact} readOnly={readOnly} /> : null;
}

function Ways({ contact, readOnly }: ConsentGlanceProps) {
  const { data: found, error, reload } = useContactability(contact);
  const warning = useLicenseWarning(contact.state);
  return (
    <section aria-label="Contact permissions">
      <h2 className="label">Contact permissions</h2>
      {found === null && error === null ? <SkeletonLines lines={4} label="Loading contact permissions" /> : null}
      {found === null && error !== null ? (
        <>
          <p className="soft">Couldn't load contact permissions. Ask before you call.</p>
          <Button size="small" onClick={reload}>
            Try again
          </Button>
        </>
      ) : null}
      <div aria-live="polite">
        {found === null || readOnly ? null : <DoNotCallOffer contact={contact} decisions={found.data} />}
      </div>
      {found === null ? null : (
        <Facts
          facts={[
            ...CHANNELS.flatMap((channel) => {
              const glance = glanceOf(found.data, channel);
              return glance === null ? [] : [{ label: LABELS[channel], value: <Way glance={glance} /> }];
            }),
            ...(warning === null ? [] : [{ label: 'License', value: <LicenseNotice warning={warning} /> }]),
          ]}
        />
      )}
      <div className="stack">
        {readOnly || found === null ? null : <NumberLine contact={contact} decisions={found.data} />}
        <p>
          <Link href={`/contacts/${contact.number}?tab=consent`}>Consent</Link>
        </p>
      </div>
    </section>
  );
}

function Way({ glance: { tone, word, why, nextAt } }: { glance: Glance }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const whole = nextAt === null ? why : `${why} Next allowed time: ${formatWhen(nextAt, zone, now)}.`;
  // What is allowed needs no reason beside it: the tab has it.
  if (tone === 'good')
    return (
      <span title={whole}>
        <StatusWord tone={tone}>{word}</StatusWord>
      </span>
    );
  return (
    <div className="reach-way">
      <StatusWord tone={tone}>{word}</StatusWord>
      <p className="meta soft">{whole}</p>
    </div>
  );
}
