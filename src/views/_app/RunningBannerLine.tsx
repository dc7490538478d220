import { Banner } from '../_kit/overlays/Banner.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import type { RunningBanner } from '../_base/running-banner.ts';

interface RunningBannerLineProps {
  running: readonly RunningBanner[];
  /** Of all that runs now; what begins later shows again. */
  onDismiss: () => void;
}

/** What began last of all that runs, and how much runs beside it. */
export function RunningBannerLine({ running, onDismiss }: RunningBannerLineProps) {
  const [newest, ...others] = running.toSorted((a, b) => b.since.localeCompare(a.since));
  if (newest === undefined) return null;
  const { key, since: _, detail, ...banner } = newest;
  const beside = others.length === 0 ? [] : [`${formatCount(others.length)} more running`];
  return <Banner key={key} {...banner} detail={[detail, ...beside].filter(Boolean).join(', ')} onDismiss={onDismiss} />;
}
