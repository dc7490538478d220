import { useSelector } from '@xstate/react';
import { FileQuestion, Undo2 } from 'lucide-react';
import type { BulkJob } from '#contract/bulk.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import type { BulkActor } from '../../machines/bulk/bulk.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import { changeTitle, outcomeOf } from './bulk-words.ts';
import { JobProgress } from './JobProgress.tsx';
import { RefusedRows } from './RefusedRows.tsx';
import './bulk.css';

const CRUMBS = [
  { label: 'Contacts', href: '/contacts' },
  { label: 'Bulk changes', href: '/contacts/bulk' },
];

/** One bulk job, while it runs and after it. */
export function BulkJobPage({ id }: { id: number }) {
  const { bulk } = usePageMachines();
  return <BulkJobView actor={usePageMachine(bulk, { input: { id } })} />;
}

/** The job that the machine follows, in one of its states. */
export function BulkJobView({ actor }: { actor: BulkActor }) {
  const snapshot = useSelector(actor, (now) => now);
  const { job, refusal } = snapshot.context;
  if (snapshot.hasTag('missing'))
    return (
      <>
        <PageBar title={titleOf('/contacts/bulk/$id')} crumbs={CRUMBS} />
        <EmptyState
          icon={FileQuestion}
          title="Bulk change not found"
          text="The bulk change doesn't exist, or you don't have access."
          action={<ButtonLink href="/contacts">Go to contacts</ButtonLink>}
        />
      </>
    );
  if (snapshot.hasTag('unreachable'))
    return (
      <>
        <PageBar title={titleOf('/contacts/bulk/$id')} crumbs={CRUMBS} />
        <ErrorPanel
          title="Couldn't load bulk change"
          text={refusal?.text ?? ''}
          requestId={refusal?.requestId ?? null}
          kept={[{ what: 'Changes made so far' }]}
          actions={<Button onClick={() => actor.send({ type: 'work.reload' })}>Try again</Button>}
        />
      </>
    );
  if (job === null)
    return (
      <>
        <PageBar title={titleOf('/contacts/bulk/$id')} crumbs={CRUMBS} />
        <SkeletonLines lines={6} label="Loading bulk change" />
      </>
    );
  return (
    <>
      <PageBar
        title={changeTitle(job.change, job.names)}
        crumbs={CRUMBS}
        scope={job.sentence || 'Selected individually'}
        actions={<Actions actor={actor} job={job} />}
      />
      <div className="body bulk-job">
        {refusal ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
        {snapshot.hasTag('ended') ? <Outcome job={job} /> : null}
        <JobProgress job={job} />
        {job.undo !== null && job.undo.kept > 0 ? <RefusedRows job={job} of="undo" total={job.undo.kept} /> : null}
        {job.counts.refused > 0 ? <RefusedRows job={job} of="job" total={job.counts.refused} /> : null}
        {snapshot.hasTag('ended') ? null : (
          <p className="meta quiet">You can leave this page. We'll notify you when it's done.</p>
        )}
      </div>
    </>
  );
}

function Actions({ actor, job }: { actor: BulkActor; job: BulkJob }) {
  const snapshot = useSelector(actor, (now) => now);
  const now = useNow();
  const isBusy = snapshot.hasTag('busy');
  const isOver = job.undo_until !== null && new Date(job.undo_until) < now;
  if (snapshot.can({ type: 'bulk.cancel' }))
    return (
      <Button busy={isBusy} onClick={() => actor.send({ type: 'bulk.cancel' })}>
        Cancel
      </Button>
    );
  if (!snapshot.can({ type: 'bulk.undo' })) return null;
  return (
    <Button
      icon={Undo2}
      busy={isBusy}
      refusal={isOver ? 'The undo period has ended' : undefined}
      onClick={() => actor.send({ type: 'bulk.undo' })}
    >
      Undo
    </Button>
  );
}

function Outcome({ job }: { job: BulkJob }) {
  const { user } = useApp();
  const { tone, text } = outcomeOf(job);
  const isUndoable = job.status !== 'undone' && job.counts.changed > 0 && job.undo_until !== null;
  return (
    <Note tone={tone} title={text}>
      {isUndoable ? (
        <>
          {formatContacts(job.counts.changed)} can be undone until{' '}
          <span className="num">{formatDate(new Date(job.undo_until ?? ''), IANA_ZONES[user.timezone])}</span>. Contacts
          changed before then are skipped.
        </>
      ) : null}
    </Note>
  );
}
