import { useEffect, useRef } from 'react';
import type { PhoneCommand, PhoneView } from '../../../machines/phone/line-view.ts';

/** Action of Ctrl or Cmd, Shift and a letter; `null`: none now. */
function askedBy(key: string, { line }: PhoneView): PhoneCommand | null {
  const { call, incoming } = line;
  const [first] = incoming;
  switch (key.toLowerCase()) {
    case 'a':
      if (call?.stage === 'waiting') return { type: 'line.rejoin' };
      return first ? { type: 'line.answer', key: first.key } : null;
    case 'd':
      return first ? { type: 'line.reject', key: first.key } : null;
    case 'm':
      return call?.stage === 'active' ? { type: 'line.mute', muted: !call.muted } : null;
    case 'h':
      return call ? { type: 'line.hangUp' } : null;
    default:
      return null;
  }
}

interface PhoneKeys {
  view: PhoneView;
  send: (command: PhoneCommand) => void;
  /** Ctrl or Cmd and a full stop. */
  onToggle: () => void;
}

/** Phone shortcuts on every page, also while the user types; listed in the shortcuts dialog. */
export function usePhoneKeys(keys: PhoneKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.repeat) return;
      const { view, send, onToggle } = latest.current;
      if (event.key === '.' && !event.shiftKey) {
        event.preventDefault();
        onToggle();
        return;
      }
      const asked = event.shiftKey ? askedBy(event.key, view) : null;
      if (asked === null) return;
      event.preventDefault();
      send(asked);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
