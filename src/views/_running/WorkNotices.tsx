import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { WORK_KINDS, type WorkKind, type WorkOf } from '../../machines/_running/kinds.ts';
import type { RunningActor } from '../../machines/_running/running-work.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { useWorkUndo } from './use-work-undo.ts';
import { workPlaces } from './work-places.ts';

/** Announces, on any page, that the user's work has ended, and reloads what it has changed. */
export const WorkNotices = () => WORK_KINDS.map((kind) => <KindNotices key={kind} kind={kind} />);

function KindNotices<K extends WorkKind>({ kind }: { kind: K }) {
  const { features, toasts, invalidate, user } = useApp();
  const navigate = useNavigate();
  const undoOf = useWorkUndo();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const actor = features[kind] as RunningActor<WorkOf[K]>;

  useEffect(() => {
    const place: (typeof workPlaces)[K] = workPlaces[kind];
    const tell = async (work: WorkOf[K]) => {
      invalidate(...place.stale);
      const href = place.hrefOf(work);
      const isAtHome = path === href;
      if (isAtHome && !place.isToldAtHome?.(work)) return;
      const { workWords } = await import('./work-words.ts');
      const words: (typeof workWords)[K] = workWords[kind];
      const open = { label: 'Open', run: () => void navigate({ href }) };
      const result = place.resultOf?.(work) ?? null;
      const view = result && { label: result.label, run: () => void navigate({ href: result.href }) };
      const away = place.isUndoOffered?.(work, user.id) ? undoOf(kind, work) : (view ?? open);
      const action = isAtHome ? view : away;
      toasts.show({ ...words.noticeOf(work, user.id), ...(action && { action }) });
    };
    const settled = actor.on('work.settled', ({ work }) => void tell(work));
    return () => settled.unsubscribe();
  });
  return null;
}
