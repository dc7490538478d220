import type { ChatOption } from '#contract/chat/reply.contract.ts';
import { phrase } from '../words/phrases.ts';
import { ask, type Claim, filter, type Part, type Rule, type Text } from '../reading.ts';
import { saidBetween } from '../answer/said-words.ts';
import { TIES } from '../words/filler-words.ts';
import { filesCalled, isWholeName } from '../words/file-names.ts';
import { placesAt } from '../words/places.ts';
import { SLOTS } from '../slots.ts';

const lead = (pattern: string): Rule => phrase(pattern, () => []);

const FILE = /\.(?:csv|tsv|txt|xlsx?|xlsm|ods|vcf|gz|zip|pdf|docx?|json)$/i;
/** Words of a file's name at most. Ours. */
const MOST = 8;
/** Files offered at most. Ours. */
const OFFERED = 4;

const NOUN = 'file|files|spreadsheet|upload|import|csv|excel|excel_file|excel_sheet|workbook|csv_file';
/** Imports are listed newest first. */
const NEWEST = /^(?:very )?(?:last|latest|newest|most recent)$/i;
const COMING = 'that|who|which|were|was|came? imported|uploaded|loaded|added|came|in';
const NEWEST_NOUN = 'file|spreadsheet|upload|import|csv|csv_file';
const DENIED_LEAD = lead(`${COMING}? from|out_of|of|in|on|via|off|off_of|with|through? the|my|our|that|this`);
const NAMED_LEAD = lead(
  `${COMING}? from|in|out_of|of|on|via|off|off_of|with|through|by the|a|my|our|that|this? file|list|spreadsheet|import|upload? called|named?`,
);
const NOUN_BEHIND = lead(NOUN);
const IMPORTED_LEAD = lead(
  'that|who|which|were|was? imported|uploaded|loaded from|in|out_of|with|via|off|off_of|through the|my|our|that? file|spreadsheet|import|upload? called|named?',
);
const FROM_LEAD = lead(
  `${COMING}? from|out_of|of|in|on|via|off|off_of|with|through the|my|our|that|this|last? file|spreadsheet|import|upload? called|named?`,
);

/** Behind `not` or `except` the filter and its answers are denied. */
interface Meant {
  readonly isDenied: boolean;
}

/** One file is a filter; of several the one that is meant is asked for. */
function meant(text: Text, name: string, part: string, { isDenied }: Meant = { isDenied: false }): Part[] {
  const [newest] = text.vocabulary.words.imports;
  const op = isDenied ? 'not' : undefined;
  if (newest !== undefined && NEWEST.test(name)) return [filter('import_id', newest.id, op)];
  const files = filesCalled(text.vocabulary.words.imports, name);
  const [only] = files;
  if (only !== undefined && files.length === 1) return [filter('import_id', [...only.ids], op)];
  const options: ChatOption[] = files
    .slice(0, OFFERED)
    .map((file) => ({ label: file.name, says: `${isDenied ? 'not ' : ''}imported from ${file.name}` }));
  const why =
    files.length === 0
      ? `I can't search “${name}”: no import has that name. Use the source, or when they were added.`
      : 'Which file?';
  return [ask(why, options, part)];
}

/** `from leads_oct.csv`, `imported from oct leads.xlsx`: no month and no source. */
function writtenAt(text: Text, at: number): Claim | null {
  const start = NAMED_LEAD.read(text, at)?.to ?? at;
  const last = start > at ? start + MOST : at + 1;
  for (let to = start; to < last; to += 1) {
    const word = text.words[to];
    if (word === undefined || (to > start && word.afterBreak)) return null;
    if (!FILE.test(word.said)) continue;
    const part = saidBetween(text.sentence, text.words, start, to + 1);
    const noun = text.words[to + 1]?.afterBreak ? undefined : NOUN_BEHIND.read(text, to + 1)?.to;
    return { to: noun ?? to + 1, parts: meant(text, part, part) };
  }
  return null;
}

/** `from the Facebook file`, `off the October spreadsheet`. */
function calledAt(text: Text, at: number): Claim | null {
  const start = FROM_LEAD.read(text, at)?.to ?? at;
  for (let to = start; start > at && to < start + MOST; to += 1) {
    const word = text.words[to];
    // `on file` names none.
    if (word === undefined || (to > start && word.afterBreak) || TIES.has(word.text)) return null;
    const noun = to === start ? null : NOUN_BEHIND.read(text, to);
    if (noun === null) continue;
    const name = saidBetween(text.sentence, text.words, start, to);
    return /^(?:a|an|any|some|the)$/i.test(name)
      ? null
      : { to: noun.to, parts: meant(text, name, saidBetween(text.sentence, text.words, start, noun.to)) };
  }
  return null;
}

