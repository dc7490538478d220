import type { Brand } from '#brands/brand.ts';
import type { BookingForm } from '#contract/bookings.contract.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { type PublicPage, publicPage } from '../../http/public-page.ts';
import { typedWords } from '../../http/typed-words.ts';
import { htmlText } from '../mail/html-text.ts';
import { BOOK_WORDS, bookRefusalIn } from './book-page-words.ts';
import { bookedWhen, LOCALES, zoneName } from './booking-words.ts';
import type { Offered, ShownBooking } from './bookings.service.ts';
import type { OfferRow } from './bookings.sql.ts';

/** The language of a page, and its address in the other one. */
export interface Spoken {
  readonly language: PageLanguage;
  readonly otherHref: string;
}

/** Free times to choose from. */
export interface Choosing extends Offered {
  /** IANA zone in which times are shown. */
  readonly zone: string;
  /** Of the form whose repetition has no other effect. */
  readonly submission: string;
  /** Shown above the times; empty: none. */
  readonly notice: string;
  /** Path and query of this page without `day`, `zone` and `lang`. */
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

function headerOf({ language, otherHref }: Spoken, offer: OfferRow | null): string {
  const words = BOOK_WORDS[language];
  const other = language === 'en' ? 'es' : 'en';
  const call =
    offer === null || offer.agent_phone === ''
      ? ''
      : `<a class="quiet" href="tel:${htmlText(offer.agent_phone)}">${htmlText(words.call(offer.agent))}</a>`;
  return `<header><span class="grow">${htmlText(offer?.agency ?? '')}</span>${call}<a class="quiet" lang="${other}" hreflang="${other}" href="${htmlText(otherHref)}">${words.other}</a></header>`;
}

const page = (brand: Brand, spoken: Spoken, offer: OfferRow | null, title: string, main: string): PublicPage =>
  publicPage(brand, { title, lang: spoken.language, css: CSS, main, header: headerOf(spoken, offer) });

const placeOf = ({ place }: OfferRow, { language }: Spoken): string =>
  place === '' ? '' : typedWords(place, language);

const about = (offer: OfferRow, spoken: Spoken): string =>
  `<p>${[htmlText(BOOK_WORDS[spoken.language].about(offer.minutes, offer.agent)), placeOf(offer, spoken)].filter(Boolean).join(' · ')}</p>`;

/** For a page that isn't there, or a link that isn't ours. */
export function messagePage(brand: Brand, lang: PageLanguage, kind: 'unknown' | 'failed', text: string): PublicPage {
  const title = BOOK_WORDS[lang][kind];
  const main = `<h1>${title}</h1>\n<p>${htmlText(bookRefusalIn(text, lang))}</p>`;
  return publicPage(brand, { title, lang, css: CSS, main });
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${htmlText(value)}">`;

/** Zones of the US, and that of the agent. */
function zoneForm({ offer, zone, path }: Choosing, { language }: Spoken): string {
  const words = BOOK_WORDS[language];
  const zones = [...new Set([...Object.values(IANA_ZONES), offer.zone, zone])];
  const options = zones.map(
    (one) =>
      `<option value="${htmlText(one)}"${one === zone ? ' selected' : ''}>${htmlText(zoneName(one, language))}</option>`,
  );
  const query = new URLSearchParams(path.split('?')[1]);
  query.set('lang', language);
  return `<form method="get" class="row" action="${htmlText(path.split('?')[0] ?? '')}">${[...query].map(([name, value]) => hidden(name, value)).join('')}
<div class="field grow"><label for="zone">${words.zone}</label><select id="zone" name="zone">${options.join('')}</select></div>
<button class="plain">${words.show}</button></form>`;
}

function dayLists({ times, zone }: Choosing, { language }: Spoken): string {
  const days = new Map<string, number[]>();
  for (const at of times) days.set(dayIn(zone, at), [...(days.get(dayIn(zone, at)) ?? []), at]);
  const locale = LOCALES[language];
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone });
  const date = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone: zone });
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
export function choosePage(brand: Brand, spoken: Spoken, choosing: Choosing): PublicPage {
  const { offer, times, zone, submission, notice, path, moves } = choosing;
  const { language } = spoken;
  const words = BOOK_WORDS[language];
  const last = times.at(-1);
  const more = new URLSearchParams(path.split('?')[1]);
  if (last !== undefined) more.set('day', plusDays(dayIn(offer.zone, last), 1));
  more.set('zone', zone);
  more.set('lang', language);
  const titled = (name: string) => (moves ? words.move(name) : name);
  const list =
    times.length === 0
      ? `<p class="none">${htmlText(words.none(offer.agent))}</p>`
      : `<form method="post">${hidden('zone', zone)}${hidden('lang', language)}${hidden('submission', submission)}${hidden('action', moves ? 'move' : 'hold')}
${dayLists(choosing, spoken)}</form>
<p class="more"><a href="${htmlText(`${path.split('?')[0]}?${more}`)}">${words.later}</a></p>`;
  const fault =
    notice === '' ? '' : `<div class="faults" role="alert"><p>${htmlText(bookRefusalIn(notice, language))}</p></div>`;
  return page(
    brand,
    spoken,
    offer,
    titled(offer.name),
    `<h1>${titled(typedWords(offer.name, language))}</h1>\n${about(offer, spoken)}\n${fault}${zoneForm(choosing, spoken)}\n${list}`,
  );
}

