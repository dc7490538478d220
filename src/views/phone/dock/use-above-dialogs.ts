import { useSyncExternalStore } from 'react';
import { isPressing } from '../../../machines/phone/line-facts.ts';
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
export function useAboveDialogs(phone: PhoneView): Standing {
  const hasDialog = useSyncExternalStore(watchDialogs, hasDialogNow);
  const isAbove = isPressing(phone);
  return { isBelow: hasDialog && !isAbove, isAbove: hasDialog && isAbove };
}

const hasDialogNow = () => document.querySelector('.scrim') !== null;

function watchDialogs(tell: () => void): () => void {
  // Dialogs are children of the body.
  const watching = new MutationObserver(tell);
  watching.observe(document.body, { childList: true });
  return () => watching.disconnect();
}
