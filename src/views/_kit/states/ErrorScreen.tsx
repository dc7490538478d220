import { RotateCw } from 'lucide-react';
import { Button, ButtonLink } from '../controls/Button.tsx';
import { CopyButton } from '../controls/CopyButton.tsx';
import { type Kept, KeptList } from './ErrorPanel.tsx';
import { RequestId } from '../display/RequestId.tsx';

interface ErrorScreenProps {
  onReload: () => void;
  home: { href: string; label: string };
  kept?: readonly Kept[];
  /** `null`: no request is to blame. */
  requestId?: string | null | undefined;
  /** Steps that led here, for a bug report; computed on request. Without it, nothing can be copied. */
  textOfReport?: (() => string) | undefined;
}

/** The page in place of a page that broke. Its two sentences are given by the specification. */
export function ErrorScreen({ onReload, home, kept = [], requestId, textOfReport }: ErrorScreenProps) {
  return (
    <div className="err-page">
      <section className="err" role="alert">
        <div>
          <h1>An Error Occurred</h1>
          <p className="soft">
            The application detected an error, and it's been reported to the application development team.
          </p>
        </div>
        <KeptList kept={kept} />
        <div className="row wrap">
          <Button look="primary" icon={RotateCw} onClick={onReload}>
            Reload this page
          </Button>
          <ButtonLink href={home.href}>{home.label}</ButtonLink>
          {textOfReport ? <CopyButton text={textOfReport} label="Copy details" /> : null}
        </div>
        {textOfReport ? (
          <p className="meta quiet">For support: the app's last actions, without names or anything you typed.</p>
        ) : null}
        {requestId ? <RequestId id={requestId} /> : null}
      </section>
    </div>
  );
}
