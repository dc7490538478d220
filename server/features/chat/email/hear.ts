import { type Language, withoutWhen } from './parse-when.ts';

export type Length = 'short' | 'normal' | 'long';
export type Tone = 'plain' | 'friendly' | 'formal';

/** A past conversation, and its day as far as stated. */
export interface Talk {
  readonly kind: 'call' | 'meeting' | 'visit' | null;
  /** Empty when not mentioned. */
  readonly day: string;
}

/** Statements about an e-mail besides its occasion. Absent: none. */
export interface Parsed {
  readonly length?: Length;
  readonly tone?: Tone;
  readonly language?: Language;
  readonly subject?: string;
  readonly added?: string;
  readonly talk?: Talk;
  readonly missing?: string;
  readonly holiday?: Holiday;
  /** Recipient as stated. `nobody` means no one in particular. */
  readonly who?:
    | { readonly kind: 'named'; readonly name: string; readonly isSure: boolean }
    | { readonly kind: 'nobody' }
    | { readonly kind: 'many'; readonly names: readonly string[] }
    /** Someone without a name: `my wife`; empty: only exclusions. */
    | { readonly kind: 'pointed'; readonly words: string };
  /** Statements without effect. */
  readonly leftOut: readonly string[];
  readonly startsOver: boolean;
  /** The message without the new subject and the addition: those belong to the e-mail. */
  readonly said: string;
}

const HOLIDAYS = {
  thanksgiving: /thanksgiving/i,
  christmas: /christmas|xmas|navidad/i,
  newYear: /new year/i,
  easter: /easter/i,
};
export type Holiday = keyof typeof HOLIDAYS;

const SUBJECT = /\b(?:(?:change|make|set) )?(?:the )?subject(?: line)?(?: to| should be| is|:)\s*["“]?(.+?)["”]?\s*$/i;
const ADDED =
  /(?:^|[.;,]\s*|\band )((?:please )?(?:also )?(?:(?:add|mention|include)(?: that|:)?|(?:say|tell (her|him|them|\p{L}[\p{L}'’-]+(?: \p{L}[\p{L}'’-]+)?)) that)\s+["“]?)(.+?)["”]?\s*$/iu;
/** Text after the addition that concerns the whole e-mail. */
const MORE =
  /[,;.]?\s+(?:and|but|then)\s+(?:please\s+)?(?:(?:make|keep|change|send|use|sign|write|put) |in (?:spanish|english)\b|(?:shorter|longer|friendlier|warmer|more|less)\b).*$/i;
