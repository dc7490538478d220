import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ArrowLeftRight } from 'lucide-react';
import { progressOf } from '../../machines/transfers/transfer-context.ts';
import type { RunningBanner } from '../_base/running-banner.ts';
import { useApp } from '../_base/use-app.ts';
import { barState, doneWords, paceWords, transferTitle } from './transfer-words.ts';

/** The transfers of this person that run, on every page that does not show them anyway. */
export function useTransferBanners(): readonly RunningBanner[] {
  const { transfers } = useApp();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const running = useSelector(transfers, ({ context }) => context.running);
  return Object.values(running)
    .map((attempt) => ({ attempt, href: `/transfers/${attempt.id}` }))
    .filter(({ href }) => path !== href && path !== '/transfers')
    .map(({ attempt, href }) => ({
      key: `transfer ${attempt.id}`,
      since: attempt.created_at,
      icon: ArrowLeftRight,
      title: transferTitle(attempt),
      progress: { ...progressOf(attempt), state: barState(attempt), text: doneWords(attempt) },
      detail: paceWords(attempt),
      open: { href, label: 'Open' },
    }));
}
