import { Suspense, useState } from 'react';
import { CODE_METHODS, type TwoFactorStatus } from '#contract/two-factor.contract.ts';
import { useSelector } from '@xstate/react';
import type { CodeMethod, TwoFactorSetupActor } from '../../machines/two-factor/two-factor-setup.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatDate, formatWhen } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { useNow } from '../_base/use-now.ts';
import { FormFailure } from '../profile/FormFailure.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

const METHODS: Readonly<Record<CodeMethod, string>> = {
  app: 'From the authenticator app',
  email: 'By e-mail',
  sms: 'By text message',
};

/** Few enough that new ones should be made. Ours. */
const FEW_CODES = 3;

interface TwoFactorOnProps {
  actor: TwoFactorSetupActor;
  status: TwoFactorStatus;
  zone: string;
}

/** Two-factor as it is set up: how codes come, which recovery codes are left, and the way out. */
export function TwoFactorOn({ actor, status, zone }: TwoFactorOnProps) {
  const { codesAreLost, failure } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const [asked, setAsked] = useState<'disable' | 'renew' | null>(null);
  const [method, setMethod] = useState<CodeMethod | null>(null);
  const now = useNow();
  const left = status.recovery_codes_left;
  const since = [
    status.enabled_at === null ? null : `Since ${formatDate(status.enabled_at, zone)}.`,
    status.last_otp_at === null ? null : `Last code: ${formatWhen(status.last_otp_at, zone, now)}.`,
  ].filter(Boolean);

  return (
    <div className="settings-parts">
      <Card title="Two-factor is on" padded>
        <div className="settings-form">
          <p className="soft">You'll enter a code every time you sign in. {since.join(' ')}</p>
          <FormFailure failure={failure} shown={['method']} />
          <form
            className="settings-form"
            onSubmit={(event) => {
              event.preventDefault();
              if (method !== null && method !== status.method) actor.send({ type: 'twoFactor.choose', method });
            }}
          >
            <div className="settings-narrow">
              <SelectField
                label="Default method"
                error={failure?.fields['method']?.[0]}
                hint="You can choose another method when you sign in."
                value={method ?? status.method}
                options={CODE_METHODS.map((value) => ({ value, label: METHODS[value] }))}
                onChange={(event) => setMethod(event.currentTarget.value as CodeMethod)}
              />
            </div>
            <div className="settings-acts">
              <Button
                type="submit"
                busy={busy}
                refusal={(method ?? status.method) === status.method ? 'No changes to save' : undefined}
              >
                Save method
              </Button>
              <Button
                look="danger"
                disabled={busy}
                refusal={status.required ? 'your agency asks for two-factor' : undefined}
                onClick={() => setAsked('disable')}
              >
                Turn off two-factor
              </Button>
            </div>
          </form>
        </div>
      </Card>
      <Card title="Recovery codes" count={`${left} left`} padded>
        <div className="settings-form">
          {codesAreLost ? (
            <Note tone="warn" title="Couldn't show your new codes" role="alert">
              <p>The connection was lost. Generate new codes; they replace these.</p>
            </Note>
          ) : left <= FEW_CODES ? (
            <Note tone="warn" title={left === 0 ? 'No recovery codes left' : `Only ${left} recovery codes left`}>
              <p>Generate new codes before you run out.</p>
            </Note>
          ) : (
            <p className="soft">Each code signs you in once when you don't have your phone.</p>
          )}
          <div className="settings-acts">
            <Button disabled={busy} onClick={() => setAsked('renew')}>
              Generate new codes
            </Button>
          </div>
        </div>
      </Card>
      <Suspense>
        {asked === 'disable' ? (
          <AlertDialog
            open
            title="Turn off two-factor?"
            confirmLabel="Turn it off"
            cancelLabel="Keep it on"
            destructive
            onConfirm={() => {
              setAsked(null);
              actor.send({ type: 'twoFactor.disable' });
            }}
            onCancel={() => setAsked(null)}
          >
            <p>You'll sign in with your password only. Your recovery codes stop working.</p>
          </AlertDialog>
        ) : null}
        {asked === 'renew' ? (
          <AlertDialog
            open
            title="Generate 10 new recovery codes?"
            confirmLabel="Generate new codes"
            cancelLabel="Keep current codes"
            onConfirm={() => {
              setAsked(null);
              actor.send({ type: 'twoFactor.renew' });
            }}
            onCancel={() => setAsked(null)}
          >
            <p>The {left} remaining codes stop working immediately.</p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </div>
  );
}