/** A sentence needs one of these to say what happened. */
const VERB =
  /\b(?:is|are|was|were|am|be|will|would|can|could|may|should|must|have|has|had|do|does|did|need|want|look|hope|wish|know|\w{2,}ed|\w+['’](?:ll|m|re|ve|d))\b|^(?:I|we|you)\b/i;
/** The recipient is mentioned as a third person. */
const OF_THEM = /\b(?:she|her|he|his|him|they|their|them)\b/i;
const NOT_SAID =
  /\b(?:do not|don['’]?t|never|without) (?:mention|mentioning|say|saying|include|including|add|adding|write about|talk about)\b[^,.;]*/i;

type Manner = Pick<Parsed, 'length' | 'tone' | 'language'>;
/** Requested items, and what a negation of them requests. */
const TONES: readonly (readonly [words: RegExp, asked: Manner, denied: Manner])[] = [
  [/\b(?:short(?:er)?|brief(?:er)?|concise)\b/i, { length: 'short' }, { length: 'normal' }],
  [/\b(?:long(?:er)?|more detail(?:ed|s)?)\b(?! time)/i, { length: 'long' }, { length: 'short' }],
  [/\b(?:friendl(?:y|ier)|warm(?:er)?|more casual|casual)\b/i, { tone: 'friendly' }, { tone: 'plain' }],
  [/\b(?:formal|professional)\b/i, { tone: 'formal' }, { tone: 'friendly' }],
  [/\b(?:in|into|to) spanish\b|\ben español\b|\bspanish\b/i, { language: 'es' }, { language: 'en' }],
  [/\b(?:in|into|to) english\b|\ben inglés\b/i, { language: 'en' }, { language: 'es' }],
];
const DENIED = /(?:\b(?:less|not|no|never|without)\b|n['’]t\b)(?:(?!\b(?:but|and)\b)[^,.;])*$/i;

function mannerIn(said: string): Manner {
  const manners = TONES.flatMap(([words, asked, denied]) => {
    const at = said.search(words);
    return at < 0 ? [] : DENIED.test(said.slice(0, at)) ? denied : asked;
  });
  return Object.assign({}, ...manners) as Manner;
}
const STARTS_OVER = /\b(?:start over|start again|from scratch|forget (?:it|that))\b|\b(?:another|new) e-?mail\b/i;
const NOBODY = /\b(?:nobody|no one) in particular\b|\banyone\b/i;
const MANY =
  /\beverybody\b|\beveryone\b|\ball (?:of )?(?:my|our|the)\b|\b(?:my|our) (?:candidates|clients|contacts|families|leads|list)\b/i;

const DAYS =
  /\b(yesterday|today|this (?:morning|afternoon)|last (?:night|week|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/i;
const TALKS: readonly (readonly [RegExp, Talk['kind']])[] = [
  [/\b(?:call|chat|conversation|talk|talking|talked|spoke)\b/i, 'call'],
  [/\b(?:meeting|met|appointment)\b/i, 'meeting'],
  [/\bvisit(?:ed)?\b/i, 'visit'],
];
const MISSING =
  /\b(?:missing|need(?:ed|s)?|documents?|paperwork)\s*:\s*(.+)$|\b(proof of \w+|(?:signed )?\w+ form(?:(?:,| and|, and) (?:the|a|an|his|her|their|your) [\w' ]+)*|signature|driver['’]?s licen[cs]e|voided check)\b/i;

/** Words that lead to a name. */
const LEADS = 'to for with of thank thanks thanking invite remind tell welcome wish write email e-mail mail'
  .split(' ')
  .map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`);
const NAMED = new RegExp(
  `(?<![\\p{L}-])(?:${LEADS.join('|')})\\s+(?:(?:the|our|my|new|client|lead|candidate|Mr\\.?|Mrs\\.?|Ms\\.?)\\s+)*((?:\\p{Lu}[\\p{L}'’.-]*\\s*)+)`,
  'gu',
);
/** Capitalized words that are not names. */
const NOT_NAMES =
  /^(?:I|I'm|Medicare|English|Spanish|Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|January|February|March|April|June|July|August|September|October|November|December|Thanksgiving|Christmas|Easter|Happy|New|AEP|OEP)$/;

/** Words of a request that belong to no name. */
const FILLER = new Set(
  `a about after again ago aging all an and another any anyone appointment appointments appt are ask asking at back
   be been before birthday birthdays brief briefer bring but by call called calls can cannot card cards casual chat check
   checking checkup christmas client clients coming concise condolence condolences confirm confirmation contact
   could couldn't couldnt coverage create customer day days death detail detailed details did didn't didnt do document
   documents done draft e-mail e-mails easter email emails english everybody few final follow followup follow-up follow-ups followed
   following follows for formal forget form friend friendlier friendly from funeral generic get getting give gone
   greeting greetings happy has have haven't havent he heard hello her him his holiday holidays hours i i'd i'm
   id in insurance interview interviews into intro introduce introducing introduction invitation invite is it
   its just kind last later lead left let letter like long longer loss made mail mails make maybe me medicare meeting meetings
   meet message messages missed missing month months more morning my na need needs new next nice no nobody note
   now of on onboard onboarding one or our out over paperwork particular passed away phone plan planning please policy
   preneed pre-need preplan preplanning pre-planning pro professional prospect quick reach reached re reconnect reconnecting re-connect recruit refer
   referral referrals referred referring regarding remind reminder renewal request review reviews say scratch
   season's see send she short shorter should since sixty-five so some someone somebody something soon sorry spanish
   spoke spoken start still subject sympathy talk talked talking tell template text thank thanking thanks
   thanksgiving that the their them then there they this time to today together tomorrow touch base tried trying turn
   turned turning turns up us very visit visited voicemail want wanted warm warmer was we week weeks welcome welcoming were
   what when where which while who will win winback win-back wish wishes with work would write writing xmas year years yearly
   less not too instead dont don't
   annual yesterday you your inglés español en un una el la los las correo de para cumpleaños cita entrevista gracias
   bienvenida bienvenido seguimiento pésame navidad fiestas revisión 65 65th t65 t-65 sixty five ahead ahead. candidate
   candidates families family household husband wife proof income signature signed license licence voided
   better bit calling change different fix great good improve instead know let line little only paragraph put quickly really redo
   rewrite sound stuff style super thing tone too version word words`
    .split(/\s+/u)
    .filter(Boolean),
);

/** First names that are words as well, before a family name. */
const NAMES_TOO = /^(?:Will|May|April|June|August)$/;

/** True when a word isn't part of a name, given the next word. */
const isNoName = (word: string, next = ''): boolean =>
  (NOT_NAMES.test(word) || FILLER.has(word.toLowerCase())) &&
  !(NAMES_TOO.test(word) && /^\p{Lu}/u.test(next) && !FILLER.has(next.toLowerCase()));

/** Adjacent words that are left when everything known is removed. */
const leftRuns = (said: string): string[] =>
  withoutWhen(said)
    .replace(/['’]s\b/gu, '')
    .split(/[,;:!?()"“”]|\.(?:\s|$)/u)
    .flatMap((part) => {
      const words = part.split(/\s+/u).map((word, at, all) => (isNoName(word, all[at + 1]) ? ' ' : word));
      return words.join(' ').split(/\s{2,}/u);
    })
    .map((run) => run.trim())
    .filter((run) => /\p{L}{2}|\d{4}/u.test(run));

const longest = (runs: readonly string[]): string => runs.toSorted((a, b) => b.length - a.length)[0] ?? '';

/** The words up to the first one that is not part of a name. */
function nameIn(words: string): string {
  const parts = words
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/(?:['’]s|[.’'])$/u, ''));
  const end = parts.findIndex((word, at) => isNoName(word, parts[at + 1]));
  return parts.slice(0, end < 0 ? parts.length : end).join(' ');
}

const KIN =
  '(?:ex-)?(?:husband|wife|spouse|partner|(?:step|grand)?(?:son|daughter|mother|father|parent|child)(?:s|ren)?|kids?|mom|dad|brother|sister|aunt|uncle|niece|nephew|cousin|family|friend|neighbou?r|widow(?:er)?)';
const WHOSE = "(?:her|his|their|my|the|\\p{Lu}[\\p{L}'’-]*['’]s)";
/** `to Maria and her husband`, `one for my wife`: the e-mail goes to them, and isn't only about them. */
const KIN_MEANT = new RegExp(
  `\\b(?:to|and|with|write|email|mail|remind|wish|invite|thank)\\s+(${WHOSE} ${KIN})(?![\\p{L}])`,
  'iu',
);
const KIN_FOR = new RegExp(`\\bfor\\s+(${WHOSE} ${KIN})(?![\\p{L}])`, 'iu');
const NO_ADDRESSEE =
  /\b(?:do not|don['’]?t|not|never|instead of|rather than|except)\b(?! forget)(?:(?!\bbut\b)[^,.;])*$/i;
const DIED = /\b(?:passed(?: away| on)?|died|is dead|deceased)\b/i;
const MOURNED = /\b(?:death|passing|loss|funeral) of $/i;
const AND_NAME = /^(?:,|\s*(?:,?\s*and|&|or))\s+((?:\p{Lu}[\p{L}'’.-]*\s*)+)/u;

/** Everyone named as a recipient, and those excluded or deceased. */
function namesIn(said: string): { readonly meant: readonly string[]; readonly isDenied: boolean } {
  const meant: string[] = [];
  let isDenied = false;
  for (const match of said.matchAll(NAMED)) {
    const [all, words = ''] = match;
    const name = nameIn(words);
    if (name === '') continue;
    const start = match.index + all.indexOf(words);
    const [before, after] = [said.slice(0, start), said.slice(start + name.length)];
    if (NO_ADDRESSEE.test(before) || MOURNED.test(before) || isDead(after)) isDenied = true;
    else meant.push(name, ...[AND_NAME.exec(after)?.[1] ?? ''].map(nameIn).filter(Boolean));
  }
  return { meant: [...new Set(meant)], isDenied };
}

const isDead = (after: string): boolean =>
  /^(?:['’]s (?:death|passing|funeral)|\s+(?:has |had |just |recently |sadly )*(?:passed|died|is dead))\b/i.test(after);

function hearWho(said: string): Pick<Parsed, 'who'> {
  if (NOBODY.test(said)) return { who: { kind: 'nobody' } };
  if (MANY.test(said)) return { who: { kind: 'many', names: [] } };
  const { meant, isDenied } = namesIn(said);
  const [name, another] = meant;
  const [, kin] = KIN_MEANT.exec(said) ?? (name === undefined ? KIN_FOR.exec(said) : null) ?? [];
  if (kin !== undefined) return { who: { kind: 'pointed', words: kin } };
  if (another !== undefined) return { who: { kind: 'many', names: meant } };
  if (name !== undefined) return { who: { kind: 'named', name, isSure: true } };
  if (isDenied || DIED.test(said)) return { who: { kind: 'pointed', words: '' } };
  const runs = leftRuns(said);
  const names = runs.filter((run) => run.split(/\s+/u).every((word) => /^\p{Lu}/u.test(word)));
  if (names.length > 1) return { who: { kind: 'many', names } };
  const rest = longest(runs);
  return rest === '' ? {} : { who: { kind: 'named', name: rest, isSure: false } };
}

/** Unknown words next to a certain name, with their context. */
function besideName(said: string, who: Parsed['who']): string[] {
  if (who?.kind !== 'named' || !who.isSure) return [];
  const rest = longest(leftRuns(said.replace(who.name, ' ; ')));
  if (rest === '') return [];
  const parts = said.split(/[,.;!?]\s|\b(?:and|but)\b/i).map((part) => part.split(who.name).at(-1)?.trim() ?? '');
  return [parts.find((part) => part.includes(rest)) ?? rest];
}

const without = (text: string, words: string): string => (words === '' ? text : text.replace(words, ' ').trim());

interface ToAdd {
  readonly added?: string;
  readonly leftOut: readonly string[];
  /** Other statements. */
  readonly rest: string;
}

/** A sentence for the e-mail, unless its continuation is missing or it talks to the sender about the recipient. */
function hearAdded(text: string): ToAdd {
  const [all = '', lead = '', told = '', words] = ADDED.exec(text) ?? [];
  if (words === undefined) return { leftOut: [], rest: text };
  const [more = ''] = MORE.exec(words) ?? [];
  const added = without(words, more);
  const to = /^\p{Lu}/u.test(told) ? ` to ${told}` : '';
  const rest = `${without(text, all)}${to}${more}`.trim();
  const isSentence = /\bthat\s|:|["“]/i.test(lead) || VERB.test(added);
  return isSentence && !OF_THEM.test(added)
    ? { added, leftOut: [], rest }
    : { leftOut: [`${lead}${added}`.trim()], rest };
}

/** Returns the statements about an e-mail besides its occasion and time. Pure. */
export function hear(message: string): Parsed {
  const [subjectWords = '', subject] = SUBJECT.exec(message) ?? [];
  const withoutSubject = without(message, subjectWords);
  const [notSaid = ''] = NOT_SAID.exec(withoutSubject) ?? [];
  const { added, leftOut, rest: said } = hearAdded(without(withoutSubject, notSaid));
  const [missingWords = '', afterColon, piece] = MISSING.exec(said) ?? [];
  const [day = ''] = DAYS.exec(said) ?? [];
  const kind = TALKS.find(([words]) => words.test(said))?.[1] ?? null;
  const missing = (afterColon ?? piece)?.trim().replace(/\b(?:his|her|their)\b/gi, 'your');
  const holiday = (Object.keys(HOLIDAYS) as Holiday[]).find((key) => HOLIDAYS[key].test(said));
  const of = without(said.replace(DAYS, ' '), missingWords);
  const who = hearWho(of);
  return {
    ...mannerIn(said),
    ...(subject !== undefined && { subject }),
    ...(added !== undefined && { added }),
    ...((kind !== null || day !== '') && { talk: { kind, day: day.toLowerCase() } }),
    ...(missing && { missing }),
    ...(holiday !== undefined && { holiday }),
    ...who,
    leftOut: [...(notSaid === '' ? [] : [notSaid.trim()]), ...leftOut, ...besideName(of, who.who)],
    startsOver: STARTS_OVER.test(said),
    said,
  };
}
