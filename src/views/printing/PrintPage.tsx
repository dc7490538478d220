import { useSelector } from '@xstate/react';
import type { PrintJob } from '#contract/printing.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { isRunning } from '../../machines/printing/print-work.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { WorkAbsent } from '../_running/WorkAbsent.tsx';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
import { Progress } from '../_kit/states/Progress.tsx';
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
  const { followed, newKey } = usePageMachines();
  const actor = usePageMachine(followed.print, { input: { ref: jid, newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { work: job, refusal } = snapshot.context;
  const frame = useFocusKept<HTMLDivElement>('.doing .btn', '.job');
  const reload = () => actor.send({ type: 'work.reload' });
  const silent = snapshot.hasTag('silent') ? <Silent onLook={reload} /> : null;
  if (job === null)
    return (
      <WorkAbsent
        what="print job"
        title={titleOf('/prints/$jid')}
        crumbs={CRUMBS}
        snapshot={snapshot}
        kept={{ what: 'Print job', detail: 'Still running in the background.' }}
        list={{ label: 'Go to contacts', href: '/contacts' }}
        lines={6}
        onReload={reload}
      >
        {silent}
      </WorkAbsent>
    );
  return (
    <div className="print-page" ref={frame}>
      <PageBar
        title={printTitle(job)}
        crumbs={CRUMBS}
        scope={job.sentence || 'Selected individually'}
        manyActions
        actions={
          job.has_file ? (
            <PrintFileLinks id={job.id} />
          ) : snapshot.can({ type: 'work.cancel' }) ? (
            <Button busy={snapshot.hasTag('busy')} onClick={() => actor.send({ type: 'work.cancel' })}>
              Cancel
            </Button>
          ) : null
        }
      />
      <div className="body print-job">
        {refusal ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
        {silent}
        <Known job={job} />
      </div>
    </div>
  );
}

/** Shown after minutes without news, when reading has stopped. */
const Silent = ({ onLook }: { onLook: () => void }) => (
  <Note tone="warn" title="No updates for 5 minutes">
    <p>The print job may still be running, but this page stopped checking.</p>
    <Button size="small" onClick={onLook}>
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
