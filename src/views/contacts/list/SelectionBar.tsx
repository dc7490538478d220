import { Suspense } from 'react';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { BehindList } from './BehindList.tsx';
import type { ContactBulkBarProps } from './ContactBulkBar.tsx';

const load = () => import('./ContactBulkBar.tsx');
const ContactBulkBar = lazyPart(load, 'ContactBulkBar');
/** Loads the bar, and shows nothing; when it does not come, the first selection tries again. */
const Loaded = lazyPart(async () => {
  await load().catch(() => undefined);
  return { Loaded: () => null };
}, 'Loaded');

interface SelectionBarProps extends ContactBulkBarProps {
  /** Whether anything can be selected. */
  isListed: boolean;
}

/** Selection bar. Mounted behind the list, before the first selection. */
export function SelectionBar({ isListed, ...bar }: SelectionBarProps) {
  if (bar.selection.count === 0) {
    return (
      <BehindList pending={!isListed}>
        <Loaded />
      </BehindList>
    );
  }
  return (
    <Suspense>
      <ContactBulkBar {...bar} />
    </Suspense>
  );
}
