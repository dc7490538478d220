import { useSyncExternalStore } from 'react';
import type { PhoneView } from '../../../machines/phone/line-view.ts';

/** Of an element that react-aria leaves alive below a dialog. The phone says itself when it is inert. */
export const ABOVE_DIALOGS = { 'data-react-aria-top-layer': 'true' } as const;

interface Standing {
  /** A dialog lies over it, as over the page. */
  readonly isBelow: boolean;
  /** It lies over a dialog. */
  readonly isAbove: boolean;
}

/** Above a dialog while there is a call: it is answered and ended whatever is open. Else below, as everything. */
export function useAboveDialogs({ line, panel }: PhoneView): Standing {
  const hasDialog = useSyncExternalStore(watchDialogs, hasDialogNow);
  const showsEnd = line.ended !== null && panel.open && panel.view === 'ended';
  const hasCall = line.incoming.length > 0 || line.call !== null || showsEnd;
  return { isBelow: hasDialog && !hasCall, isAbove: hasDialog && hasCall };
}

const hasDialogNow = () => document.querySelector('.scrim') !== null;

function watchDialogs(tell: () => void): () => void {
  // Dialogs are children of the body.
  const watching = new MutationObserver(tell);
  watching.observe(document.body, { childList: true });
  return () => watching.disconnect();
}
