import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { NoticeVersion } from '#contract/settings.contract.ts';
import { storedHint } from '../../store/stored-hint.ts';
import { Banner } from '../_kit/overlays/Banner.tsx';

const dismissedHint = storedHint('notice', 1, NoticeVersion);

interface NoticeBannerProps {
  text: string;
  isWarning: boolean;
  /** Empty: none. */
  link: string;
  /** Differs after each change. */
  version: string;
}

/** What the administrators tell all users. Dismissed in this browser, it stays away until it changes. */
export function NoticeBanner({ text, isWarning, link, version }: NoticeBannerProps) {
  const [dismissed, setDismissed] = useState(dismissedHint.read);
  if (dismissed === version) return null;
  const dismiss = () => {
    dismissedHint.write(version);
    setDismissed(version);
  };
  return (
    <Banner
      icon={isWarning ? TriangleAlert : Info}
      title={text}
      open={link === '' ? undefined : { href: link, label: 'Read more' }}
      onDismiss={dismiss}
    />
  );
}
