import { Suspense, useState } from 'react';
import { type ApiToken, refreshApiToken, showApiToken } from '#contract/api-access.contract.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { useNow } from '../_base/use-now.ts';
import { FormFailure } from '../profile/FormFailure.tsx';
import { ShownOnce } from './ShownOnce.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

/**
 * The one token with all of the user's permissions. It is shown only on request, since that requires re-authentication.
 */
export function ApiTokenCard({ zone }: { zone: string }) {
  const now = useNow();
  const [token, setToken] = useState<ApiToken | null>(null);
  const [asked, setAsked] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const look = useSubmit(showApiToken, { onDone: ({ data }) => setToken(data) });
  const refresh = useSubmit(refreshApiToken, {
    onDone: ({ data }) => {
      setFresh(data.token);
      setToken(null);
    },
  });

  return (
    <Card title="API token" padded>
      {fresh !== null ? (
        <ShownOnce title="New API token" secret={fresh} copyLabel="Copy token" onKept={() => setFresh(null)} />
      ) : (
        <div className="settings-form">
          <p className="soft">The token has all your permissions. To grant fewer, create a key below.</p>
          {token === null ? null : <TokenFacts token={token} zone={zone} now={now} />}
          <FormFailure failure={refresh.error ?? look.error} />
          <div className="settings-acts">
            {token === null ? (
              <Button busy={look.state === 'submitting'} onClick={() => look.submit({})}>
                View token
              </Button>
            ) : null}
            <Button busy={refresh.state === 'submitting'} onClick={() => setAsked(true)}>
              Generate new token
            </Button>
          </div>
        </div>
      )}
      {asked ? (
        <Suspense>
          <AlertDialog
            open
            title="Generate a new API token?"
            confirmLabel="Generate new token"
            cancelLabel="Keep current token"
            onConfirm={() => {
              setAsked(false);
              refresh.submit({});
            }}
            onCancel={() => setAsked(false)}
          >
            <p>Your current token stops working immediately, and so do the programs that use it.</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </Card>
  );
}

function TokenFacts({ token, zone, now }: { token: ApiToken; zone: string; now: Date }) {
  const { masked, created_at: since, last_used_at: used } = token;
  if (masked === null) return <p>No API token yet.</p>;
  return (
    <p>
      <code>{masked}</code>{' '}
      <span className="soft">
        {since === null ? '' : `created ${formatWhen(since, zone, now)}, `}
        {used === null ? 'never used' : `last used ${formatWhen(used, zone, now)}`}
      </span>
    </p>
  );
}
