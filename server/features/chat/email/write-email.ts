import { join } from 'node:path';
import { Liquid } from 'liquidjs';
import type { Brand } from '#brands/brand.ts';
import { supportOf } from '#brands/legal-pages.ts';
import { cleanLine, contactName } from '#rules/contacts/contact-name.ts';
import { jobTitleLabel } from '#rules/access/job-titles.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { turns65 } from '#rules/insurance/turning-65.ts';
import { BLANKS, dayWords, holidayWords, isSaid, talkWords } from './blanks.ts';
import type { Draft } from './draft.ts';
import type { Sender } from './email.sql.ts';
import { type Language, whenWords } from './parse-when.ts';
import type { Occasion } from './occasions.ts';

/** Our own texts; users' text occurs in them as values only. */
const engine = new Liquid({
  root: join(import.meta.dirname, 'templates'),
  cache: true,
  strictFilters: true,
  strictVariables: true,
  ownPropertyOnly: true,
});

/** Recipient facts in an e-mail. */
export interface Addressee {
  readonly first_name: string;
  readonly last_name: string;
  readonly gender: string | null;
  readonly language: string | null;
  readonly dob: string | null;
}

export interface Writing {
  readonly occasion: Occasion;
  readonly draft: Pick<
    Draft,
    | 'text'
    | 'length'
    | 'tone'
    | 'language'
    | 'subject'
    | 'added'
    | 'talk'
    | 'missing'
    | 'holiday'
    | 'when'
    | 'unsureWhen'
    | 'leftOut'
  >;
  /** `null`: no one was named. */
  readonly contact: Addressee | null;
  readonly sender: Sender;
  readonly brand: Pick<Brand, 'key' | 'trade' | 'words' | 'features'>;
  readonly isMarketing: boolean;
  /** The day where the sender is, `YYYY-MM-DD`. */
  readonly today: string;
}

/** The requested language, otherwise the contact's. */
export const languageOf = ({ draft, contact }: Pick<Writing, 'draft' | 'contact'>): Language =>
  draft.language ?? (contact?.language === 'spanish' ? 'es' : 'en');

/** Month of the 65th birthday; empty if unknown, past or distant. */
export function month65(dob: string | null, today: string, language: Language): string {
  const turn = dob === null ? null : turns65(dob, today);
  if (turn === null || turn.past) return '';
  return new Date(turn.date).toLocaleDateString(language === 'es' ? 'es-US' : 'en-US', {
    month: 'long',
    timeZone: 'UTC',
    ...(turn.date.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  });
}

/** Subject and text of an e-mail, ready to be read. */
export function writeEmail(writing: Writing): { readonly subject: string; readonly body: string } {
  const { occasion, draft } = writing;
  const language = languageOf(writing);
  const values = valuesOf(writing, language);
  const render = (name: string) => String(engine.renderFileSync(`${name}.${language}.liquid`, values));
  const [subject = '', text = ''] =
    draft.text === null ? render(occasion.key).split('\n---\n', 2) : ['', draft.text.text];
  const parts = [text, ...draft.added.map(asSentence)];
  return { subject: cleanLine(draft.subject ?? subject), body: around(writing, parts, render) };
}

/** Greeting, these parts, signature, and the required text of marketing e-mail. */
function around(
  { isMarketing, occasion, draft, brand }: Writing,
  parts: readonly string[],
  render: (name: string) => string,
) {
  const isAboutMedicare = draft.text === null ? occasion.isMedicare === true : /medicare/i.test(parts.join(' '));
  return [
    render('greeting'),
    ...parts,
    render('closing')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .join('\n'),
    ...(isMarketing ? [render('footer')] : []),
    ...(isMarketing && isAboutMedicare && brand.features.soa !== 'off' ? [render('medicare')] : []),
  ]
    .map((part) => part.trim().replace(/\n{2,}/g, '\n\n'))
    .join('\n\n');
}

function valuesOf({ draft, contact, sender, brand, today }: Writing, language: Language) {
  const first = cleanLine(contact?.first_name || contact?.last_name || '') || BLANKS.name;
  return {
    first_name: first,
    full_name: (contact === null ? '' : cleanLine(contactName(contact))) || first,
    gender: contact?.gender ?? '',
    tone: draft.tone,
    length: draft.length,
    trade: brand.trade,
    seller: brand.words.seller,
    support: supportOf(brand).email,
    my_name: sender.name,
    my_title: sender.job_title === null ? '' : jobTitleLabel(sender.job_title),
    my_phone: sender.phone === '' ? '' : formatPhone(sender.phone),
    my_email: sender.email,
    agency: sender.agency,
    when: isSaid(draft.when) ? whenWords(draft.when, language, today) : BLANKS.when,
    missing: draft.missing === '' ? BLANKS.missing : draft.missing,
    talk: talkWords(draft.talk, language),
    day: dayWords(draft.talk, language),
    holiday: holidayWords(draft.holiday, language),
    turns: month65(contact?.dob ?? null, today, language),
  };
}

/** `the office is closed` → `The office is closed.` */
function asSentence(added: string): string {
  const text = cleanLine(added);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
