import { formatPhone } from '#rules/phone/phone-number.ts';
import type { ReceivedMail, ReceivedText } from '../../machines/messages/incoming.machine.ts';

/** The thread of a text that came in. */
export const threadHref = ({ conversation_id: id }: Pick<ReceivedText, 'conversation_id'>): string =>
  `/messages?conversation=${id}`;

/** The e-mails of who answered. */
export const mailHref = ({ contact_number: number }: Pick<ReceivedMail, 'contact_number'>): string =>
  `/contacts/${number}?tab=email_log`;

/**
 * A notification of the desktop while the page isn't seen; it leads back to this tab. It names the sender and not the
 * text, which may be about health: a locked screen shows it too. Several tabs of one browser show one.
 */
export function showTextNotice(text: ReceivedText, open: (href: string) => void): void {
  const number = formatPhone(text.phone);
  const body = text.name === '' ? number : `${text.name}, ${number}`;
  showNotice({ title: 'New Message', body, tag: `text-${text.text_id}` }, () => open(threadHref(text)));
}

/** The same of an answer to an e-mail, without its subject. */
export function showMailNotice(mail: ReceivedMail, open: (href: string) => void): void {
  showNotice({ title: 'New E-mail', body: mail.name, tag: `mail-${mail.email_id}` }, () => open(mailHref(mail)));
}

/** Shows a notification of the desktop while the page isn't seen; it leads back to this tab. */
export function showNotice({ title, ...more }: { title: string; body: string; tag: string }, open: () => void): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  if (document.visibilityState === 'visible') return;
  const notice = new Notification(title, more);
  notice.onclick = () => {
    globalThis.focus();
    open();
    notice.close();
  };
}
