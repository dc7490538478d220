import { Download, Mail, MessageSquare, QrCode, ShieldCheck, X } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { type SoaDetail, type SoaWay, soaRequests } from '#contract/soa.contract.ts';
import { mayStep } from '#rules/soa/soa.machine.ts';
import {
  EXCEPTION_WORDS,
  LANGUAGE_WORDS,
  METHOD_WORDS,
  PRODUCT_WORDS,
  STATUS_WORDS,
  TIMING_WORDS,
} from '#rules/soa/soa-words.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatDate, formatTime } from '../_kit/format/format-when.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { soaHref } from './soa-search.ts';
import { STATUS_TONES } from './soa-tones.ts';
import './soa.css';

const CompleteDialog = lazyPart(() => import('./SoaSteps.tsx'), 'CompleteDialog');
const RejectDialog = lazyPart(() => import('./SoaSteps.tsx'), 'RejectDialog');
const RecordSoaDialog = lazyPart(() => import('./SoaSteps.tsx'), 'RecordSoaDialog');

/** One scope of appointment beside the list. */
export function SoaPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useResource(soaRequests.read, { params: { id } });
  const soa = read.data?.data ?? null;
  return (
    <aside className="side" aria-label="Scope of appointment">
      <header>
        <h2 className="grow cut">{soa?.contact.name ?? 'Scope of appointment'}</h2>
        <IconButton icon={X} size="small" label="Close" onClick={onClose} />
      </header>
      {soa === null && read.error === null ? (
        <SkeletonLines lines={8} label="Loading the scope of appointment" />
      ) : null}
      {soa === null && read.error !== null ? (
        <ErrorPanel
          title="Couldn't load this scope of appointment"
          text={read.error.message}
          requestId={read.error.requestId}
          actions={<Button onClick={read.reload}>Try again</Button>}
        />
      ) : null}
      {soa === null ? null : (
        <div className="soa-panel">
          <Head soa={soa} />
          <Next soa={soa} />
          <Facts facts={factsOf(soa)} />
          <Evidence soa={soa} />
          <History soa={soa} />
        </div>
      )}
    </aside>
  );
}

const whenOf = (at: string, zone: string) => `${formatDate(at, zone)}, ${formatTime(at, zone)}`;

function Head({ soa }: { soa: SoaDetail }) {
  const tone = STATUS_TONES[soa.status];
  return (
    <>
      <div className="row wrap">
        <StatusWord {...(tone && { tone })}>{STATUS_WORDS[soa.status]}</StatusWord>
        <Link href={`/contacts/${soa.contact.number}`}>Open contact</Link>
      </div>
      {soa.reason === '' ? null : <p className="soft">{soa.reason}</p>}
      {soa.superseded_by_id === null ? null : (
        <p>
          <Link href={soaHref({ soa: soa.superseded_by_id })}>Open the one that replaces it</Link>
        </p>
      )}
    </>
  );
}

type Open = 'complete' | 'reject' | 'record' | null;

/** What can be done now. */
function Next({ soa }: { soa: SoaDetail }) {
  const [open, setOpen] = useState<Open>(null);
  if (!soa.may_change) return null;
  const close = () => setOpen(null);
  const isLink = soa.method === 'link';
  const may = {
    send: isLink && mayStep(soa.status, 'send'),
    record: !isLink && mayStep(soa.status, 'record'),
    complete: mayStep(soa.status, 'complete'),
    reject: mayStep(soa.status, 'reject'),
    replace: mayStep(soa.status, 'supersede') && soa.superseded_by_id === null && soa.status !== 'drafted',
  };
  const steps = { complete: CompleteDialog, reject: RejectDialog, record: RecordSoaDialog };
  const Step = open === null ? null : steps[open];
  return (
    <section className="stack" aria-label="Next step">
      {may.send ? <Sending soa={soa} /> : null}
      <div className="row wrap">
        {may.complete ? (
          <Button look="primary" onClick={() => setOpen('complete')}>
            Complete
          </Button>
        ) : null}
        {may.record ? (
          <Button look="primary" onClick={() => setOpen('record')}>
            {soa.method === 'paper' ? 'Record the form' : 'Record the call'}
          </Button>
        ) : null}
        {may.replace ? (
          <ButtonLink href={soaHref({ soa: 'new', contact: soa.contact.id, replaces: soa.id })}>Replace</ButtonLink>
        ) : null}
        {may.reject ? (
          <Button look="danger" onClick={() => setOpen('reject')}>
            {soa.signed_at === null ? 'Cancel' : 'Reject'}
          </Button>
        ) : null}
      </div>
      <Suspense>{Step === null ? null : <Step soa={soa} onClose={close} />}</Suspense>
    </section>
  );
}

const SENT: Readonly<Record<SoaWay, string>> = {
  mail: 'E-mail sent',
  text: 'Text sent',
  copy: 'Link is open for 72 hours',
};

