import { useLocation } from '@tanstack/react-router';
import type { WorkKind, WorkOf } from '../../machines/_running/kinds.ts';
import { type BannerLine, RunningBannerLine } from './RunningBannerLine.tsx';
import { type AnyWork, useRunningWork } from './use-running-work.ts';
import { workPlaces } from './work-places.ts';
import { workWords } from './work-words.ts';

interface RunningBannerProps {
  /** Keys of dismissed banners. */
  dismissed: readonly string[];
  onDismiss: (keys: readonly string[]) => void;
}

/** The work of this person that runs and that the page does not show anyway, as one line. */
export function RunningBanner({ dismissed, onDismiss }: RunningBannerProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const running = useRunningWork().filter((one) => !isShownOn(path, one));
  return (
    <RunningBannerLine
      running={running.map(lineOf).filter(({ key }) => !dismissed.includes(key))}
      onDismiss={() => onDismiss(running.map(keyOf))}
    />
  );
}

const keyOf = ({ kind, work }: AnyWork): string => `${kind} ${work.id}`;

function isShownOn<K extends WorkKind>(path: string, { kind, work }: { kind: K; work: WorkOf[K] }): boolean {
  const place: (typeof workPlaces)[K] = workPlaces[kind];
  return place.hrefOf(work) === path || (place.isShownOn?.(path) ?? false);
}

function lineOf<K extends WorkKind>({ kind, work }: { kind: K; work: WorkOf[K] }): BannerLine {
  const words: (typeof workWords)[K] = workWords[kind];
  return {
    key: `${kind} ${work.id}`,
    since: work.created_at,
    icon: words.icon,
    title: words.titleOf(work),
    progress: words.progressOf(work),
    detail: words.paceOf(work),
    open: { href: workPlaces[kind].hrefOf(work), label: 'Open' },
  };
}
