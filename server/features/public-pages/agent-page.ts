import type { Brand } from '#brands/brand.ts';
import type { Webpage } from '#contract/public-pages.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { hoursLines, openAt } from '#rules/public-pages/opening-hours.ts';
import { PAGE_LANGUAGES, type PageLanguage, writtenIn } from '#rules/words/page-language.ts';
import { pageTextsOf } from '#brands/legal-pages.ts';
import { markOf, type PublicPage, publicPage } from '../../http/public-page.ts';
import { langMark, typedWords } from '../../http/typed-words.ts';
import { htmlText } from '../mail/html-text.ts';
import { BLANK, type Entered, FORM_SLOT, leadForm, SCRIPT, type ShownErrors } from './lead-form.ts';
import type { PageFacts } from './page-facts.ts';
import { cssOf } from './page-css.ts';
import { PAGE_WORDS } from './page-words.ts';
import { jsonLd } from './structured-data.ts';

type Page = Omit<Webpage, 'form'>;

export interface Shown extends ShownErrors {
  /** The page's own address. */
  readonly url: string;
  readonly at: Date;
  /** As it was sent back; absent: a fresh form. */
  readonly entered?: Entered;
}

/** One document; its form is `FORM_SLOT` until the answer. */
export function agentPage(brand: Brand, { page, colors, spoken }: PageFacts, shown: Shown): PublicPage {
  const { language } = shown;
  const words = PAGE_WORDS[language];
  const { notices, consent } = spoken[language];
  const labels = pageTextsOf(brand).pageTopics[language];
  const topics = page.topics.map((topic, at) => [topic, labels[at] ?? topic] as const);
  const path = new URL(shown.url).pathname;
  const entered = shown.entered ?? { ...BLANK, path };
  const summary = summaryOf(brand, page, language);
  const mark = markerOf(page, language);
  return publicPage(brand, {
    title: page.name,
    lang: language,
    site: page.kind === 'agent' ? page.agency : summary,
    head: [
      `<meta name="description" content="${htmlText((page.about_me || summary).replace(/\s+/g, ' ').slice(0, 160))}">`,
      `<link rel="canonical" href="${htmlText(urlIn(shown.url, language))}">`,
      ...PAGE_LANGUAGES.map(
        (one) => `<link rel="alternate" hreflang="${one}" href="${htmlText(urlIn(shown.url, one))}">`,
      ),
      `<link rel="alternate" hreflang="x-default" href="${htmlText(shown.url)}">`,
      ...(page.photo === ''
        ? []
        : [`<meta property="og:image" content="${htmlText(new URL(page.photo, shown.url).href)}">`]),
      '<meta name="format-detection" content="telephone=no">',
      `<script type="application/ld+json">${jsonLd(brand, page, shown.url)}</script>`,
    ].join('\n'),
    header: headerOf(brand, page, language, path),
    css: cssOf(colors),
    ...((page.photo || page.logo) && { pictures: "'self'" }),
    main: `<div class="about">${aboutOf(brand, page, language, mark)}${agentsOf(page, language, mark)}${factsOf(page, shown, mark)}${newsOf(page, language, mark)}${faqsOf(page, words, mark)}</div>
${leadForm(page, entered, { ...shown, consent, topics })}
<a class="ask" href="#ask">${htmlText(words.ask(page.name.split(' ')[0] ?? ''))}</a>`,
    footer: footerOf(page.agency, notices, shown.at),
    script: SCRIPT,
  });
}

export const fillForm = (html: string, form: string): string => html.replace(FORM_SLOT, form);

type Words = (typeof PAGE_WORDS)[PageLanguage];

/** The address of a page in a language, for search engines. */
export const urlIn = (url: string, language: PageLanguage): string =>
  language === 'en' ? url : `${url}?lang=${language}`;

/** Says of words that the agency wrote in which language they are, where it isn't that of the page (WCAG 3.1.2). */
type Mark = (text: string) => string;

function markerOf({ about_me: about, faqs, latest_news: news }: Page, language: PageLanguage): Mark {
  const all = [about, ...faqs.flatMap((one) => Object.values(one)), ...news.map(({ text }) => text)].join(' ');
  const usual = writtenIn(all, 'en');
  return (text) => langMark(text, language, usual);
}

/** `markup`: what a title and a place are in the text; absent: themselves. */
function summaryOf({ trade }: Brand, page: Page, language: PageLanguage, markup?: Mark): string {
  const { roles, inPlace } = PAGE_WORDS[language];
  const title = page.title !== '' && markup !== undefined ? markup(page.title) : page.title;
  const role = title || roles[trade];
  const place = placeOf(page);
  return place === '' ? role : inPlace(role, markup === undefined ? place : htmlText(place));
}

const placeOf = ({ office: { city, state } }: Page): string => [city, state].filter(Boolean).join(', ');

