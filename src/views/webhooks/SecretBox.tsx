import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import {
  issueWebhookSecret,
  SECRET_OVERLAP_H,
  type WebhookEndpoint,
  webhookEndpoints,
} from '#contract/webhooks.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';

/** The signing secret of an endpoint: shown once, right after it was generated. */
export function SecretBox({ endpoint: { id, secret_at: at } }: { endpoint: WebhookEndpoint }) {
  const { user, session } = useApp();
  const now = useNow();
  const [secret, setSecret] = useState<string | null>(null);
  const issue = useSubmit(issueWebhookSecret, {
    invalidates: [webhookEndpoints.list, webhookEndpoints.read],
    onDone: ({ data }) => {
      setSecret(data.secret);
      session.send({ type: 'session.refresh' });
    },
  });
  return (
    <section className="whole stack" aria-label="Signing secret">
      <h3 className="field-label">Signing secret</h3>
      {secret === null ? (
        <>
          <p className="soft">
            {at === null
              ? 'Your program checks with the secret that a request comes from here.'
              : `Generated ${formatWhen(at, IANA_ZONES[user.timezone], now)}. An earlier secret works for ${SECRET_OVERLAP_H} hours after a new one.`}
          </p>
          <div className="row wrap">
            <Button
              size="small"
              icon={KeyRound}
              busy={issue.state === 'submitting'}
              onClick={() => issue.submit({ params: { id } })}
            >
              {at === null ? 'Show secret' : 'Generate a new secret'}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Note tone="warn" title="Copy the secret now" role="alert">
            <p>You won't see it again.</p>
          </Note>
          <code className="webhook-secret">{secret}</code>
          <div className="row wrap">
            <CopyButton text={secret} label="Copy secret" look="primary" />
            <Button size="small" onClick={() => setSecret(null)}>
              I've saved it
            </Button>
          </div>
        </>
      )}
      {issue.error === null ? null : (
        <Note tone="bad" title="Couldn't generate a secret" role="alert">
          {issue.error.message}
        </Note>
      )}
    </section>
  );
}
