import { useSelector as useStore } from '@xstate/store-react';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { Suspense, useState } from 'react';
import { accountNotice } from '../../store/account-notice.ts';
import { bannerStore } from '../../store/banner.store.ts';
import { Banner } from '../_kit/overlays/Banner.tsx';
import { useRunningWork } from '../_running/use-running-work.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const NoticeBanner = lazyPart(() => import('../settings/NoticeBanner.tsx'), 'NoticeBanner');
const RunningBanner = lazyPart(() => import('../_running/RunningBanner.tsx'), 'RunningBanner');

const DRAWING = { processing: LoaderCircle, done: CircleCheck, failed: CircleAlert };

/** The notice of the account, and below it the process notification. */
export function FrameBanner() {
  const hasNotice = useStore(accountNotice) !== null;
  return (
    <>
      {hasNotice ? (
        <Suspense>
          <NoticeBanner />
        </Suspense>
      ) : null}
      <WorkBanner />
    </>
  );
}

/** The process notification of core §3: what was told, else the work that runs. One line, however much that is. */
function WorkBanner() {
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
