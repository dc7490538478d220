import type { BookingForm } from '#contract/bookings.contract.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';
import { IANA_ZONES, ZONE_NAMES } from '#rules/time/time-zone.ts';
import type { Deps } from '../../deps.ts';
import { appAddress } from '../events/feed/feed.service.ts';
import type { InviteWords } from '../events/invitations/tell-guests.ts';
import { type BookingLink, bookingUrl } from './booking-link.ts';
import type { BookingRow, OfferRow } from './bookings.sql.ts';

type Use = Pick<Deps, 'seal' | 'config'>;

export const LOCALES: Readonly<Record<PageLanguage, string>> = { en: 'en-US', es: 'es-US' };

/** "Eastern time" of a zone that people of the US know by a name, else the zone. */
export function zoneName(zone: string, language: PageLanguage = 'en'): string {
  const [name] = Object.entries(IANA_ZONES).find(([, iana]) => iana === zone) ?? [];
  if (name === undefined) return zone.replaceAll('_', ' ');
  return language === 'es'
    ? SPANISH_ZONES[name as keyof typeof ZONE_NAMES]
    : `${ZONE_NAMES[name as keyof typeof ZONE_NAMES]} time`;
}

const SPANISH_ZONES: typeof ZONE_NAMES = {
  est: 'hora del Este',
  cst: 'hora del Centro',
  mst: 'hora de la Montaña',
  pst: 'hora del Pacífico',
  akst: 'hora de Alaska',
  hst: 'hora de Hawái',
};

/** "Tuesday, December 1, 2026 at 3:00 PM (Eastern time)". */
export const bookedWhen = (at: Date, zone: string, language: PageLanguage = 'en'): string =>
  `${new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'full', timeStyle: 'short', timeZone: zone }).format(at)} (${zoneName(zone, language)})`;

interface Told {
  readonly offer: OfferRow;
  readonly row: Pick<BookingRow, 'starts_at' | 'zone' | 'language'>;
  readonly form?: Pick<BookingForm, 'first_name'>;
  readonly soaUrl?: string | null;
}

const MAIL_WORDS = {
  en: {
    booked: 'Booked: ',
    moved: 'New time: ',
    cancelled: 'Canceled: ',
    with: 'with',
    hi: (name: string) => `Hi ${name},`,
    sign: 'Before you talk about Medicare plans, Medicare asks that you choose what to talk about and sign:',
    change: 'To move or cancel it:',
  },
  es: {
    booked: 'Cita reservada: ',
    moved: 'Nuevo horario: ',
    cancelled: 'Cita cancelada: ',
    with: 'con',
    hi: (name: string) => `Hola ${name}:`,
    sign: 'Antes de hablar de planes de Medicare, Medicare pide que usted elija de qué quiere hablar y firme:',
    change: 'Para cambiarla o cancelarla:',
  },
} as const;

/** What a visitor gets with the invitation, the new time or the cancellation, in the language they booked in. */
export function visitorWords(
  deps: Use,
  link: BookingLink,
  what: keyof typeof SUBJECTS,
  { offer, row, form, soaUrl = null }: Told,
): InviteWords {
  const words = MAIL_WORDS[row.language];
  const url = bookingUrl(deps, link);
  const name = `${offer.name} ${words.with} ${offer.agent}`;
  const lines = [
    ...(form === undefined ? [] : [words.hi(form.first_name)]),
    `${name}, ${offer.agency}:`,
    [bookedWhen(row.starts_at, row.zone, row.language), offer.place].filter((line) => line !== '').join('\n'),
    ...(soaUrl === null ? [] : [`${words.sign}\n${soaUrl}`]),
    ...(what === 'cancelled' ? [] : [`${words.change}\n${url}`]),
  ];
  const secrets = [...(what === 'cancelled' ? [] : [url]), ...(soaUrl === null ? [] : [soaUrl])];
  return { subject: `${words[what]}${name}`, text: `${lines.join('\n\n')}\n`, secrets };
}

const SUBJECTS = { booked: 'booked', moved: 'moved', cancelled: 'canceled' } as const;

/** What the agent should know before they call. */
const inSpanish = ({ language }: BookingRow): string => (language === 'es' ? ', in Spanish' : '');

/** Page of the calendar with a booking. */
function calendarPath(row: BookingRow, offer: OfferRow): string {
  const search = new URLSearchParams({
    date: new Intl.DateTimeFormat('en-CA', { timeZone: offer.zone }).format(row.starts_at),
    ...(row.event_id !== null && { event: String(row.event_id) }),
  });
  return `/calendar?${search}`;
}

/** What the agent reads among their notifications, on their own clock. */
export const agentNotice = (row: BookingRow, offer: OfferRow, what: keyof typeof SUBJECTS) => ({
  title: `${row.first_name} ${row.last_name} ${SUBJECTS[what]} ${offer.name}`,
  body: `${bookedWhen(row.starts_at, offer.zone)}${inSpanish(row)}`,
  href: calendarPath(row, offer),
});

/** What the agent gets by e-mail, on their own clock. */
export function agentMail(deps: Use, row: BookingRow, offer: OfferRow, what: keyof typeof SUBJECTS) {
  const name = `${row.first_name} ${row.last_name}`;
  return {
    to: offer.agent_email,
    subject: `${name} ${SUBJECTS[what]} ${offer.name}`,
    text: `${name} ${SUBJECTS[what]} ${offer.name}${inSpanish(row)}.\n\n${bookedWhen(row.starts_at, offer.zone)}\n${row.phone}\n${row.email}\n\n${appAddress(deps)}${calendarPath(row, offer)}\n`,
  };
}
