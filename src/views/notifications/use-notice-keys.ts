import { useEffect } from 'react';
import { isCommandKey } from '../_base/command-keys.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };

/** j and k move the focus from one notification to the next; Enter opens it. */
export function useNoticeKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || !isCommandKey(event)) return;
      const links = [...document.querySelectorAll<HTMLElement>('.notices .notice-text a')];
      const at = links.findIndex((link) => link === document.activeElement);
      const next = links[at === -1 ? 0 : Math.max(0, at + step)];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
