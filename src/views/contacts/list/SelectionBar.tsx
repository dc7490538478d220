import { lazy, Suspense } from 'react';
import { BehindList } from './BehindList.tsx';
import type { ContactBulkBarProps } from './ContactBulkBar.tsx';

const load = async () => ({ default: (await import('./ContactBulkBar.tsx')).ContactBulkBar });
const ContactBulkBar = lazy(load);
/** Loads the bar, and shows nothing; when it does not come, the first selection tries again. */
const Loaded = lazy(async () => {
  await load().catch(() => undefined);
  return { default: () => null };
});

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