const paragraphs = (text: string, mark: Mark): string =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p${mark(part)}>${htmlText(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

function headerOf(brand: Brand, { agency, phone, logo }: Page, language: PageLanguage, path: string): string {
  const words = PAGE_WORDS[language];
  const other = language === 'en' ? 'es' : 'en';
  const switches = `<a class="other" lang="${other}" hreflang="${other}" href="${htmlText(path)}?lang=${other}">${words.other}</a>`;
  const call =
    phone === ''
      ? ''
      : `<a class="call" href="tel:${htmlText(phone)}" aria-label="${htmlText(words.call(formatPhone(phone)))}">${htmlText(formatPhone(phone))}</a>`;
  return `<header><div>${logo === '' ? markOf(brand) : `<img class="logo" src="${htmlText(logo)}" alt="">`}<span class="grow">${htmlText(agency)}</span>${switches}${call}</div></header>`;
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .filter((letter, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase();

function aboutOf(brand: Brand, page: Page, language: PageLanguage, mark: Mark): string {
  const words = PAGE_WORDS[language];
  const summary = summaryOf(brand, page, language, (title) => typedWords(title, language));
  const licenses = page.licensed_states.map((state) => `<li>${htmlText(state)}</li>`).join('');
  const face =
    page.photo === ''
      ? `<span class="face" aria-hidden="true">${htmlText(initialsOf(page.name))}</span>`
      : `<img class="face" src="${htmlText(page.photo)}" alt="" width="96" height="96">`;
  const flyer = page.flyer === '' ? '' : `<p class="flyer"><a href="${htmlText(page.flyer)}">${words.flyer}</a></p>`;
  return `<div class="who">${face}<div><h1>${htmlText(page.name)}</h1>
<p>${summary}</p></div></div>
<div class="words">${paragraphs(page.about_me, mark)}${flyer}</div>
${licenses === '' ? '' : `<h2>${words.licensed}</h2><ul class="tags">${licenses}</ul>`}`;
}

function agentsOf({ kind, agents }: Page, language: PageLanguage, mark: Mark): string {
  const words = PAGE_WORDS[language];
  if (kind === 'agent' || agents.length === 0) return '';
  const items = agents.map(
    ({ domain, name, title }) =>
      `<li><a href="${urlIn(`/${encodeURIComponent(domain)}`, language)}">${htmlText(name)}</a>${title === '' ? '' : ` <span class="meta"${mark(title)}>${htmlText(title)}</span>`}</li>`,
  );
  return `<h2>${words.people}</h2><ul class="people">${items.join('')}</ul>`;
}

function factsOf(
  { office, languages_spoken: languages, social_links: links }: Page,
  { at, language }: Shown,
  mark: Mark,
): string {
  const words = PAGE_WORDS[language];
  const { address, city, state, zip_code: zip, hours, zone } = office;
  const open = openAt(hours, zone, at, language);
  const place = [address, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')].filter(Boolean);
  const parts = [
    hours.length > 0 &&
      `<section><h2>${words.hours}</h2><dl>${hoursLines(hours, language)
        .map(({ days, words: times }) => `<dt>${days}</dt><dd>${times}</dd>`)
        .join('')}</dl><p class="${open.open ? 'open' : 'shut'}">${open.words} ${zoneWords(zone, at)}</p></section>`,
    place.length > 0 &&
      `<section><h2>${words.office}</h2><p>${place.map(htmlText).join('<br>')}</p><p><a rel="noopener noreferrer nofollow" href="https://www.google.com/maps/search/?api=1&amp;query=${encodeURIComponent(place.join(', '))}">${words.directions}</a></p></section>`,
    languages.length > 0 &&
      `<section><h2>${words.languages}</h2><ul class="tags">${languages.map((one) => `<li${isPlain(one) ? mark(one) : ''}>${htmlText(one)}</li>`).join('')}</ul></section>`,
    Object.keys(links).length > 0 &&
      `<section><h2>${words.links}</h2><ul class="tags">${Object.entries(links)
        .map(
          ([name, href]) =>
            `<li><a rel="noopener noreferrer nofollow me" href="${htmlText(href)}">${SOCIAL[name] ?? htmlText(name)}</a></li>`,
        )
        .join('')}</ul></section>`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `<div class="facts">${parts.join('\n')}</div>`;
}

/** False: a language by its own name, such as “Français”, of which no one knows in which language it is. */
const isPlain = (text: string): boolean => /^[ -~]+$/.test(text);

const SOCIAL: Readonly<Record<string, string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'X',
  google: 'Google',
  youtube: 'YouTube',
  yelp: 'Yelp',
};

/** Such as `EST`. */
const zoneWords = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const dayIn = (day: string, language: PageLanguage): string =>
  language === 'en'
    ? formatPlainDate(day)
    : new Intl.DateTimeFormat('es-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

function newsOf({ latest_news: news }: Page, language: PageLanguage, mark: Mark): string {
  if (news.length === 0) return '';
  const items = news.map(({ title, text, day, link }) => {
    const name = htmlText(title);
    const head = link === '' ? name : `<a rel="noopener noreferrer nofollow" href="${htmlText(link)}">${name}</a>`;
    const date =
      day === '' ? '' : ` <time class="meta" datetime="${htmlText(day)}">${htmlText(dayIn(day, language))}</time>`;
    return `<li><b${mark(title)}>${head}</b>${date}${paragraphs(text, mark)}</li>`;
  });
  return `<section><h2>${PAGE_WORDS[language].news}</h2><ul class="news">${items.join('\n')}</ul></section>`;
}

function faqsOf({ faqs }: Page, words: Words, mark: Mark): string {
  if (faqs.length === 0) return '';
  const items = faqs.map(
    ({ question, answer }) =>
      `<details><summary${mark(question)}>${htmlText(question)}</summary>${paragraphs(answer, mark)}</details>`,
  );
  return `<section><h2>${words.questions}</h2>${items.join('\n')}</section>`;
}

const footerOf = (agency: string, notices: readonly string[], at: Date): string =>
  `<footer><div>${notices.map((notice) => `<p>${htmlText(notice)}</p>`).join('')}<p>© ${at.getUTCFullYear()} ${htmlText(agency)}</p></div></footer>\n`;
