import { useBulkBanners } from '../bulk/use-bulk-banners.ts';
import { useImportBanners } from '../imports/list/use-import-banners.ts';
import { usePrintBanners } from '../printing/use-print-banners.ts';
import { useTransferBanners } from '../transfers/use-transfer-banners.ts';
import { RunningBannerLine } from './RunningBannerLine.tsx';

interface RunningWorkProps {
  /** Keys of what the person does not want to see any more. */
  dismissed: readonly string[];
  onDismiss: (keys: readonly string[]) => void;
}

/** The work of this person that runs, as one line. */
export function RunningWork({ dismissed, onDismiss }: RunningWorkProps) {
  const running = [...useImportBanners(), ...useBulkBanners(), ...useTransferBanners(), ...usePrintBanners()];
  return (
    <RunningBannerLine
      running={running.filter(({ key }) => !dismissed.includes(key))}
      onDismiss={() => onDismiss(running.map(({ key }) => key))}
    />
  );
}
