import { useEffect, useRef, useState } from 'react';
import type { TwoFactorSetUp } from '#contract/two-factor.contract.ts';
import type { SessionFailure } from '../../machines/session/session-failure.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { FormFailure } from '../profile/FormFailure.tsx';

interface ScanCodeProps {
  setUp: TwoFactorSetUp;
  busy: boolean;
  failure: SessionFailure | null;
  onProve: (code: string) => void;
  onCancel: () => void;
}

/** In blocks of four, as people read it from one screen and type it into another. */
const inBlocks = (seed: string): string => seed.match(/.{1,4}/gu)?.join(' ') ?? seed;

/** Secret for the authenticator app, and the first code to verify it. */
export function ScanCode({ setUp, busy, failure, onProve, onCancel }: ScanCodeProps) {
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A refused code is typed again: the field takes the focus with its message.
  useEffect(() => {
    if (failure === null) return;
    input.current?.focus();
    input.current?.select();
  }, [failure]);
  return (
    <div className="scan">
      <img src={setUp.qr} alt="QR code for an authenticator app. You can enter the key instead." />
      <form
        className="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setEmpty(code.trim() === '');
          if (code.trim() !== '' && !busy) onProve(code);
        }}
      >
        <p className="soft">
          1. Scan the code with an authenticator app, such as the one in your password manager. If you can't scan it,
          enter this key:
        </p>
        <div className="settings-parts">
          <code className="secret">{inBlocks(setUp.seed)}</code>
          <div className="settings-acts">
            <CopyButton size="small" text={setUp.seed} label="Copy the key" />
          </div>
        </div>
        <p className="soft">2. Enter the 6-digit code from the app.</p>
        <div className="settings-narrow">
          <TextField
            label="Code from the app"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            ref={input}
            value={code}
            error={isEmpty ? 'Enter the code.' : failure?.fields['otp_code']?.[0]}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setEmpty(false);
            }}
          />
        </div>
        <FormFailure failure={failure} shown={['otp_code']} />
        <div className="settings-acts">
          <Button type="submit" look="primary" busy={busy}>
            Turn on two-factor
          </Button>
          <Button look="plain" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}
