import { useEffect } from 'react';
import type { ShownChat } from './shown-chat.ts';

interface Around extends Pick<ShownChat, 'send'> {
  /** A page opens soon. */
  isLeaving: boolean;
}

/** Cancels the redirect that MAX is about to make once the user touches the page. */
export function useStay({ isLeaving, send }: Around): void {
  useEffect(() => {
    if (!isLeaving) return undefined;
    const touch = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('.max-float'))) send({ type: 'leaving.cancel' });
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    for (const kind of ['pointerdown', 'keydown', 'input']) document.addEventListener(kind, touch, options);
    return () => listening.abort();
  }, [isLeaving, send]);
}