function field({ entered, errors }: Filling, language: PageLanguage, name: keyof BookingForm, more: string): string {
  const [error] = errors[name] ?? [];
  const fault =
    error === undefined ? '' : `<p class="error" id="${name}-error">${htmlText(bookRefusalIn(error, language))}</p>`;
  const marks = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`;
  return `<div class="field"><label for="${name}">${BOOK_WORDS[language].fields[name]}</label>
<input id="${name}" name="${name}" value="${htmlText(entered[name] ?? '')}" required ${more}${marks}>${fault}</div>`;
}

/** The form of a time that is held. */
export function detailsPage(brand: Brand, spoken: Spoken, filling: Filling): PublicPage {
  const { shown, errors } = filling;
  const { booking, offer } = shown;
  const { language } = spoken;
  const words = BOOK_WORDS[language];
  const faults = Object.entries(errors).map(
    ([name, [text = '']]) => `<li><a href="#${htmlText(name)}">${htmlText(bookRefusalIn(text, language))}</a></li>`,
  );
  const summary =
    faults.length === 0
      ? ''
      : `<div class="faults" role="alert" tabindex="-1" autofocus><h2>${words.check}</h2><ul>${faults.join('')}</ul></div>`;
  return page(
    brand,
    spoken,
    offer,
    offer?.name ?? words.yours,
    `<h1>${offer === null ? words.yours : typedWords(offer.name, language)}</h1>
<p><b>${htmlText(bookedWhen(booking.starts_at, booking.zone, language))}</b></p>
<p class="meta">${words.held}</p>${summary}
<form method="post" novalidate>${hidden('action', 'book')}${hidden('lang', language)}
${field(filling, language, 'first_name', 'maxlength="60" autocomplete="given-name"')}
${field(filling, language, 'last_name', 'maxlength="60" autocomplete="family-name"')}
${field(filling, language, 'email', 'type="email" maxlength="254" autocomplete="email"')}
${field(filling, language, 'phone', 'type="tel" maxlength="40" autocomplete="tel"')}
<p class="meta">${htmlText(words.use(offer?.agent ?? words.agent))}</p>
<button class="wide">${words.book}</button></form>
<form method="post">${hidden('action', 'cancel')}${hidden('lang', language)}<button class="plain">${words.another}</button></form>`,
  );
}

/** A booking, with what can be done with it. */
export function bookingPage(
  brand: Brand,
  spoken: Spoken,
  { booking, offer, soaUrl, nextToken }: ShownBooking,
  path: string,
): PublicPage {
  const { language } = spoken;
  const words = BOOK_WORDS[language];
  const [title, text] = words.states[booking.status];
  const isBooked = booking.status === 'booked';
  const link = (href: string, label: string) => `<p class="more"><a href="${htmlText(href)}">${label}</a></p>`;
  const again = offer === null ? '' : link(`/book/${offer.slug}?lang=${language}`, words.choose);
  const [soaTitle, soaText, sign] = words.soa;
  const soa =
    isBooked && soaUrl !== null
      ? `<section class="legal"><h2>${soaTitle}</h2><p>${soaText}</p>
${link(soaUrl, sign)}</section>`
      : '';
  const acts = isBooked
    ? `${offer === null ? '' : link(`${path}?move=1&lang=${language}`, words.moveIt)}
<form method="post">${hidden('action', 'cancel')}${hidden('lang', language)}<button class="plain">${words.cancel}</button></form>`
    : nextToken === null
      ? again
      : link(`/booking/${nextToken}?lang=${language}`, words.next);
  const place = offer === null ? '' : placeOf(offer, spoken);
  return page(
    brand,
    spoken,
    offer,
    title,
    `<h1>${title}</h1>\n${text === '' ? '' : `<p>${text}</p>`}
<p><b>${offer === null ? words.appointment : typedWords(offer.name, language)}</b><br>${htmlText(bookedWhen(booking.starts_at, booking.zone, language))}${
      place === '' ? '' : `<br>${place}`
    }</p>${soa}${acts}`,
  );
}

const CSS = [
  'header{flex-wrap:wrap}header a{display:inline-flex;align-items:center;min-height:2.75rem}.grow{flex:1}@media (max-width:30rem){header .grow{flex-basis:100%}}',
  '.quiet{color:var(--quiet);font-weight:400}a{color:var(--mark)}h2{margin:1.25rem 0 .5rem;font-size:1rem}',
  '.row{display:flex;gap:.75rem;align-items:end}.field{margin:0 0 1rem}.row .field{margin:0}label{display:block;font-weight:600;margin-bottom:.25rem}',
  'input,select{box-sizing:border-box;width:100%;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--quiet);border-radius:.375rem;background:var(--bg);color:var(--text);font:inherit}',
  'input:focus-visible,select:focus-visible,a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}',
  '.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:.5rem}',
  '.times button,.plain{background:transparent;color:var(--mark);border:1px solid var(--quiet);padding:0 .5rem}.times button:hover,.plain:hover{background:var(--bg)}',
  '.wide{width:100%}.meta{font-size:.875rem}.more,.none{margin-top:1.25rem}.error{color:var(--text);font-weight:600;font-size:.875rem;margin-top:.25rem}',
  '.faults{border:1px solid var(--mark);border-radius:.375rem;padding:.75rem 1rem;margin:1rem 0 0}.faults h2{margin-top:0}.faults ul{margin:0;padding-left:1.25rem}',
  '.legal{border-top:1px solid var(--line);margin-top:1.25rem;padding-top:.25rem}p b{color:var(--text)}main p+p,main h1+p+p{margin-top:.75rem}form+form{margin-top:.75rem}',
].join('');
