import { RotateCw } from 'lucide-react';
import { Button, ButtonLink } from './Button.tsx';
import { type Kept, KeptList } from './ErrorPanel.tsx';
import { RequestId } from './RequestId.tsx';

interface ErrorScreenProps {
  onReload: () => void;
  home: { href: string; label: string };
  kept?: readonly Kept[];
  request?: { id: string; copied?: boolean; onCopy: (id: string) => void } | undefined;
}

/** The page in place of a page that broke. Its two sentences are given by the specification. */
export function ErrorScreen({ onReload, home, kept = [], request }: ErrorScreenProps) {
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
        </div>
        {request ? <RequestId {...request} /> : null}
      </section>
    </div>
  );
}
