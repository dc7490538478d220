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
  /** Whether there is something to select. */
  isListed: boolean;
}

/** The bar of what is selected. It comes behind the list, and is there before somebody selects. */
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
