import { useSelector } from '@xstate/react';
import { useSelector as useStore } from '@xstate/store-react';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { bannerStore } from '../../store/banner.store.ts';
import { Banner } from '../_kit/overlays/Banner.tsx';
import { useApp } from '../_base/use-app.ts';

const RunningWork = lazy(async () => ({ default: (await import('./RunningWork.tsx')).RunningWork }));

const DRAWING = { processing: LoaderCircle, done: CircleCheck, failed: CircleAlert };

/** The process notification of core §3: what was told, else the work that runs. One line, however much that is. */
export function FrameBanner() {
  const { visible, status, text, linkUrl, linkText } = useStore(bannerStore, ({ context }) => context);
  const { imports, bulkJobs, transfers, printing } = useApp();
  const isImporting = useSelector(imports, ({ context }) => Object.keys(context.running).length > 0);
  const isChanging = useSelector(bulkJobs, ({ context }) => Object.keys(context.running).length > 0);
  const isTransferring = useSelector(transfers, ({ context }) => Object.keys(context.running).length > 0);
  const isPrinting = useSelector(printing, ({ context }) => Object.keys(context.running).length > 0);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  if (!visible)
    return isImporting || isChanging || isTransferring || isPrinting ? (
      <Suspense>
        <RunningWork dismissed={dismissed} onDismiss={setDismissed} />
      </Suspense>
    ) : null;
  return (
    <Banner
      icon={DRAWING[status]}
      title={text}
      open={linkUrl === '' ? undefined : { href: linkUrl, label: linkText }}
      onDismiss={() => bannerStore.trigger.close()}
    />
  );
}
