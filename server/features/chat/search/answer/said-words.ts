/** A sentence as words. The original text is kept, to quote it in questions. */
export interface Word {
  /** The original text, without surrounding punctuation. */
  readonly said: string;
  /** Lower case, without accents and apostrophes: `dont`, `jose`. */
  readonly text: string;
  /** Without a possessive ending; `null`: it has none. `Dana's` and `agents'` have one. */
  readonly owner: string | null;
  readonly from: number;
  readonly to: number;
  /** After a comma or the end of a sentence. */
  readonly afterBreak: boolean;
  /** Joined to the previous word, as in `walk-ins`. */
  readonly joined: boolean;
}

const EMAIL = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
const PHONE = String.raw`(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)|(?<!\d)\d{3}[-.]\d{4}(?!\d)|(?<!\d)(?:\d ){9}\d(?! ?\d)`;
const DATE = String.raw`\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{4}-\d{2}-\d{2}`;
/** A name of a file is one word, and so is a suffix with its full stop. */
const FILE = String.raw`[\p{L}\p{N}_.()-]{1,80}\.(?:csv|tsv|txt|xlsx?|xlsm|ods|vcf|gz|zip|pdf|docx?|json)(?![\p{L}\p{N}])`;
const SUFFIX = String.raw`[JSjs][Rr]\.(?![\p{L}\p{N}])`;
const INITIALS = String.raw`\p{L}(?:\.\p{L})+\.?`;
const NUMBER = String.raw`\d{1,3}(?:,\d{3})+|\d+\+`;
const WORD = String.raw`[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*['’]?`;
/** Signs for words: `recruits + leads`, `wrong #s`, `w/o a phone`. */
const SIGN = String.raw`(?<=\s)(?:\+(?=\s)|#s(?![\p{L}\p{N}])|w\/o(?![\p{L}\p{N}]))`;
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['+', 'and'],
  ['#s', 'numbers'],
  ['w/o', 'without'],
]);
const TOKEN = new RegExp([SIGN, EMAIL, FILE, SUFFIX, DATE, PHONE, INITIALS, NUMBER, WORD].join('|'), 'gu');

/** Marks after which something new begins. A full stop does not after a short word: `Mr. Nguyen`, `St. Louis`. */
const BREAK = /[,;:!?\n]|(?<=[\p{L}\p{N}]{4})\.(?:\s|$)/u;
const OWNER = /^(.+?)(?:['’]s|(?<=s)['’])$/iu;

/** Normalizes words for comparison: lower case, without accents and apostrophes. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '');

export function wordsOf(sentence: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const { 0: said, index } of sentence.matchAll(TOKEN)) {
    const between = sentence.slice(Math.max(0, end - 4), index);
    const gap = sentence.slice(end, index);
    const owner = OWNER.exec(said)?.[1];
    words.push({
      said,
      text: SIGNS.get(said) ?? fold(said.replace(/^([js]r)\.$/i, '$1')),
      owner: owner === undefined ? null : fold(owner),
      from: index,
      to: index + said.length,
      afterBreak: words.length > 0 && (/[,;:!?\n]/.test(gap) || (gap.includes('.') && BREAK.test(between))),
      joined: words.length > 0 && /^[-/–]$/.test(gap),
    });
    end = index + said.length;
  }
  return words;
}

/** Words of a sentence from one index up to another, exclusive. */
export const saidBetween = (sentence: string, words: readonly Word[], from: number, to: number): string =>
  sentence.slice(words[from]?.from ?? 0, words[to - 1]?.to ?? 0);

/** A word without its plural: `callbacks`, `VIPs`. */
const singular = (text: string): string => (/^.+[^sui]s$/.test(text) ? text.slice(0, -1) : text);

/** Words as one key, so that `walk-ins`, `walk ins` and `walkins` are the same. */
export const keyOf = (texts: readonly string[]): string => singular(texts.map(singular).join(''));

/** `san antonio` as `San Antonio`; text with its own capitals stays. */
export const titleCase = (said: string): string =>
  /\p{Lu}/u.test(said) ? said : said.replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());
