import { Download } from 'lucide-react';
import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Note } from '../_kit/display/Note.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  onKept: () => void;
}

/** Codes that are shown once: the way in without the phone. */
export function RecoveryCodes({ codes, username, onKept }: RecoveryCodesProps) {
  const text = `Recovery codes of ${username}. Each works once.\n\n${codes.join('\n')}\n`;
  return (
    <div className="settings-form">
      <Note tone="warn" title="Save these codes now. You won't see them again" role="alert">
        <p>
          Use a recovery code to sign in when you don't have your phone. Each code works once. Store them separately
          from your password.
        </p>
      </Note>
      <ol className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="settings-acts">
        <CopyButton text={text} label="Copy all" />
        <a
          className="btn"
          download={`recovery-codes-${username}.txt`}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Icon of={Download} />
          Download
        </a>
        <Button look="primary" onClick={onKept}>
          I've saved these codes
        </Button>
      </div>
    </div>
  );
}
