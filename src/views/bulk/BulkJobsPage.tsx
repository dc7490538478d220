import { History } from 'lucide-react';
import { listBulkJobs } from '#contract/bulk.contract.ts';
import { IANA_ZONES } from '#rules/time-zone.ts';
import { useApp } from '../_app/use-app.ts';
import { useNow } from '../_app/use-now.ts';
import { useResource } from '../_app/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/Button.tsx';
import { EmptyState } from '../_kit/EmptyState.tsx';
import { ErrorPanel } from '../_kit/ErrorPanel.tsx';
import { formatWhen } from '../_kit/format-when.ts';
import { Link } from '../_kit/Link.tsx';
import { SkeletonLines } from '../_kit/Skeleton.tsx';
import { changeTitle, outcomeOf, paceWords } from './bulk-words.ts';
import { isRunning } from '../../machines/bulk/bulk-context.ts';
import './bulk.css';

const CRUMBS = [{ label: 'Contacts', href: '/contacts' }];

/** Changes of many contacts, the newest first: each can be opened and taken back. */
export function BulkJobsPage() {
  const { user } = useApp();
  const now = useNow();
  const jobs = useResource(listBulkJobs, {});
  const known = jobs.data?.data ?? [];
  return (
    <>
      <PageBar title="Changes" crumbs={CRUMBS} />
      <div className="body">
        {jobs.data === null && jobs.error !== null ? (
          <ErrorPanel
            title="The changes could not be loaded"
            text={jobs.error.message}
            requestId={jobs.error.requestId}
            actions={<Button onClick={jobs.reload}>Try again</Button>}
          />
        ) : null}
        {jobs.pending ? <SkeletonLines lines={6} label="Loading changes" /> : null}
        {jobs.data !== null && known.length === 0 ? (
          <EmptyState
            icon={History}
            title="No changes yet"
            text="What you change of many contacts at once stands here, and can be undone for a week."
          />
        ) : null}
        <ul className="bulk-jobs">
          {known.map((job) => (
            <li key={job.id}>
              <Link href={`/contacts/bulk/${job.id}`}>{changeTitle(job.change, job.names)}</Link>
              <span className="soft cut">{isRunning(job.status) ? paceWords(job) : outcomeOf(job).text}</span>
              <time className="meta quiet num end" dateTime={job.created_at}>
                {formatWhen(job.created_at, IANA_ZONES[user.timezone], now)}
              </time>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
