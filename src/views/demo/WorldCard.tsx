import { Suspense, useState } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { type Commanding, isSame } from './commanding.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ResetDialog = lazyPart(() => import('./ResetDialog.tsx'), 'ResetDialog');

interface WorldCardProps extends Commanding {
  bytes: number | null;
}

const MIB = 2 ** 20;

/** Resets the demo, and links to other tools for testers. */
export function WorldCard({ bytes, busy, command }: WorldCardProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title="Demo world"
      aside={<span className="meta quiet num">{bytes === null ? '' : `database ${(bytes / MIB).toFixed(1)} MiB`}</span>}
      padded
    >
      <div className="stack">
        <p className="soft">
          This removes all changes testers made: users, contacts, files, clock and network faults. Everyone must sign in
          again.
        </p>
        <div className="row wrap">
          <Button look="danger" busy={isSame(busy, { do: 'reset', confirm: 'reset' })} onClick={() => setAsking(true)}>
            Reset demo world…
          </Button>
          <Button busy={isSame(busy, { do: 'bench', to: 'off' })} onClick={() => command({ do: 'bench', to: 'off' })}>
            Remove line proxies
          </Button>
        </div>
        <p className="row wrap meta">
          <Link href="/_machines">State machines on this page</Link>
          <Link href="/outbox">Outbox</Link>
        </p>
      </div>
      <Suspense>
        {isAsking ? (
          <ResetDialog
            onClose={() => setAsking(false)}
            onReset={() => {
              setAsking(false);
              command({ do: 'reset', confirm: 'reset' });
            }}
          />
        ) : null}
      </Suspense>
    </Card>
  );
}
