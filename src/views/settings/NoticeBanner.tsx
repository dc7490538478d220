import { useSelector } from '@xstate/store-react';
import { Info, TriangleAlert } from 'lucide-react';
import { accountNotice } from '../../store/account-notice.ts';
import { Banner } from '../_kit/overlays/Banner.tsx';
import { dismissNotice } from './notice.ts';

/** What the administrators tell all users, until dismissed. */
export function NoticeBanner() {
  const notice = useSelector(accountNotice);
  if (notice === null) return null;
  const { text, isWarning, link } = notice;
  return (
    <Banner
      icon={isWarning ? TriangleAlert : Info}
      title={text}
      open={link === '' ? undefined : { href: link, label: 'Read more' }}
      onDismiss={dismissNotice}
    />
  );
}
