import { useSelector } from '@xstate/react';
import type { TwoFactorSetupActor } from '../../machines/two-factor/two-factor-setup.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { FormFailure } from '../profile/FormFailure.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ScanCode } from './ScanCode.tsx';
import { TwoFactorOn } from './TwoFactorOn.tsx';

interface TwoFactorTabProps {
  actor: TwoFactorSetupActor;
  username: string;
  zone: string;
}

/** The second step of the own sign-in: off, being set up, its codes, on. */
export function TwoFactorTab({ actor, username, zone }: TwoFactorTabProps) {
  const snapshot = useSelector(actor, (now) => now);
  const { status, setUp, codes, failure } = snapshot.context;
  const busy = snapshot.hasTag('busy');

  if (snapshot.hasTag('unreadable')) {
    return (
      <Card title="Two-factor" padded>
        <Note tone="bad" title="Couldn't load two-factor" role="alert">
          <p>{failure?.message}</p>
          <Button size="small" onClick={() => actor.send({ type: 'twoFactor.reload' })}>
            Try again
          </Button>
        </Note>
      </Card>
    );
  }
  if (snapshot.hasTag('codes')) {
    return (
      <Card title="Your recovery codes" padded>
        <RecoveryCodes codes={codes} username={username} onKept={() => actor.send({ type: 'twoFactor.kept' })} />
      </Card>
    );
  }
  if (setUp !== null) {
    return (
      <Card title="Set up two-factor" padded>
        <ScanCode
          setUp={setUp}
          busy={busy}
          failure={failure}
          onProve={(code) => actor.send({ type: 'twoFactor.prove', code })}
          onCancel={() => actor.send({ type: 'twoFactor.cancel' })}
        />
      </Card>
    );
  }
  if (status === null) {
    return (
      <Card title="Two-factor" padded>
        <SkeletonLines lines={3} label="Loading two-factor" />
      </Card>
    );
  }
  if (snapshot.hasTag('on')) return <TwoFactorOn actor={actor} status={status} zone={zone} />;
  return (
    <Card title="Two-factor is off" padded>
      <div className="settings-form">
        <p className="soft">
          With two-factor, a stolen password isn't enough to sign in: you also enter a code from an app on your phone.
          Your password may then be shorter.
        </p>
        <FormFailure failure={failure} />
        <div className="settings-acts">
          <Button look="primary" busy={busy} onClick={() => actor.send({ type: 'twoFactor.begin' })}>
            Set up two-factor
          </Button>
        </div>
      </div>
    </Card>
  );
}
