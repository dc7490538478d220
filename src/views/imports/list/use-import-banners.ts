import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import type { RunningBanner } from '../../_base/running-banner.ts';
import { useApp } from '../../_base/use-app.ts';
import { barState, doneWords, paceWords } from './status-words.ts';

/** The imports of this person that run, on every page that does not show them anyway. */
export function useImportBanners(): readonly RunningBanner[] {
  const { imports } = useApp();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const running = useSelector(imports, ({ context }) => context.running);
  if (path.startsWith('/imports') || path === '/live') return [];
  return Object.values(running).map((attempt) => ({
    key: `import ${attempt.id}`,
    since: attempt.created_at,
    icon: FileUp,
    title: attempt.file_name,
    progress: {
      done: attempt.done_rows,
      total: attempt.total_rows,
      state: barState(attempt.status),
      text: doneWords(attempt),
    },
    detail: paceWords(attempt),
    open: { href: `/imports/${attempt.id}`, label: 'Open' },
  }));
}
