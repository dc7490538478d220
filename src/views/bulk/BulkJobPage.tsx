import { useSelector } from '@xstate/react';
import { Undo2 } from 'lucide-react';
import type { BulkJob } from '#contract/bulk.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import type { FollowedActor } from '../../machines/_running/followed-work.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { WorkAbsent } from '../_running/WorkAbsent.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
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
  const { followed, newKey } = usePageMachines();
  const actor = usePageMachine(followed.bulk, { input: { ref: id, newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { work: job, refusal } = snapshot.context;
  if (job === null)
    return (
      <WorkAbsent
        what="bulk change"
        title={titleOf('/contacts/bulk/$id')}
        crumbs={CRUMBS}
        snapshot={snapshot}
        kept={{ what: 'Changes made so far' }}
        list={{ label: 'Go to contacts', href: '/contacts' }}
        lines={6}
        onReload={() => actor.send({ type: 'work.reload' })}
      />
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

function Actions({ actor, job }: { actor: FollowedActor<BulkJob>; job: BulkJob }) {
  const snapshot = useSelector(actor, (now) => now);
  const now = useNow();
  const isBusy = snapshot.hasTag('busy');
  const isOver = job.undo_until !== null && new Date(job.undo_until) < now;
  if (snapshot.can({ type: 'work.cancel' }))
    return (
      <Button busy={isBusy} onClick={() => actor.send({ type: 'work.cancel' })}>
        Cancel
      </Button>
    );
  if (!snapshot.can({ type: 'work.undo' })) return null;
  return (
    <Button
      icon={Undo2}
      busy={isBusy}
      refusal={isOver ? 'The undo period has ended' : undefined}
      onClick={() => actor.send({ type: 'work.undo' })}
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
