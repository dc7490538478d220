import type { Brand } from '#brands/brand.ts';
import { type BookingForm, HOLD_MINUTES } from '#contract/bookings.contract.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { type PublicPage, publicPage } from '../../http/public-page.ts';
import { htmlText } from '../mail/html-text.ts';
import { bookedWhen, zoneName } from './booking-words.ts';
import type { Offered, ShownBooking } from './bookings.service.ts';
import type { OfferRow } from './bookings.sql.ts';

/** Free times to choose from. */
export interface Choosing extends Offered {
  /** IANA zone in which times are shown. */
  readonly zone: string;
  /** Of the form whose repetition has no other effect. */
  readonly submission: string;
  /** Shown above the times; empty: none. */
  readonly notice: string;
  /** Path and query of this page without `day` and `zone`. */
  readonly path: string;
  /** The booking that is moved; `null`: a new one. */
  readonly moves: boolean;
}

/** Details to fill in, with what was entered before a refusal. */
export interface Filling {
  readonly shown: ShownBooking;
  readonly entered: Partial<Record<keyof BookingForm, string>>;
  /** By field; empty: nothing was refused. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const agentHeader = (offer: OfferRow | null): { header?: string } =>
  offer === null
    ? {}
    : {
        header: `<header><span class="grow">${htmlText(offer.agency)}</span>${
          offer.agent_phone === ''
            ? ''
            : `<a class="quiet" href="tel:${htmlText(offer.agent_phone)}">Call ${htmlText(offer.agent)}</a>`
        }</header>`,
      };

const page = (brand: Brand, offer: OfferRow | null, title: string, main: string): PublicPage =>
  publicPage(brand, { title, css: CSS, main, ...agentHeader(offer) });

const about = ({ minutes, place, agent }: OfferRow): string =>
  `<p>${minutes} minutes with ${htmlText(agent)}${place === '' ? '' : ` · ${htmlText(place)}`}</p>`;

/** For a page that isn't there, or a link that isn't ours. */
export const messagePage = (brand: Brand, title: string, text: string): PublicPage =>
  page(brand, null, title, `<h1>${htmlText(title)}</h1>\n<p>${htmlText(text)}</p>`);

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${htmlText(value)}">`;

/** Zones of the US, and that of the agent. */
function zoneForm({ offer, zone, path }: Choosing): string {
  const zones = [...new Set([...Object.values(IANA_ZONES), offer.zone, zone])];
  const options = zones.map(
    (one) => `<option value="${htmlText(one)}"${one === zone ? ' selected' : ''}>${htmlText(zoneName(one))}</option>`,
  );
  const query = new URLSearchParams(path.split('?')[1]);
  return `<form method="get" class="row" action="${htmlText(path.split('?')[0] ?? '')}">${[...query].map(([name, value]) => hidden(name, value)).join('')}
<div class="field grow"><label for="zone">Time zone</label><select id="zone" name="zone">${options.join('')}</select></div>
<button class="plain">Show times</button></form>`;
}

function dayLists({ times, zone }: Choosing): string {
  const days = new Map<string, number[]>();
  for (const at of times) days.set(dayIn(zone, at), [...(days.get(dayIn(zone, at)) ?? []), at]);
  const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: zone });
  const date = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: zone });
  return [...days.values()]
    .map((starts) => {
      const name = date.format(starts[0]);
      const buttons = starts.map(
        (at) =>
          `<button name="start" value="${at}" aria-label="${clock.format(at)}, ${name}">${clock.format(at)}</button>`,
      );
      return `<h2>${name}</h2><div class="times">${buttons.join('')}</div>`;
    })
    .join('\n');
}

/** Free times as buttons; each chooses one. */
export function choosePage(brand: Brand, choosing: Choosing): PublicPage {
  const { offer, times, zone, submission, notice, path, moves } = choosing;
  const last = times.at(-1);
  const more = new URLSearchParams(path.split('?')[1]);
  if (last !== undefined) more.set('day', plusDays(dayIn(offer.zone, last), 1));
  more.set('zone', zone);
  const title = moves ? `Move: ${offer.name}` : offer.name;
  const list =
    times.length === 0
      ? `<p class="none">No free times. ${htmlText(offer.agent)} may have others: please call.</p>`
      : `<form method="post">${hidden('zone', zone)}${hidden('submission', submission)}${hidden('action', moves ? 'move' : 'hold')}
${dayLists(choosing)}</form>
<p class="more"><a href="${htmlText(`${path.split('?')[0]}?${more}`)}">Later times</a></p>`;
  const fault = notice === '' ? '' : `<div class="faults" role="alert"><p>${htmlText(notice)}</p></div>`;
  return page(
    brand,
    offer,
    title,
    `<h1>${htmlText(title)}</h1>\n${about(offer)}\n${fault}${zoneForm(choosing)}\n${list}`,
  );
}

function field({ entered, errors }: Filling, name: keyof BookingForm, label: string, more: string): string {
  const [error] = errors[name] ?? [];
  const fault = error === undefined ? '' : `<p class="error" id="${name}-error">${htmlText(error)}</p>`;
  const marks = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`;
  return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${htmlText(entered[name] ?? '')}" required ${more}${marks}>${fault}</div>`;
}

