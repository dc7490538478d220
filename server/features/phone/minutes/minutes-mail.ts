import { type BrandKey, brandOf } from '#brands/brand.ts';
import type { Mail } from '../../../adapters/mail/mail.ts';
import type { RequestRow } from './minutes-requests.sql.ts';

/** E-mails a manager about a minutes request. */
export function mailOfRequest({ user, minutes, note }: RequestRow, to: string, brand: BrandKey): Mail {
  const said = note === '' ? '' : `Reason: ${note}\n\n`;
  return {
    to,
    subject: `${user.name} requested ${minutes} phone minutes`,
    text: `${user.name} requested ${minutes} additional phone minutes.\n\n${said}Open ${brandOf(brand).name} to approve or decline.\n`,
  };
}

/** E-mails the outcome to the requester. */
export function mailOfAnswer({ minutes, granted }: RequestRow, to: string, brand: BrandKey): Mail {
  if (granted === null) {
    return {
      to,
      subject: 'Minutes request declined',
      text: `Your request for ${minutes} additional phone minutes was declined.\n\n${brandOf(brand).name}\n`,
    };
  }
  return {
    to,
    subject: `${granted} more phone minutes`,
    text: `You now have ${granted} more phone minutes per month.\n\n${brandOf(brand).name}\n`,
  };
}

/** Tells the requester among their notifications. */
export const noticeOfAnswer = ({ id, user, minutes, granted }: RequestRow) =>
  ({
    userId: user.id,
    kind: 'minutes',
    aboutId: id,
    occurrence: 'answered',
    title: granted === null ? 'Minutes request declined' : `${granted} more phone minutes`,
    body:
      granted === null
        ? `Your request for ${minutes} additional minutes was declined.`
        : `You now have ${granted} more minutes per month.`,
    href: '/calls',
  }) as const;
