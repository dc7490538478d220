import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useSelector as useStore } from '@xstate/store-react';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { Suspense, useState } from 'react';
import { bannerStore } from '../../store/banner.store.ts';
import { useApp } from '../_base/use-app.ts';
import { Banner } from '../_kit/overlays/Banner.tsx';
import { useRunningWork } from '../_running/use-running-work.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const CallListBar = lazyPart(() => import('../call-list/CallListBar.tsx'), 'CallListBar');
const RunningBanner = lazyPart(() => import('../_running/RunningBanner.tsx'), 'RunningBanner');

const DRAWING = { processing: LoaderCircle, done: CircleCheck, failed: CircleAlert };

/** Below the page bar: the call list, and the process notification. */
export function FrameBanner() {
  const { callList } = useApp().features;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isCalling = useSelector(callList, (snapshot) => snapshot.hasTag('listed'));
  return (
    <>
      {isCalling ? (
        <Suspense>
          <CallListBar path={path} />
        </Suspense>
      ) : null}
      <ProcessBanner />
    </>
  );
}

/** The process notification of core §3: what was told, else the work that runs. One line, however much that is. */
function ProcessBanner() {
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
