import { lazy, Suspense, useState } from 'react';
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

const AlertDialog = lazy(async () => ({ default: (await import('../_kit/overlays/AlertDialog.tsx')).AlertDialog }));

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
          <p className="soft">A code is asked for at every sign-in. {since.join(' ')}</p>
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
                label="How codes come first"
                error={failure?.fields['method']?.[0]}
                hint="At the sign-in you can always choose another way."
                value={method ?? status.method}
                options={CODE_METHODS.map((value) => ({ value, label: METHODS[value] }))}
                onChange={(event) => setMethod(event.currentTarget.value as CodeMethod)}
              />
            </div>
            <div className="settings-acts">
              <Button
                type="submit"
                busy={busy}
                refusal={(method ?? status.method) === status.method ? 'nothing has changed' : undefined}
              >
                Save the way
              </Button>
              <Button
                look="danger"
                disabled={busy}
                refusal={status.required ? 'your agency asks for two-factor' : undefined}
                onClick={() => setAsked('disable')}
              >
                Switch two-factor off
              </Button>
            </div>
          </form>
        </div>
      </Card>
      <Card title="Recovery codes" count={`${left} left`} padded>
        <div className="settings-form">
          {codesAreLost ? (
            <Note tone="warn" title="Your newest codes could not be shown" role="alert">
              <p>The connection broke meanwhile. Make new ones: only those work then.</p>
            </Note>
          ) : left <= FEW_CODES ? (
            <Note tone="warn" title={left === 0 ? 'No recovery code is left' : `Only ${left} recovery codes are left`}>
              <p>Make new ones before you need them.</p>
            </Note>
          ) : (
            <p className="soft">Each lets you in once, when you do not have your phone.</p>
          )}
          <div className="settings-acts">
            <Button disabled={busy} onClick={() => setAsked('renew')}>
              Make new codes
            </Button>
          </div>
        </div>
      </Card>
      <Suspense>
        {asked === 'disable' ? (
          <AlertDialog
            open
            title="Switch two-factor off?"
            confirmLabel="Switch it off"
            cancelLabel="Keep it on"
            destructive
            onConfirm={() => {
              setAsked(null);
              actor.send({ type: 'twoFactor.disable' });
            }}
            onCancel={() => setAsked(null)}
          >
            <p>Your password alone is then enough to sign in. Your recovery codes stop to work.</p>
          </AlertDialog>
        ) : null}
        {asked === 'renew' ? (
          <AlertDialog
            open
            title="Make ten new recovery codes?"
            confirmLabel="Make new codes"
            cancelLabel="Keep the old ones"
            onConfirm={() => {
              setAsked(null);
              actor.send({ type: 'twoFactor.renew' });
            }}
            onCancel={() => setAsked(null)}
          >
            <p>The {left} that are left stop to work at once.</p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </div>
  );
}
