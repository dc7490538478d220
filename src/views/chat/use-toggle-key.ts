import { useEffect, useRef } from 'react';

/** Ctrl or Cmd with this key, on every page, also while the user types; not below a dialog. */
export function useToggleKey(key: string, onToggle: () => void): void {
  const latest = useRef(onToggle);
  useEffect(() => {
    latest.current = onToggle;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.repeat || document.querySelector('.scrim') !== null) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [key]);
}
