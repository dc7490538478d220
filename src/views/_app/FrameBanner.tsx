import { useSelector } from '@xstate/store-react';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { bannerStore } from '../../store/banner.store.ts';
import { Banner } from '../_kit/Banner.tsx';

const DRAWING = { processing: LoaderCircle, done: CircleCheck, failed: CircleAlert };

/** The process notification of core §3. */
export function FrameBanner() {
  const { visible, status, text, linkUrl, linkText } = useSelector(bannerStore, ({ context }) => context);
  return visible ? (
    <Banner
      icon={DRAWING[status]}
      title={text}
      open={linkUrl === '' ? undefined : { href: linkUrl, label: linkText }}
      onDismiss={() => bannerStore.trigger.close()}
    />
  ) : null;
}
