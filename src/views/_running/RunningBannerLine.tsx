import { Banner, type BannerProps } from '../_kit/overlays/Banner.tsx';
import { formatCount } from '../_kit/format/format-count.ts';

/** Running work as the process notification shows it. */
export interface BannerLine extends Omit<BannerProps, 'onDismiss'> {
  /** Unique among all that runs. */
  readonly key: string;
  /** When it was requested, ISO 8601. */
  readonly since: string;
}

interface RunningBannerLineProps {
  running: readonly BannerLine[];
  /** Dismisses everything running now; later work appears again. */
  onDismiss: () => void;
}

/** The latest running job, and the number of others. */
export function RunningBannerLine({ running, onDismiss }: RunningBannerLineProps) {
  const [newest, ...others] = running.toSorted((a, b) => b.since.localeCompare(a.since));
  if (newest === undefined) return null;
  const { key, since: _, detail, ...banner } = newest;
  const beside = others.length === 0 ? [] : [`${formatCount(others.length)} more running`];
  return <Banner key={key} {...banner} detail={[detail, ...beside].filter(Boolean).join(', ')} onDismiss={onDismiss} />;
}
