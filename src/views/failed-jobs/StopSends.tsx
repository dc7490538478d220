import { OctagonX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const StopSendsDialog = lazyPart(() => import('./StopSendsDialog.tsx'), 'StopSendsDialog');

/** Asks, then stops all e-mails and texts to contacts that have not left yet. */
export function StopSends() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" icon={OctagonX} onClick={() => setAsking(true)}>
        Stop all sends
      </Button>
      {isAsking ? (
        <Suspense>
          <StopSendsDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
