import { FileSignature } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type MedicareRegistration, type Signup, signups } from '#contract/signups.contract.ts';
import { needWords, STATUS_WORDS } from '#rules/signups/words.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { isActing } from '../../machines/session/identity.ts';
import { useApp } from '../_base/use-app.ts';
import { type Resource, useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { factsOf } from './signup-facts.ts';

const SignupDialog = lazyPart(() => import('./SignupDialog.tsx'), 'SignupDialog');

/** The agent's signup, and whether they may sell Medicare. */
export function LicensingTab() {
  const medicare = useResource(signups.medicare, {});
  const signup = useResource(signups.fetch, {});
  return (
    <div className="settings-parts">
      <Card title="Medicare registration" padded>
        <Loaded of={medicare} what="the registration">
          {(registration) => <Registration registration={registration} />}
        </Loaded>
      </Card>
      <Card title="Licenses" padded>
        <p>
          <Link href="/licenses">Your licenses</Link> by state and line, with their last days.
        </p>
      </Card>
      <Card title="Signup" padded>
        <Loaded of={signup} what="the signup">
          {(own) => <OwnSignup signup={own} />}
        </Loaded>
      </Card>
    </div>
  );
}

interface LoadedProps<T> {
  of: Resource<{ readonly data: T }>;
  what: string;
  children: (data: T) => React.ReactNode;
}

function Loaded<T>({ of, what, children }: LoadedProps<T>) {
  if (of.pending) return <SkeletonLines lines={3} label={`Loading ${what}`} />;
  if (of.data === null)
    return (
      <ErrorPanel
        title={`Couldn't load ${what}`}
        text={of.error?.message ?? ''}
        requestId={of.error?.requestId}
        actions={<Button onClick={of.reload}>Try again</Button>}
      />
    );
  return children(of.data.data);
}

function Registration({ registration }: { registration: MedicareRegistration }) {
  const { user } = useApp();
  const { registered, plan_year: year, since, missing } = registration;
  return registered ? (
    <Note tone="good" title={`You're registered to sell Medicare plans for ${year}`}>
      {since === null ? null : `Since ${formatDate(since, IANA_ZONES[user.timezone])}.`}
    </Note>
  ) : (
    <Note tone="warn" title={`You're not registered to sell Medicare plans for ${year}`}>
      <ul className="stack signup-needs">
        {missing.map((need) => (
          <li key={need}>{needWords(need, year)}</li>
        ))}
      </ul>
    </Note>
  );
}

function OwnSignup({ signup }: { signup: Signup | null }) {
  const { user } = useApp();
  const [isOpen, setOpen] = useState(false);
  const refusal = isActing(user.identity) ? 'Only the user can change their signup.' : undefined;
  const dialog = isOpen ? (
    <Suspense>
      <SignupDialog signup={signup} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  if (signup === null)
    return (
      <>
        <EmptyState
          icon={FileSignature}
          title="No signup yet"
          text="Tell your agency where you're licensed and what you sell. You can save it as a draft."
          action={
            <Button look="primary" refusal={refusal} onClick={() => setOpen(true)}>
              Start signup
            </Button>
          }
        />
        {dialog}
      </>
    );
  const isDraft = signup.status === 'draft';
  return (
    <div className="signup-own">
      <StatusWord tone={isDraft ? 'warn' : 'good'}>{STATUS_WORDS[signup.status]}</StatusWord>
      <Facts facts={factsOf(signup, IANA_ZONES[user.timezone])} />
      <div className="settings-acts">
        <Button look={isDraft ? 'primary' : 'default'} refusal={refusal} onClick={() => setOpen(true)}>
          {isDraft ? 'Continue signup' : 'Edit signup'}
        </Button>
      </div>
      {dialog}
    </div>
  );
}
