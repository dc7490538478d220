import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { Note } from '../_kit/display/Note.tsx';

interface ShownOnceProps {
  /** "This is your new key" */
  title: string;
  secret: string;
  copyLabel: string;
  onKept: () => void;
}

/** A secret that is shown now and never again. */
export function ShownOnce({ title, secret, copyLabel, onKept }: ShownOnceProps) {
  return (
    <div className="settings-form">
      <Note tone="warn" title={title} role="alert">
        <p>Copy it now. You won't see it again. Anyone who has it can act for you within its scopes.</p>
      </Note>
      <code className="secret">{secret}</code>
      <div className="settings-acts">
        <CopyButton text={secret} label={copyLabel} look="primary" />
        <Button onClick={onKept}>I've saved it</Button>
      </div>
    </div>
  );
}