/** The form of a time that is held. */
export function detailsPage(brand: Brand, filling: Filling): PublicPage {
  const { shown, errors } = filling;
  const { booking, offer } = shown;
  const title = offer?.name ?? 'Your appointment';
  const faults = Object.entries(errors).map(
    ([name, [text = '']]) => `<li><a href="#${htmlText(name)}">${htmlText(text)}</a></li>`,
  );
  const summary =
    faults.length === 0
      ? ''
      : `<div class="faults" role="alert" tabindex="-1" autofocus><h2>Please check</h2><ul>${faults.join('')}</ul></div>`;
  return page(
    brand,
    offer,
    title,
    `<h1>${htmlText(title)}</h1>
<p><b>${htmlText(bookedWhen(booking.starts_at, booking.zone))}</b></p>
<p class="meta">This time is held for you for ${HOLD_MINUTES} minutes.</p>${summary}
<form method="post" novalidate>${hidden('action', 'book')}
${field(filling, 'first_name', 'First name', 'maxlength="60" autocomplete="given-name"')}
${field(filling, 'last_name', 'Last name', 'maxlength="60" autocomplete="family-name"')}
${field(filling, 'email', 'E-mail', 'type="email" maxlength="254" autocomplete="email"')}
${field(filling, 'phone', 'Phone', 'type="tel" maxlength="40" autocomplete="tel"')}
<p class="meta">${htmlText(offer?.agent ?? 'The agent')} uses this to confirm and keep the appointment.</p>
<button class="wide">Book this time</button></form>
<form method="post">${hidden('action', 'cancel')}<button class="plain">Choose another time</button></form>`,
  );
}

const STATES = {
  held: ['Not booked yet', ''],
  booked: ['You’re booked', 'A confirmation is on its way to your e-mail.'],
  moved: ['Moved', 'This appointment has another time now.'],
  cancelled: ['Canceled', 'This appointment is canceled.'],
  expired: ['Time expired', 'This time is no longer held for you.'],
} as const;

/** A booking, with what can be done with it. */
export function bookingPage(
  brand: Brand,
  { booking, offer, soaUrl, nextToken }: ShownBooking,
  path: string,
): PublicPage {
  const [title, text] = STATES[booking.status];
  const isBooked = booking.status === 'booked';
  const again = offer === null ? '' : `<p class="more"><a href="/book/${htmlText(offer.slug)}">Choose a time</a></p>`;
  const soa =
    isBooked && soaUrl !== null
      ? `<section class="legal"><h2>One more step</h2><p>Before you talk about Medicare plans, Medicare asks that you choose what to talk about and sign. It takes a minute.</p>
<p class="more"><a href="${htmlText(soaUrl)}">Sign now</a></p></section>`
      : '';
  const acts = isBooked
    ? `${offer === null ? '' : `<p class="more"><a href="${htmlText(path)}?move=1">Move it</a></p>`}
<form method="post">${hidden('action', 'cancel')}<button class="plain">Cancel appointment</button></form>`
    : nextToken === null
      ? again
      : `<p class="more"><a href="/booking/${htmlText(nextToken)}">Show the new time</a></p>`;
  return page(
    brand,
    offer,
    title,
    `<h1>${title}</h1>\n${text === '' ? '' : `<p>${text}</p>`}
<p><b>${htmlText(offer?.name ?? 'Appointment')}</b><br>${htmlText(bookedWhen(booking.starts_at, booking.zone))}${
      offer === null || offer.place === '' ? '' : `<br>${htmlText(offer.place)}`
    }</p>${soa}${acts}`,
  );
}

const CSS = [
  '.grow{flex:1}.quiet{color:var(--quiet);font-weight:400}a{color:var(--mark)}h2{margin:1.25rem 0 .5rem;font-size:1rem}',
  '.row{display:flex;gap:.75rem;align-items:end}.field{margin:0 0 1rem}.row .field{margin:0}label{display:block;font-weight:600;margin-bottom:.25rem}',
  'input,select{box-sizing:border-box;width:100%;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--quiet);border-radius:.375rem;background:var(--bg);color:var(--text);font:inherit}',
  'input:focus-visible,select:focus-visible,a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}',
  '.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:.5rem}',
  '.times button,.plain{background:transparent;color:var(--mark);border:1px solid var(--quiet);padding:0 .5rem}.times button:hover,.plain:hover{background:var(--bg)}',
  '.wide{width:100%}.meta{font-size:.875rem}.more,.none{margin-top:1.25rem}.error{color:var(--text);font-weight:600;font-size:.875rem;margin-top:.25rem}',
  '.faults{border:1px solid var(--mark);border-radius:.375rem;padding:.75rem 1rem;margin:1rem 0 0}.faults h2{margin-top:0}.faults ul{margin:0;padding-left:1.25rem}',
  '.legal{border-top:1px solid var(--line);margin-top:1.25rem;padding-top:.25rem}p b{color:var(--text)}main p+p,main h1+p+p{margin-top:.75rem}form+form{margin-top:.75rem}',
].join('');
