import type { TemplateFormat, TemplateNote } from '#contract/email-templates.contract.ts';
import { misspelledFields } from './lint-fields.ts';
import { faultsOfLinks } from './lint-links.ts';
import { lineAt } from './line-at.ts';

/** A template as far as a reader sees it. */
export interface Template {
  readonly channel: 'email' | 'text';
  /** Of an e-mail. */
  readonly subject: string;
  readonly body: string;
  readonly format: TemplateFormat;
  /** A person sends it, so it needs no opt-out wording. Absent: no. */
  readonly byHand?: boolean;
}

/** Characters of a text message at most, and those that carriers advise. Source: Twilio. */
export const MAX_TEXT = 1_600;
const ADVISED_TEXT = 320;
/** Characters of a subject that a phone shows. Ours: Apple Mail and Gmail show 40 to 60. */
const ADVISED_SUBJECT = 60;

/** Findings that anyone reads at a time. Ours. */
const MOST_NOTES = 20;

/** Words that filters of carriers and mail providers weigh. Ours, from their published guides. */
const SPAM_WORDS =
  /\b(?:act now|apply now|buy now|call now|click here|click below|cash bonus|congratulations|double your|earn \$|extra cash|free money|free gift|guaranteed?|increase sales|limited time|lowest price|make money|no catch|no fees|no obligation|no strings attached|once in a lifetime|order now|pre-?approved|prize|risk[- ]free|urgent|while supplies last|winner|you(?:'|’)ve been selected|100% free)\b/gi;

/** An instruction to stop, in the words that the keywords of carriers answer. */
const OPT_OUT = /\b(?:reply|text|txt|send|respond(?: with)?)\b[^.!?\n]{0,20}\b(?:stop|unsubscribe|end|quit|cancel)\b/i;
const STOPS = /\bstop\s*(?:to|2|=|for)\s*(?:opt|end|unsub|cancel|quit|stop)/i;

/** Returns whether a text message says how to opt out. */
export const saysHowToStop = (body: string): boolean => OPT_OUT.test(body) || STOPS.test(body);

const error = (field: string, message: string): TemplateNote => ({ field, severity: 'error', message });
const warning = (field: string, message: string): TemplateNote => ({ field, severity: 'warning', message });

/** Findings about a template in the order of its text, errors first. It never looks anything up. */
export function lintTemplate(template: Template): TemplateNote[] {
  const { channel, subject, body, format, byHand = false } = template;
  const notes = [
    ...(channel === 'email' ? notesOfSubject(subject) : notesOfText(body, byHand)),
    ...notesOfFields('body', body),
    ...faultsOfLinks(body, channel).map(({ severity, message }) => ({ field: 'body', severity, message })),
    ...(format === 'html' ? notesOfPictures(body) : []),
    ...notesOfSpam('body', body),
  ];
  return notes
    .toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
    .slice(0, MOST_NOTES);
}

const notesOfFields = (field: string, text: string) => misspelledFields(text).map((message) => error(field, message));

function notesOfSubject(subject: string): TemplateNote[] {
  const letters = subject.replaceAll(/\{\{.*?\}\}/g, '').replaceAll(/[^\p{L}]/gu, '');
  const shouts = letters.length >= 8 && letters === letters.toUpperCase();
  return [
    ...notesOfFields('subject', subject),
    ...(subject.length > ADVISED_SUBJECT
      ? [
          warning(
            'subject',
            `Phones cut subjects after about ${ADVISED_SUBJECT} characters. This one has ${subject.length}.`,
          ),
        ]
      : []),
    ...(shouts ? [warning('subject', 'Subjects in capital letters look like spam.')] : []),
    ...notesOfSpam('subject', subject),
  ];
}

function notesOfText(body: string, byHand: boolean): TemplateNote[] {
  const { length } = body;
  return [
    ...(length > MAX_TEXT
      ? [
          error(
            'body',
            `A text message can have at most ${MAX_TEXT.toLocaleString('en-US')} characters. This one has ${length.toLocaleString('en-US')}.`,
          ),
        ]
      : length > ADVISED_TEXT
        ? [
            warning(
              'body',
              `Long text messages cost more and get filtered. Aim for ${ADVISED_TEXT} characters or fewer; this one has ${length}.`,
            ),
          ]
        : []),
    ...(byHand || body.trim() === '' || saysHowToStop(body)
      ? []
      : [warning('body', 'No opt-out wording. Add “Reply STOP to opt out.”')]),
  ];
}

const IMAGE = /<img\b[^<>]*>/gi;
const ALT = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i;

function notesOfPictures(body: string): TemplateNote[] {
  return [...body.matchAll(IMAGE)].flatMap(({ 0: tag, index }, at) => {
    const place = `Line ${lineAt(body, index)}: image ${at + 1}`;
    const [, ...alt] = ALT.exec(tag) ?? [];
    const isNamed = alt.some((text) => text !== undefined && text.trim() !== '');
    const isFound = /\bsrc\s*=\s*["']?https:\/\/[^\s"'<>]+/i.test(tag);
    return [
      ...(isNamed ? [] : [warning('body', `${place} has no alt text. Describe it for readers who can't see it.`)]),
      ...(isFound ? [] : [warning('body', `${place} is left out. Its address has to start with https://.`)]),
    ];
  });
}

function notesOfSpam(field: string, text: string): TemplateNote[] {
  const found = [...new Set([...text.matchAll(SPAM_WORDS)].map(([words]) => words.toLowerCase()))];
  return [
    ...(found.length === 0
      ? []
      : [warning(field, `Spam filters watch for ${found.map((words) => `“${words}”`).join(', ')}.`)]),
    ...(/!{2,}|\${2,}/.test(text)
      ? [warning(field, 'Spam filters watch for repeated exclamation points and dollar signs.')]
      : []),
  ];
}
