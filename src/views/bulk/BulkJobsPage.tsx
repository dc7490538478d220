import { History } from 'lucide-react';
import { useState } from 'react';
import { listBulkJobs } from '#contract/bulk.contract.ts';
import { isRunning } from '../../machines/bulk/bulk-work.ts';
import { useResource } from '../_base/use-resource.ts';
import { changeTitle, outcomeOf, paceWords } from './bulk-words.ts';
import { WORK_ROWS, WorkPage } from './WorkPage.tsx';

const EMPTY = {
  icon: History,
  title: 'No bulk changes yet',
  text: 'When you change many contacts together, the job appears here. You can undo it for a week.',
};

/** Bulk changes: each can be opened and undone. */
export function BulkJobsPage() {
  const [page, setPage] = useState(1);
  const jobs = useResource(listBulkJobs, { query: { page, limit: WORK_ROWS } });
  const works = (jobs.data?.data ?? []).map((job) => ({
    id: job.id,
    href: `/contacts/bulk/${job.id}`,
    title: changeTitle(job.change, job.names),
    said: isRunning(job.status) ? paceWords(job) : outcomeOf(job).text,
    at: job.created_at,
  }));
  return <WorkPage title="Bulk changes" list={jobs} works={works} page={page} onPage={setPage} empty={EMPTY} />;
}
