import { useSelector } from '@xstate/react';
import { brandOf } from '#brands/brand.ts';
import { usePageTitle } from '../_frame/use-page-title.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { useActors } from '../_base/app-context.ts';

/** Replaces the app while the session can't be loaded. Retries on its own. */
export function ServerUnreachable() {
  const { boot, session } = useActors();
  usePageTitle("Can't reach the server");
  const failure = useSelector(session, ({ context }) => context.failure);
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="sr">{brandOf(boot.brand).name}</h1>
      <ErrorPanel
        title="Can't reach the server"
        text="Retrying automatically. Your saved data is safe."
        actions={
          <Button look="primary" onClick={() => session.send({ type: 'session.retry' })}>
            Retry now
          </Button>
        }
        requestId={failure?.requestId}
      />
    </main>
  );
}
