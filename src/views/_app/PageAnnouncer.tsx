import { useState, useSyncExternalStore } from 'react';
import { createSettledTitle } from '../../actors/_frame/page-title.ts';

/** Reads out the title of the page one has come to: a page that changes in place says nothing by itself. */
export function PageAnnouncer() {
  const [title] = useState(createSettledTitle);
  return (
    <p className="sr" aria-live="polite" id="page-name">
      {useSyncExternalStore(title.subscribe, title.getSnapshot)}
    </p>
  );
}
