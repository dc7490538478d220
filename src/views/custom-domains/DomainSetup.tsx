import { Mail } from 'lucide-react';
import type { CustomDomain, DnsRecord } from '#contract/custom-domains.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Steps } from '../_kit/display/Steps.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { checkWords, expectedWords, faultWords, hostIn, recordsText, STATE_WORDS, STEP_WORDS } from './domain-words.ts';

const useWhen = () => {
  const { user } = useApp();
  const now = useNow();
  return (at: string) => formatWhen(at, IANA_ZONES[user.timezone], now);
};

/** One domain: where it is on its way, what to repair, its records, and the checks so far. */
export function DomainSetup({ domain }: { domain: CustomDomain }) {
  const { verification_steps: steps, dns_instructions: instructions } = domain;
  return (
    <>
      {instructions.sample ? (
        <Note tone="info" title="Demo mode: name servers are simulated">
          <p>Checks use sample answers, and your domains aren't looked up.</p>
        </Note>
      ) : null}
      <Steps
        steps={steps.map(({ step }) => ({ key: step, label: STEP_WORDS[step] }))}
        current={steps.find(({ state }) => state === 'current')?.step ?? 'live'}
      />
      <div aria-live="polite">
        <State domain={domain} />
      </div>
      <Records domain={domain} />
      <div className="two">
        <Checks domain={domain} />
        <Card title="Next" padded>
          <p className="soft">{nextWords(domain)}</p>
        </Card>
      </div>
    </>
  );
}

const nextWords = ({ status, custom_domain: name }: CustomDomain): string => {
  if (status === 'verified')
    return `Nothing to do. The certificate of ${name} is issued with the first visit, in a few seconds, and renewed automatically.`;
  if (status === 'failing') return 'The domain is still served. Repair its records before it is suspended.';
  if (status === 'suspended')
    return 'The domain is no longer served. It comes back as soon as its records are correct.';
  return 'Add the records where your DNS is kept. We check again automatically; the certificate is issued with the first visit after that.';
};

function State({ domain }: { domain: CustomDomain }) {
  const when = useWhen();
  const { fault, status, suspends_at: suspends, checked_at: checked } = domain;
  if (fault === null)
    return status === 'verified' ? (
      <Note tone="good" title={`${domain.custom_domain} is live`} />
    ) : (
      <Note tone="info" title={checked === null ? 'The first check runs in a few seconds' : 'Add these DNS records'} />
    );
  const { title, text } = faultWords(domain, fault);
  return (
    <Note tone={fault === 'propagating' || fault === 'no_answer' ? 'warn' : 'bad'} title={title}>
      <p>{text}</p>
      {suspends === null ? null : <p>It is served until {when(suspends)}.</p>}
    </Note>
  );
}

function Records({ domain }: { domain: CustomDomain }) {
  const when = useWhen();
  const { custom_domain: name, checked_at: checked, next_check_at: next } = domain;
  const { records, zone } = domain.dns_instructions;
  const body = recordsText(domain);
  return (
    <Card
      title={`Records for ${zone}`}
      aside={
        <span className="meta quiet">
          {checked === null ? 'Not checked yet' : `Last check: ${when(checked)}`}
          {next === null ? '' : ` · Next: ${when(next)}`}
        </span>
      }
    >
      <ul className="domain-rows" aria-label={`DNS records for ${name}`}>
        {records.map((record) => (
          <RecordRow key={record.type} record={record} zone={zone} />
        ))}
      </ul>
      <div className="foot wrap">
        <CopyButton size="small" label="Copy all records" text={body} />
        <ButtonLink
          size="small"
          icon={Mail}
          href={`mailto:?subject=${encodeURIComponent(`DNS records for ${name}`)}&body=${encodeURIComponent(body)}`}
        >
          E-mail all records
        </ButtonLink>
      </div>
    </Card>
  );
}

function RecordRow({ record, zone }: { record: DnsRecord; zone: string }) {
  const { type, host, expected, found } = record;
  return (
    <li>
      <span className="med">{type}</span>
      <span>
        <span className="meta quiet">Host </span>
        <code>{hostIn(host, zone)}</code>
      </span>
      <span className="domain-value">
        <span>
          <span className="meta quiet">Expected </span>
          <code>{expectedWords(record)}</code>
        </span>
        {expected.length === 0 ? null : (
          <CopyButton size="small" label="Copy" aria-label={`Copy the ${type} value`} text={expected.join('\n')} />
        )}
      </span>
      <span>
        <span className="meta quiet">Found </span>
        {found.length === 0 ? 'none' : <code>{found.join(', ')}</code>}
      </span>
      <span className="domain-state">
        <Found record={record} />
      </span>
    </li>
  );
}

function Found({ record: { type, state, found } }: { record: DnsRecord }) {
  if (type === 'CAA' && state === 'right' && found.length === 0) return <StatusWord>Not needed</StatusWord>;
  const { text, tone } = STATE_WORDS[state];
  return <StatusWord {...(tone && { tone })}>{text}</StatusWord>;
}

function Checks({ domain: { checks } }: { domain: CustomDomain }) {
  const when = useWhen();
  return (
    <Card title="Checks" padded>
      {checks.length === 0 ? <p className="soft">None yet.</p> : null}
      <ol className="domain-checks">
        {checks.map(({ at, status, fault }) => (
          <li key={at}>
            <StatusWord tone={fault === null ? 'good' : 'bad'}>{checkWords(status, fault)}</StatusWord>
            <time className="meta quiet" dateTime={at}>
              {when(at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