/** `the Facebook file` behind `not` or `except`: what is denied is the file, not the source that it is called after. */
export function deniedFileAt(text: Text, at: number): Claim | null {
  const start = DENIED_LEAD.read(text, at)?.to ?? at;
  for (let to = start; to < start + MOST; to += 1) {
    const word = text.words[to];
    if (word === undefined || word.afterBreak || TIES.has(word.text)) return null;
    const noun = to === start ? null : (NOUN_BEHIND.read(text, to)?.to ?? (word.text === 'list' ? to + 1 : null));
    if (noun === null) continue;
    const name = saidBetween(text.sentence, text.words, start, to);
    if (/^(?:a|an|any|some|the)\b/i.test(name)) return null;
    const isSure = start > at && word.text !== 'list';
    const isFound = NEWEST.test(name) || filesCalled(text.vocabulary.words.imports, name).length > 0;
    const part = saidBetween(text.sentence, text.words, start, noun);
    return isSure || isFound ? { to: noun, parts: meant(text, name, part, { isDenied: true }) } : null;
  }
  return null;
}

/** True when a word for a file follows: the words before it are its name. */
export const isBeforeFile = (text: Text, to: number): boolean =>
  text.words[to]?.afterBreak === false && NOUN_BEHIND.read(text, to) !== null;

/** True when all of these words mean something without a file: days, places, numbers, people, words of the account. */
function isOtherwiseKnown(text: Text, from: number, to: number): boolean {
  for (let at = from; at < to; ) {
    const ends = [
      placesAt(text, at, true, false),
      ...[SLOTS.when, SLOTS.number, SLOTS.choices, SLOTS.people].map((slot) => slot(text, at)),
    ].map((found) => found?.to ?? at);
    const word = text.words[at]?.text ?? '';
    const end = Math.max(...ends, text.isKnown(word) || /^\d+$/.test(word) ? at + 1 : at);
    if (end === at) return false;
    at = end;
  }
  return true;
}

/** `imported from AEP batch 7`: without a word for a file only the names of files, and no days or places. */
function importedAt(text: Text, at: number): Claim | null {
  const start = IMPORTED_LEAD.read(text, at)?.to ?? at;
  const isIn = text.words[start - 1]?.text === 'in';
  if (isIn && SLOTS.when(text, start) !== null) return null;
  for (let to = Math.min(text.words.length, start + MOST); start > at && to > start; to -= 1) {
    if (text.words.slice(start + 1, to).some((word) => word.afterBreak)) continue;
    const name = saidBetween(text.sentence, text.words, start, to);
    const files = filesCalled(text.vocabulary.words.imports, name);
    const isWhole = files.some((file) => isWholeName(file, name));
    // `imported in Foley` may be a town that no list has.
    if (files.length > 0 && (isWhole || (!isIn && !isOtherwiseKnown(text, start, to))))
      return { to, parts: meant(text, name, name) };
  }
  return null;
}

/** `the last import` on its own. */
const NEWEST_RULE = phrase(`the|my|our? very? last|latest|newest|most_recent ${NEWEST_NOUN}`, (_, { text, at, to }) =>
  meant(text, 'last', saidBetween(text.sentence, text.words, at, to)),
);

const FILE_RULE: Rule = {
  words: [...NOUN_BEHIND.words, 'imported', 'uploaded'],
  read: (text, at) => writtenAt(text, at) ?? calledAt(text, at) ?? importedAt(text, at),
};

const ANY = 'a|an|any|our|my|some';
const NOT_COME =
  'didnt_come|did_not_come|dont_come|do_not_come|never_came|not|werent_imported|not_imported|werent|wasnt|were_not|are_not';

/** Contacts of no file, and of any. */
const ANY_FILE_RULES: readonly Rule[] = [
  phrase(
    `that|who|which? ${NOT_COME} in|imported|loaded|added? from|in|out_of|off|via|through|with ${ANY}? ${NOUN}|files|imports`,
    () => [filter('import_id', '', 'empty')],
  ),
  phrase(`${COMING}? from|out_of|off|via|through ${ANY} ${NOUN}`, () => [filter('import_id', '', 'not_empty')]),
];

export const FILE_RULES: readonly Rule[] = [FILE_RULE, NEWEST_RULE, ...ANY_FILE_RULES];
