import { lazy, Suspense, useEffect } from 'react';
import type { ContactBulkBarProps } from './ContactBulkBar.tsx';

const load = async () => ({ default: (await import('./ContactBulkBar.tsx')).ContactBulkBar });
const ContactBulkBar = lazy(load);

interface SelectionBarProps extends ContactBulkBarProps {
  /** Whether there is something to select. */
  isListed: boolean;
}

/** The bar of what is selected. It comes behind the list, and is there before somebody selects. */
export function SelectionBar({ isListed, ...bar }: SelectionBarProps) {
  useEffect(() => {
    if (!isListed) return;
    // Once the list is drawn.
    const timer = setTimeout(() => void load().catch(() => undefined));
    return () => clearTimeout(timer);
  }, [isListed]);
  if (bar.selection.count === 0) return null;
  return (
    <Suspense>
      <ContactBulkBar {...bar} />
    </Suspense>
  );
}
