import { useSelector as useStore } from '@xstate/store-react';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { Suspense, useState } from 'react';
import { bannerStore } from '../../store/banner.store.ts';
import { Banner } from '../_kit/overlays/Banner.tsx';
import { useRunningWork } from '../_running/use-running-work.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const RunningBanner = lazyPart(() => import('../_running/RunningBanner.tsx'), 'RunningBanner');

const DRAWING = { processing: LoaderCircle, done: CircleCheck, failed: CircleAlert };

/** The process notification of core §3: what was told, else the work that runs. One line, however much that is. */
export function FrameBanner() {
  const { visible, status, text, linkUrl, linkText } = useStore(bannerStore, ({ context }) => context);
  const isRunning = useRunningWork().length > 0;
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  if (!visible)
    return isRunning ? (
      <Suspense>
        <RunningBanner dismissed={dismissed} onDismiss={setDismissed} />
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
