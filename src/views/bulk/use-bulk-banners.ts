import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ListChecks } from 'lucide-react';
import { progressOf } from '../../machines/bulk/bulk-context.ts';
import type { RunningBanner } from '../_base/running-banner.ts';
import { useApp } from '../_base/use-app.ts';
import { barState, changeTitle, doneWords, paceWords } from './bulk-words.ts';

/** The bulk jobs of this person that run, each on every page but its own. */
export function useBulkBanners(): readonly RunningBanner[] {
  const { bulkJobs } = useApp();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const running = useSelector(bulkJobs, ({ context }) => context.running);
  return Object.values(running)
    .map((job) => ({ job, href: `/contacts/bulk/${job.id}` }))
    .filter(({ href }) => href !== path)
    .map(({ job, href }) => ({
      key: `bulk ${job.id}`,
      since: job.created_at,
      icon: ListChecks,
      title: changeTitle(job.change, job.names),
      progress: { ...progressOf(job), state: barState(job), text: doneWords(job) },
      detail: paceWords(job),
      open: { href, label: 'Open' },
    }));
}
