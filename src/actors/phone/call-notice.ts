import { formatPhone } from '#rules/phone/phone-number.ts';
import type { IncomingView } from '../../machines/phone/line-view.ts';

/** One notification of the desktop a call, for as long as it rings; it leads back to this tab. */
export function createCallNotices(isSeen = () => document.hasFocus()) {
  const shown = new Map<string, Notification>();

  const show = ({ key, from, contacts, call }: IncomingView) => {
    const [contact, another] = contacts;
    const number = formatPhone(from) || 'Number withheld';
    const name = contact && !another ? contact.name : call?.inside?.name;
    const body = name === undefined ? number : `${name}, ${number}`;
    const notice = new Notification('Incoming call', { body, tag: key, requireInteraction: true });
    notice.onclick = () => {
      globalThis.focus();
      notice.close();
    };
    return notice;
  };

  /** Calls that ring now, in the tab that has the phone; none in the others. */
  return (incoming: readonly IncomingView[]): void => {
    for (const [key, notice] of shown) {
      if (incoming.some((call) => call.key === key)) continue;
      notice.close();
      shown.delete(key);
    }
    if (!('Notification' in globalThis) || Notification.permission !== 'granted' || isSeen()) return;
    for (const call of incoming) if (!shown.has(call.key)) shown.set(call.key, show(call));
  };
}
