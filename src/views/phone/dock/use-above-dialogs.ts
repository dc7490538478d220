import { useSyncExternalStore } from 'react';
import type { PhoneView } from '../../../machines/phone/line-view.ts';

/** Of an element that react-aria leaves alive below a dialog. The phone says itself when it is inert. */
export const ABOVE_DIALOGS = { 'data-react-aria-top-layer': 'true' } as const;

interface Standing {
  /** A dialog covers it, like the page. */
  readonly isBelow: boolean;
  /** It covers a dialog. */
  readonly isAbove: boolean;
}

/**
 * Floats above a dialog during a call, so that calls can be answered and ended anytime. Otherwise below, like
 * everything else.
 */
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
