import { useEffect, useRef } from 'react';
import type { ShownChat } from './shown-chat.ts';

interface Around extends Pick<ShownChat, 'send'> {
  /** A page opens soon. */
  isLeaving: boolean;
  /** The page below. */
  path: string;
  isPhoneOpen: boolean;
}

/** Whoever does something on the page meanwhile stays on it. */
export function useStay({ isLeaving, path, isPhoneOpen, send }: Around): void {
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

  const around = `${path} ${isPhoneOpen}`;
  const seen = useRef(around);
  useEffect(() => {
    const isNew = around !== seen.current;
    seen.current = around;
    if (isNew && isLeaving) send({ type: 'leaving.cancel' });
  }, [around, isLeaving, send]);
}
