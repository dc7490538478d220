import { X } from 'lucide-react';
import { type MedicareRegistration, signups } from '#contract/signups.contract.ts';
import { needWords, STATUS_WORDS } from '#rules/signups/words.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { factsOf } from './signup-facts.ts';

/** One signup beside the list. */
export function SignupPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { user: viewer } = useApp();
  const zone = IANA_ZONES[viewer.timezone];
  const read = useResource(signups.read, { params: { id } });
  const signup = read.data?.data ?? null;
  return (
    <aside className="side" aria-label="Signup">
      <header>
        <h2 className="grow cut">{signup?.user.name ?? 'Signup'}</h2>
        <IconButton icon={X} size="small" label="Close" onClick={onClose} />
      </header>
      {signup === null && read.error === null ? <SkeletonLines lines={8} label="Loading the signup" /> : null}
      {signup === null && read.error !== null ? (
        <ErrorPanel
          title="Couldn't load this signup"
          text={read.error.message}
          requestId={read.error.requestId}
          actions={<Button onClick={read.reload}>Try again</Button>}
        />
      ) : null}
      {signup === null ? null : (
        <div className="signup-panel">
          <div className="row wrap">
            <StatusWord tone={signup.status === 'draft' ? 'warn' : 'good'}>{STATUS_WORDS[signup.status]}</StatusWord>
            <Anchor href={`/admin/users/${signup.user.id}`}>Open user</Anchor>
          </div>
          <Medicare of={signup.medicare} zone={zone} />
          <Facts facts={factsOf(signup, zone)} />
        </div>
      )}
    </aside>
  );
}

function Medicare({
  of: { registered, plan_year: year, since, missing },
  zone,
}: {
  of: MedicareRegistration;
  zone: string;
}) {
  return (
    <section className="stack" aria-label="Medicare registration">
      {registered ? (
        <StatusWord tone="good">
          Registered for Medicare {year}
          {since === null ? '' : ` since ${formatDate(since, zone)}`}
        </StatusWord>
      ) : (
        <>
          <StatusWord tone="warn">Not registered for Medicare {year}</StatusWord>
          <ul className="stack signup-needs">
            {missing.map((need) => (
              <li key={need}>{needWords(need, year)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
