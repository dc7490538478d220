import type { BookingForm } from '#contract/bookings.contract.ts';
import { IANA_ZONES, ZONE_NAMES } from '#rules/time/time-zone.ts';
import type { Deps } from '../../deps.ts';
import { appAddress } from '../events/feed/feed.service.ts';
import type { InviteWords } from '../events/invitations/tell-guests.ts';
import { type BookingLink, bookingUrl } from './booking-link.ts';
import type { BookingRow, OfferRow } from './bookings.sql.ts';

type Use = Pick<Deps, 'seal' | 'config'>;

/** "Eastern" of a zone that people of the US know by a name, else the zone. */
export function zoneName(zone: string): string {
  const [name] = Object.entries(IANA_ZONES).find(([, iana]) => iana === zone) ?? [];
  return name === undefined ? zone.replaceAll('_', ' ') : `${ZONE_NAMES[name as keyof typeof ZONE_NAMES]} time`;
}

/** "Tuesday, December 1, 2026 at 3:00 PM (Eastern time)". */
export const bookedWhen = (at: Date, zone: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: zone }).format(at)} (${zoneName(zone)})`;

interface Told {
  readonly offer: OfferRow;
  readonly row: Pick<BookingRow, 'starts_at' | 'zone'>;
  readonly form?: Pick<BookingForm, 'first_name'>;
  readonly soaUrl?: string | null;
}

function wordsOf(
  deps: Use,
  link: BookingLink,
  subject: string,
  { offer, row, form, soaUrl = null }: Told,
): InviteWords {
  const url = bookingUrl(deps, link);
  const lines = [
    ...(form === undefined ? [] : [`Hi ${form.first_name},`]),
    `${offer.name} with ${offer.agent}, ${offer.agency}:`,
    [bookedWhen(row.starts_at, row.zone), offer.place].filter((line) => line !== '').join('\n'),
    ...(soaUrl === null
      ? []
      : [
          `Before you talk about Medicare plans, Medicare asks that you choose what to talk about and sign:\n${soaUrl}`,
        ]),
    `To move or cancel it:\n${url}`,
  ];
  return { subject, text: `${lines.join('\n\n')}\n`, secrets: [url, ...(soaUrl === null ? [] : [soaUrl])] };
}

/** What a visitor gets with the invitation. */
export const confirmationOf = (deps: Use, link: BookingLink, told: Told): InviteWords =>
  wordsOf(deps, link, `Booked: ${told.offer.name} with ${told.offer.agent}`, told);

export const movedTo = (deps: Use, link: BookingLink, told: Told): InviteWords =>
  wordsOf(deps, link, `New time: ${told.offer.name} with ${told.offer.agent}`, told);

const SUBJECTS = { booked: 'booked', moved: 'moved', cancelled: 'canceled' } as const;

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
  body: bookedWhen(row.starts_at, offer.zone),
  href: calendarPath(row, offer),
});

/** What the agent gets by e-mail, on their own clock. */
export function agentMail(deps: Use, row: BookingRow, offer: OfferRow, what: keyof typeof SUBJECTS) {
  const name = `${row.first_name} ${row.last_name}`;
  return {
    to: offer.agent_email,
    subject: `${name} ${SUBJECTS[what]} ${offer.name}`,
    text: `${name} ${SUBJECTS[what]} ${offer.name}.\n\n${bookedWhen(row.starts_at, offer.zone)}\n${row.phone}\n${row.email}\n\n${appAddress(deps)}${calendarPath(row, offer)}\n`,
  };
}
