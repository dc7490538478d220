import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Named } from '../../actors/_resource.actors.ts';
import type { Toast } from '../../machines/_toasts/toasts.machine.ts';
import { useApp } from './use-app.ts';

/** A machine of running work. */
interface RunningActor<W> {
  readonly on: (type: 'work.settled', told: (settled: { readonly work: W }) => void) => { unsubscribe: () => void };
}

interface WorkNotices<W> {
  /** What work that has ended makes out of date. */
  readonly changed: readonly Named[];
  /** The page of the work: who is there sees it. */
  readonly hrefOf: (work: W) => string;
  /** How it came out; without an action the message opens its page. */
  readonly noticeOf: (work: W) => Promise<Omit<Toast, 'id'>>;
}

/** Tells, on whatever page, that work has ended; what it has changed loads anew. */
export function useWorkNotices<W>(actor: RunningActor<W>, { changed, hrefOf, noticeOf }: WorkNotices<W>): void {
  const { toasts, invalidate } = useApp();
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });

  useEffect(() => {
    const tell = async (work: W) => {
      invalidate(...changed);
      const href = hrefOf(work);
      if (path === href) return;
      const open = { label: 'Open', run: () => void navigate({ href }) };
      toasts.show({ action: open, ...(await noticeOf(work)) });
    };
    const settled = actor.on('work.settled', ({ work }) => void tell(work));
    return () => settled.unsubscribe();
  });
}
