import { useSelector } from '@xstate/store-react';
import { Suspense } from 'react';
import { hasDialer } from '../../machines/phone/line-view.ts';
import { useApp } from '../_base/use-app.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const PhoneDock = lazyPart(() => import('../phone/dock/PhoneDock.tsx'), 'PhoneDock');
const PopBanners = lazyPart(() => import('../phone/dock/PopBanners.tsx'), 'PopBanners');

/** Phone at the lower right, once it has loaded for a user who has one. */
export function FramePhone() {
  const { phone } = useApp();
  const isThere = useSelector(phone.view, hasDialer);
  return isThere ? (
    <Suspense>
      <PhoneDock />
    </Suspense>
  ) : null;
}

/** Phone messages within the page. */
export function FramePops() {
  const { phone } = useApp();
  const hasPops = useSelector(phone.view, (view) => view !== null && view.pops.length > 0);
  return hasPops ? (
    <Suspense>
      <PopBanners />
    </Suspense>
  ) : null;
}
