import { formatPhone } from '#rules/phone/phone-number.ts';
import type { ReceivedText } from '../../machines/messages/incoming.machine.ts';

/** The thread of a text that came in. */
export const threadHref = ({ conversation_id: id }: Pick<ReceivedText, 'conversation_id'>): string =>
  `/messages?conversation=${id}`;

/**
 * A notification of the desktop while the page isn't seen; it leads back to this tab. It names the sender and not the
 * text, which may be about health: a locked screen shows it too. Several tabs of one browser show one.
 */
export function showTextNotice(text: ReceivedText, open: (href: string) => void): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  if (document.visibilityState === 'visible') return;
  const number = formatPhone(text.phone);
  const body = text.name === '' ? number : `${text.name}, ${number}`;
  const notice = new Notification('New Message', { body, tag: `text-${text.text_id}` });
  notice.onclick = () => {
    globalThis.focus();
    open(threadHref(text));
    notice.close();
  };
}
