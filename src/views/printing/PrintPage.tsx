import { useSelector } from '@xstate/react';
import { FileQuestion } from 'lucide-react';
import type { PrintJob } from '#contract/printing.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { isRunning } from '../../machines/printing/print-context.ts';
import type { BatchPrintActor } from '../../machines/printing/batch-print.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
import { Progress } from '../_kit/states/Progress.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { PrintFileLinks } from './PrintFileLinks.tsx';
import { PrintQueue } from './PrintQueue.tsx';
import { barState, doneWords, outcomeOf, printTitle, STATUS_WORDS } from './print-words.ts';
import { SkippedContacts } from './SkippedContacts.tsx';
import './printing.css';

const CRUMBS = [
  { label: 'Contacts', href: '/contacts' },
  { label: 'Print jobs', href: '/prints' },
];

/** One print, while it runs and after it. */
export function PrintPage({ jid }: { jid: string }) {
  const { batchPrint } = usePageMachines();
  return <PrintView actor={usePageMachine(batchPrint, { input: { jid } })} />;
}

/** The print that the machine follows, in one of its states. */
export function PrintView({ actor }: { actor: BatchPrintActor }) {
  const snapshot = useSelector(actor, (now) => now);
  const { job, refusal, failure } = snapshot.context;
  const frame = useFocusKept<HTMLDivElement>('.doing .btn', '.job');
  if (snapshot.hasTag('missing'))
    return (
      <>
        <PageBar title={titleOf('/prints/$jid')} crumbs={CRUMBS} />
        <EmptyState
          icon={FileQuestion}
          title="Print job not found"
          text="The print job doesn't exist, or you don't have access."
          action={<ButtonLink href="/contacts">Go to contacts</ButtonLink>}
        />
      </>
    );
  if (job === null && failure !== null)
    return (
      <>
        <PageBar title={titleOf('/prints/$jid')} crumbs={CRUMBS} />
        <ErrorPanel
          title="Couldn't load print job"
          text={failure.text}
          requestId={failure.requestId}
          kept={[{ what: 'Print job', detail: 'Still running in the background.' }]}
          actions={<Button onClick={() => actor.send({ type: 'print.look' })}>Try again</Button>}
        />
      </>
    );
  return (
    <div className="print-page" ref={frame}>
      <PageBar
        title={job === null ? 'Print' : printTitle(job)}
        crumbs={CRUMBS}
        {...(job !== null && { scope: job.sentence || 'Selected individually' })}
        manyActions
        actions={
          job?.has_file ? (
            <PrintFileLinks id={job.id} />
          ) : snapshot.can({ type: 'print.cancel' }) ? (
            <Button busy={snapshot.hasTag('busy')} onClick={() => actor.send({ type: 'print.cancel' })}>
              Cancel
            </Button>
          ) : null
        }
      />
      <div className="body print-job">
        {refusal ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
        {snapshot.hasTag('silent') ? <Silent actor={actor} /> : null}
        {job === null && !snapshot.hasTag('silent') ? <SkeletonLines lines={6} label="Loading print job" /> : null}
        {job === null ? null : <Known job={job} />}
      </div>
    </div>
  );
}

/** Nothing new for minutes, so that reading has stopped. */
const Silent = ({ actor }: { actor: BatchPrintActor }) => (
  <Note tone="warn" title="No updates for 5 minutes">
    <p>The print job may still be running, but this page stopped checking.</p>
    <Button size="small" onClick={() => actor.send({ type: 'print.look' })}>
      Check again
    </Button>
  </Note>
);

function Known({ job }: { job: PrintJob }) {
  const { user } = useApp();
  const { text, tone } = STATUS_WORDS[job.status];
  const isOver = !isRunning(job);
  return (
    <>
      {isOver ? (
        <Note {...toneAndTitle(job)}>
          {job.status === 'complete' ? (
            job.has_file ? (
              <>
                File available until{' '}
                <span className="num">{formatDate(new Date(job.kept_until ?? ''), IANA_ZONES[user.timezone])}</span>.
              </>
            ) : (
              'The file has expired. Print again if you need it.'
            )
          ) : null}
        </Note>
      ) : null}
      <section className="card job" aria-label="Progress" tabIndex={-1}>
        <div className="line1">
          <span className="big">{doneWords(job)}</span>
          <span className="right">
            <StatusWord {...(tone && { tone })}>{text}</StatusWord>
          </span>
        </div>
        <Progress
          label="Contacts done"
          done={job.done}
          total={job.total}
          state={barState(job)}
          text={`${doneWords(job)}, ${text}`}
        />
        <p className="sr" aria-live="polite">
          {text}
        </p>
      </section>
      {job.status === 'queued' ? <PrintQueue /> : null}
      {job.skipped > 0 ? <SkippedContacts job={job} /> : null}
      {isOver ? null : <p className="meta quiet">You can leave this page. We'll notify you when it's done.</p>}
    </>
  );
}

function toneAndTitle(job: PrintJob) {
  const { tone, text } = outcomeOf(job);
  return { tone, title: text };
}
