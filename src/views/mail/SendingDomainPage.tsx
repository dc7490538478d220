import {
  checkSendingDomain,
  type DomainFinding,
  type SendingDomain,
  showSendingDomain,
} from '#contract/mail/sending-domain.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { PROOFS, REASONS } from './domain-words.ts';
import './mail.css';

/** SPF, DKIM and DMARC of the domain that e-mail is sent from: what is right, what is missing, and the record to add. */
export function SendingDomainPage() {
  const shown = useResource(showSendingDomain, {});
  const check = useSubmit(checkSendingDomain, { invalidates: [showSendingDomain] });
  const domain = shown.data?.data ?? null;
  return (
    <>
      <PageBar
        title={titleOf('/admin/sending-domain')}
        actions={
          domain === null || domain.domain === null ? null : (
            <Button busy={check.state === 'submitting'} onClick={() => check.submit({})}>
              {domain.checked_at === null ? 'Check now' : 'Check again'}
            </Button>
          )
        }
      />
      <div className="body">
        {shown.error !== null && domain === null ? (
          <ErrorPanel
            title="Couldn't load the sending domain"
            text={shown.error.message}
            requestId={shown.error.requestId}
            actions={<Button onClick={shown.reload}>Try again</Button>}
          />
        ) : null}
        {shown.pending && domain === null ? <SkeletonLines lines={6} label="Loading the sending domain" /> : null}
        {check.state === 'failed' ? <Note tone="bad" role="alert" title={check.error?.message ?? ''} /> : null}
        {domain === null ? null : <Known of={domain} />}
      </div>
    </>
  );
}

function Known({ of: { domain, checked_at: checkedAt, findings, sample } }: { of: SendingDomain }) {
  const { user } = useApp();
  const now = useNow();
  if (domain === null)
    return (
      <Note tone="info" title="No mail server is connected">
        <p>E-mail can't leave. The operator of this installation connects a mail server.</p>
      </Note>
    );
  return (
    <>
      {sample ? (
        <Note tone="info" title="Demo mode: e-mail stays inside">
          <p>The domain and its records are a sample.</p>
        </Note>
      ) : null}
      <p className="soft" aria-live="polite">
        E-mail is sent from <b>{domain}</b>.{' '}
        {checkedAt === null
          ? 'Not checked yet.'
          : `Last check: ${formatWhen(checkedAt, IANA_ZONES[user.timezone], now)}.`}
      </p>
      {findings.map((finding) => (
        <Proof key={finding.proof} of={finding} />
      ))}
    </>
  );
}

function Proof({ of: { proof, reason, host, found, wanted, lookups } }: { of: DomainFinding }) {
  const { title, about } = PROOFS[proof];
  const { tone, state, text } = REASONS[reason];
  return (
    <Card title={title} padded>
      <div className="domain-proof">
        <p>
          <StatusWord tone={tone}>{state}</StatusWord>
        </p>
        <p className="soft">{about}</p>
        {text === '' ? null : <p>{text}</p>}
        {found.length === 0 && lookups === null ? null : (
          <Facts
            facts={[
              ...found.map((record) => ({ label: 'Found', value: <code>{record}</code> })),
              ...(lookups === null ? [] : [{ label: 'Look-ups', value: `${lookups} of 10` }]),
            ]}
          />
        )}
        {wanted === null ? null : (
          <>
            <Facts
              facts={[
                { label: 'Type', value: 'TXT' },
                { label: 'Name', value: <code>{host}</code> },
                { label: 'Value', value: <code>{wanted}</code> },
              ]}
            />
            <div className="row wrap">
              <CopyButton size="small" label="Copy the name" text={host} />
              <CopyButton size="small" label="Copy the value" text={wanted} />
            </div>
            {proof === 'spf' ? (
              <p className="meta quiet">If your mail provider names its own SPF entry, add that instead.</p>
            ) : null}
          </>
        )}
      </div>
    </Card>
  );
}
