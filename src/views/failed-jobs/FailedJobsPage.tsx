import { CircleCheck, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import {
  FAILED_KEPT_DAYS,
  type FailedJob,
  listFailedJobs,
  retryFailedJob,
  retryFailedJobs,
} from '#contract/failed-jobs.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { DataTable } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { jobHref, jobTitle } from './job-words.ts';
import { StopSends } from './StopSends.tsx';

const LIMIT = 50;

/** Milliseconds between two looks. Ours: jobs fail rarely, and hours after their first try. */
const LOOK_MS = 15_000;
const always = (): number => LOOK_MS;

const NONE = `Jobs that still fail after their last retry stay here for ${FAILED_KEPT_DAYS} days. Imports, bulk changes and transfers are also retried once a day.`;

/** Background jobs that failed for good, each with its reason and a way to run it again. */
export function FailedJobsPage() {
  const { user, toasts } = useApp();
  const now = useNow();
  const [page, setPage] = useState(1);
  const list = useResource(listFailedJobs, { query: { page, limit: LIMIT } }, { reloadAfter: always });
  const total = list.data?.meta.total_count ?? 0;
  const outcome = {
    invalidates: [listFailedJobs],
    onFailed: ({ message }: { message: string }) => toasts.show({ tone: 'bad', text: message }),
  } as const;
  const all = useSubmit(retryFailedJobs, {
    ...outcome,
    onDone: ({ data: { retried } }) => {
      setPage(1);
      toasts.show({ tone: 'good', text: `Retrying ${formatCounted(retried, 'job', 'jobs')}` });
    },
  });
  return (
    <>
      <PageBar
        title={titleOf('/admin/failed-jobs')}
        scope={total > 0 ? <b>{formatCounted(total, 'job', 'jobs')}</b> : null}
        actions={
          <>
            <StopSends />
            {total > 1 ? (
              <Button icon={RotateCcw} busy={all.state === 'submitting'} onClick={() => all.submit({})}>
                Retry all
              </Button>
            ) : null}
          </>
        }
      />
      <DataTable
        label="Failed jobs"
        columns={[
          { head: 'Job', cell: (job) => <JobName job={job} />, pin: 'name', narrow: 'title', width: '16em' },
          { head: 'Reason', cell: ({ reason }) => reason, narrow: 'sub' },
          { head: 'Attempts', cell: ({ attempts }) => attempts, narrow: 'none', width: '6em' },
          {
            head: 'Failed',
            cell: ({ failed_at: at }) => <time dateTime={at}>{formatWhen(at, IANA_ZONES[user.timezone], now)}</time>,
            narrow: 'sub-aside',
            width: '13em',
          },
        ]}
        rows={list.data?.data ?? null}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing}
        actions={(job) => <RetryButton job={job} outcome={outcome} />}
        page={{ at: page, limit: LIMIT, total, onTurn: setPage, asked: String(page) }}
        empty={
          total > 0 ? (
            <EmptyState
              icon={CircleCheck}
              title="No more failed jobs"
              text="This page is past the end of the list."
              action={<Button onClick={() => setPage(1)}>Go to the first page</Button>}
            />
          ) : (
            <EmptyState icon={CircleCheck} title="No failed jobs" text={NONE} />
          )
        }
      />
    </>
  );
}

function JobName({ job }: { job: FailedJob }) {
  const href = jobHref(job);
  return href === null ? jobTitle(job) : <Link href={href}>{jobTitle(job)}</Link>;
}

interface RetryButtonProps {
  job: FailedJob;
  outcome: { invalidates: readonly (typeof listFailedJobs)[]; onFailed: (error: { message: string }) => void };
}

function RetryButton({ job, outcome }: RetryButtonProps) {
  const { toasts } = useApp();
  const { submit, state } = useSubmit(retryFailedJob, {
    ...outcome,
    onDone: () => toasts.show({ tone: 'good', text: `${jobTitle(job)} is queued again` }),
  });
  return (
    <Button
      busy={state === 'submitting'}
      aria-label={`Retry ${jobTitle(job)}`}
      onClick={() => submit({ params: { jid: job.id } })}
    >
      Retry
    </Button>
  );
}
