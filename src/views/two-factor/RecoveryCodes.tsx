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
      <Note tone="warn" title="Keep these codes now: they are shown only this once" role="alert">
        <p>Without your phone, one of them lets you in. Each works once. Put them where your password is not.</p>
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
          I have kept them
        </Button>
      </div>
    </div>
  );
}
