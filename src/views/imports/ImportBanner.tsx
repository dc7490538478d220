import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../_app/use-app.ts';
import { Banner } from '../_kit/Banner.tsx';
import { barState, doneWords, paceWords } from './status-words.ts';

/** The newest import of this person that runs, on every page that does not show it anyway. */
export function ImportBanner() {
  const { imports } = useApp();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const running = useSelector(imports, ({ context }) => context.running);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const newest = Object.values(running).toSorted((a, b) => b.id - a.id)[0];
  if (!newest || newest.id === dismissed || path.startsWith('/imports') || path === '/live') return null;
  return (
    <Banner
      icon={FileUp}
      title={newest.file_name}
      progress={{
        done: newest.done_rows,
        total: newest.total_rows,
        state: barState(newest.status),
        text: doneWords(newest),
      }}
      detail={paceWords(newest)}
      open={{ href: `/imports/${newest.id}`, label: 'Open' }}
      onDismiss={() => setDismissed(newest.id)}
    />
  );
}
