import { SOA_LINK_HOURS } from '#contract/soa.contract.ts';
import type { Parties, SoaRow } from './soa.sql.ts';

interface Invitation {
  readonly subject: string;
  readonly body: string;
  /** For a text message. */
  readonly text: string;
}

/** What comes with a link, in the language of the scope of appointment. */
export function invitationOf(
  { language, appointment_at: at, zone }: SoaRow,
  parties: Parties,
  link: string,
): Invitation {
  const { first_name: first, agent, agency } = parties;
  const when = at === null ? null : whenOf(at, zone, language);
  if (language === 'es') {
    return {
      subject: `Firme antes de hablar con ${agent}`,
      body: [
        `Hola ${first}:`,
        `Antes de hablar de planes de Medicare${when === null ? '' : ` (${when})`}, Medicare pide que usted elija de qué quiere hablar. Tarda un minuto y no le obliga a nada:`,
        link,
        `El enlace funciona durante ${SOA_LINK_HOURS} horas.`,
        `${agent}\n${agency}`,
      ].join('\n\n'),
      text: `${agent}, ${agency}: antes de nuestra reunión, elija de qué quiere hablar y firme aquí: ${link}`,
    };
  }
  return {
    subject: `Please sign before you talk with ${agent}`,
    body: [
      `Hi ${first},`,
      `Before we talk about Medicare plans${when === null ? '' : ` (${when})`}, Medicare asks that you choose what you want to talk about. It takes a minute and doesn't oblige you to anything:`,
      link,
      `The link works for ${SOA_LINK_HOURS} hours.`,
      `${agent}\n${agency}`,
    ].join('\n\n'),
    text: `${agent}, ${agency}: before we meet, please choose what to talk about and sign here: ${link}`,
  };
}

export const whenOf = (at: Date, zone: string, language: SoaRow['language']): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  })
    .format(at)
    // It ends a sentence, and "p. m." has its own dot.
    .replace(/\.$/, '');
