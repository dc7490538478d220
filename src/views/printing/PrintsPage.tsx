import { useSelector } from '@xstate/react';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { listPrints } from '#contract/printing.contract.ts';
import { isRunning } from '../../machines/printing/print-work.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { WORK_ROWS, WorkPage } from '../bulk/WorkPage.tsx';
import { mergeRunning } from '../imports/list/merge-running.ts';
import { outcomeOf, printTitle, STATUS_WORDS } from './print-words.ts';

const EMPTY = {
  icon: Printer,
  title: 'No print jobs yet',
  text: 'Select contacts, then choose Print… under More. Letters and labels appear here. Files are kept for a week.',
};

/** Letters and labels; what runs moves in place. */
export function PrintsPage() {
  const { features } = useApp();
  const running = useSelector(features.print, ({ context }) => context.running);
  const [page, setPage] = useState(1);
  const prints = useResource(listPrints, { query: { page, limit: WORK_ROWS } });
  const known = mergeRunning(prints.data?.data ?? [], running, prints.data !== null && page === 1);
  const works = known.map((job) => ({
    id: job.id,
    href: `/prints/${job.jid}`,
    title: printTitle(job),
    said: isRunning(job) ? STATUS_WORDS[job.status].text : outcomeOf(job).text,
    at: job.created_at,
  }));
  return <WorkPage title="Print jobs" list={prints} works={works} page={page} onPage={setPage} empty={EMPTY} />;
}
