import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Printer } from 'lucide-react';
import type { RunningBanner } from '../_base/running-banner.ts';
import { useApp } from '../_base/use-app.ts';
import { barState, doneWords, printTitle, STATUS_WORDS } from './print-words.ts';

/** The prints of this person that run, each on every page but its own. */
export function usePrintBanners(): readonly RunningBanner[] {
  const { printing } = useApp();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const running = useSelector(printing, ({ context }) => context.running);
  return Object.values(running)
    .map((job) => ({ job, href: `/prints/${job.jid}` }))
    .filter(({ href }) => href !== path)
    .map(({ job, href }) => ({
      key: `print ${job.id}`,
      since: job.created_at,
      icon: Printer,
      title: printTitle(job),
      progress: { done: job.done, total: job.total, state: barState(job), text: doneWords(job) },
      detail: STATUS_WORDS[job.status].text,
      open: { href, label: 'Open' },
    }));
}
