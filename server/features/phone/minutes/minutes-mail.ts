import { type BrandKey, brandOf } from '#brands/brand.ts';
import type { Mail } from '../../../adapters/mail.ts';
import type { RequestRow } from './minutes-requests.sql.ts';

/** Tells a manager that somebody asks for minutes. */
export function mailOfRequest({ user, minutes, note }: RequestRow, to: string, brand: BrandKey): Mail {
  const said = note === '' ? '' : `They wrote: ${note}\n\n`;
  return {
    to,
    subject: `${user.name} asks for ${minutes} phone minutes`,
    text: `${user.name} asks for ${minutes} additional phone minutes.\n\n${said}Open ${brandOf(brand).name} to give them or decline.\n`,
  };
}

/** Tells who asked what became of it. */
export function mailOfAnswer({ minutes, granted }: RequestRow, to: string, brand: BrandKey): Mail {
  if (granted === null) {
    return {
      to,
      subject: 'No additional phone minutes',
      text: `Your request for ${minutes} additional phone minutes was declined.\n\n${brandOf(brand).name}\n`,
    };
  }
  return {
    to,
    subject: `${granted} more phone minutes`,
    text: `You have ${granted} more phone minutes a month from now on.\n\n${brandOf(brand).name}\n`,
  };
}
