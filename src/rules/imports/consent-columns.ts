import type { ConsentField } from '#contract/imports/consent-columns.contract.ts';
import { parsePlainDate } from '../time/plain-date.ts';
import { readConsentWord, saysConsent, yesMeans } from './consent-cells.ts';

interface Column {
  readonly header: string;
  readonly samples: readonly string[];
}

const CHANNELS = {
  consent_text: /\b(sms|mms|texts?|texting|txt)\b/,
  consent_mail: /\b(e ?mails?|newsletter|correo|courriel)\b/,
  consent_call: /\b(calls?|phones?|voice|telephone|tcpa|llamar|anrufen|appeler)\b/,
} as const satisfies Partial<Record<ConsentField, RegExp>>;

const DO_NOT_CALL = /\b(do ?not ?call|dnc|don t call|no calls?|no llamar|nicht anrufen|ne pas appeler)\b/;

/** Words about the consent rather than of it: when a list was searched, who said it, the text that was agreed to. */
const ABOUT =
  /\b(scrub\w*|check(ed)?|verif\w*|lists?|registry|reason|by|source|ip|url|link|page|form|language|wording|version|method|notes?|id|user|agent|pending|expir\w*|result|address|number|count|last|updated)\b/;

/** `DoNotCall` and `do_not_call` as `do not call`. */
const wordsOf = (header: string) =>
  header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The field that a header names by itself; `null`: none, or no channel or two. */
function fieldOf(header: string): ConsentField | null {
  const words = wordsOf(header);
  if (ABOUT.test(words)) return null;
  const named = (Object.keys(CHANNELS) as (keyof typeof CHANNELS)[]).filter((field) => CHANNELS[field].test(words));
  const isList = DO_NOT_CALL.test(words);
  // The day of a DNC entry is also that of a search for one.
  if (isList) return named.every((field) => field === 'consent_call') && !/\bdate\b/.test(words) ? 'do_not_call' : null;
  const [channel] = named;
  return channel !== undefined && named.length === 1 && saysConsent(words) ? channel : null;
}

const isConsent = (sample: string) =>
  readConsentWord(sample) !== null ||
  /^(none|n\/?a|unknown|-+)$/i.test(sample) ||
  (['month_first', 'day_first'] as const).some((order) => parsePlainDate(sample, 2030, order) !== null);

/**
 * The columns of consent. Most samples must be words or days that the import can read. Of two for one channel, the
 * opt-outs come first, since a lost one costs most, then a filled column before an empty one.
 */
export function consentColumns(
  columns: readonly Column[],
): ReadonlyMap<number, { readonly field: ConsentField; readonly confidence: number }> {
  const found = columns.flatMap(({ header, samples }, index) => {
    const field = fieldOf(header);
    if (field === null) return [];
    const filled = samples.map((sample) => sample.trim()).filter(Boolean);
    const alike = filled.length === 0 ? 0 : filled.filter(isConsent).length / filled.length;
    if (filled.length > 0 && alike < 0.5) return [];
    const isOut = field === 'do_not_call' || yesMeans(header) === 'out';
    return [{ index, field, isOut, confidence: Math.round((0.9 + 0.1 * alike) * 100) / 100 }];
  });
  found.sort((a, b) => Number(b.isOut) - Number(a.isOut) || b.confidence - a.confidence || a.index - b.index);
  const chosen = found.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at);
  return new Map(chosen.map(({ index, field, confidence }) => [index, { field, confidence }]));
}
