import { readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { type ContactEmail, listEmailLogs, sendEmail } from '#contract/timeline/emails.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { type SubmitOptions, useSubmit } from '../_base/use-submit.ts';

/** Data changed by another e-mail. */
export const MAIL_STALE = [listEmailLogs, readTimeline, readContact, listContacts];

/** Sends a mail to a contact. */
export const useSendMail = (onDone: NonNullable<SubmitOptions<typeof sendEmail>['onDone']>) =>
  useSubmit(sendEmail, { invalidates: MAIL_STALE, onDone });

/** Actions taken on a sent e-mail. */
export const sentWords = ({ status, address }: Pick<ContactEmail, 'status' | 'address'>): string =>
  status === 'queued' ? `Sending e-mail to ${address}` : `E-mail sent to ${address}`;