function Sending({ soa }: { soa: SoaDetail }) {
  const { toasts } = useApp();
  const [isShown, setShown] = useState(false);
  const send = useSubmit(soaRequests.send, {
    invalidates: [soaRequests.list, soaRequests.read],
    onDone: (_, { body }) => toasts.show({ tone: 'good', text: SENT[body.way] }),
  });
  const by = (way: SoaWay) => send.submit({ params: { id: soa.id }, body: { way } });
  const isBusy = send.state === 'submitting';
  return (
    <>
      <div className="row wrap">
        <Button
          look={soa.sent_at === null ? 'primary' : 'default'}
          icon={Mail}
          busy={isBusy}
          onClick={() => by('mail')}
        >
          {soa.sent_at === null ? 'E-mail the link' : 'E-mail again'}
        </Button>
        <Button icon={MessageSquare} busy={isBusy} onClick={() => by('text')}>
          Text the link
        </Button>
        {soa.link === null ? (
          <Button icon={QrCode} busy={isBusy} onClick={() => by('copy')}>
            Get link and QR code
          </Button>
        ) : (
          <>
            <CopyButton text={soa.link} label="Copy link" />
            <Button icon={QrCode} onClick={() => setShown(!isShown)} aria-expanded={isShown}>
              QR code
            </Button>
          </>
        )}
      </div>
      {soa.qr !== null && isShown ? (
        <img className="soa-qr" src={soa.qr} alt="QR code of the link. The person scans it with a phone to sign." />
      ) : null}
      {send.state === 'failed' ? (
        <Note tone="bad" title="Couldn't send the link">
          {send.error?.message}
        </Note>
      ) : null}
    </>
  );
}

function factsOf(soa: SoaDetail) {
  const { signer, rule, zone } = soa;
  const at = (when: string | null) => (when === null ? '' : whenOf(when, zone));
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['To talk about', soa.products.map((one) => PRODUCT_WORDS.en[one][0]).join(', ')],
    ['Meeting', at(soa.appointment_at)],
    ['Agent', soa.user.name],
    ['How', METHOD_WORDS[soa.method]],
    [signer === null ? 'Language' : 'Signed in', LANGUAGE_WORDS[soa.language]],
    ['Link works until', soa.link === null ? '' : at(soa.expires_at)],
    ['Signed', at(soa.signed_at)],
    ['Signed by', signer === null ? '' : [signer.name, signer.relationship].filter(Boolean).join(', ')],
    ['Timing', soa.timing === null ? '' : TIMING_WORDS[soa.timing]],
    ['Rule', rule === null ? '' : `${rule.title} (${rule.source})`],
    ['Exception', soa.exception === null ? '' : EXCEPTION_WORDS[soa.exception]],
    ['First contact', soa.initial_contact],
    ['Agent signature', soa.agent_signature],
    ['Kept at', soa.note],
    ['File', soa.form === null ? '' : soa.form.name],
  ];
  return facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));
}

/** The sealed document, and whether it is as it was sealed. */
function Evidence({ soa }: { soa: SoaDetail }) {
  const [isAsked, setAsked] = useState(false);
  const check = useResource(soaRequests.verify, isAsked ? { params: { id: soa.id } } : null);
  const found = check.data?.data ?? null;
  if (soa.seal === null) return null;
  return (
    <section className="stack" aria-label="Document">
      <div className="row wrap">
        <ButtonLink
          icon={Download}
          href={soaRequests.document.path.replace(':id', String(soa.id))}
          download={`scope-of-appointment-${soa.id}.pdf`}
        >
          Download PDF
        </ButtonLink>
        <Button
          icon={ShieldCheck}
          busy={isAsked && check.pending}
          onClick={() => (isAsked ? check.reload() : setAsked(true))}
        >
          Verify seal
        </Button>
      </div>
      <div aria-live="polite">
        {found === null ? null : found.intact ? (
          <StatusWord tone="good">Unchanged since it was sealed</StatusWord>
        ) : (
          <Note tone="bad" title="Changed since it was sealed">
            {found.faults.join(' ')}
          </Note>
        )}
        {check.error === null ? null : (
          <Note tone="bad" title="Couldn't verify the seal">
            {check.error.message}
          </Note>
        )}
      </div>
      <p className="meta quiet soa-hash">
        Seal {soa.seal.seq}, SHA-256 {soa.seal.document_hash}
      </p>
    </section>
  );
}

const EVENT_WORDS: Readonly<Record<SoaDetail['events'][number]['kind'], string>> = {
  created: 'Drafted',
  sent: 'Sent',
  viewed: 'Opened',
  signed: 'Signed',
  completed: 'Completed',
  rejected: 'Rejected',
  superseded: 'Replaced',
};

const WAYS: Readonly<Record<string, string>> = { mail: ' by e-mail', text: ' by text', copy: ' as a link' };

function History({ soa }: { soa: SoaDetail }) {
  return (
    <section className="stack" aria-label="History">
      <h3 className="label">History</h3>
      <ol className="stack soa-events">
        {soa.events.map(({ id, at, kind, by, address, way }) => (
          <li key={id}>
            {EVENT_WORDS[kind]}
            {WAYS[way] ?? ''} by {by?.name ?? 'the person'}
            <p className="meta quiet num">{[whenOf(at, soa.zone), address].filter(Boolean).join(', ')}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
