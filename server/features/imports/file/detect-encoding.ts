import { analyse, type EncodingName } from 'chardet';
import { decodeText } from './decode-text.ts';
import type { ImportEncoding } from '#contract/imports/rows.contract.ts';

/** Encodings that are told apart, with chardet's name for each; it doesn't know those of DOS and of old Macs. */
const CANDIDATES: readonly (readonly [ImportEncoding, EncodingName | null])[] = [
  ['windows-1252', 'ISO-8859-1'],
  ['windows-1250', 'ISO-8859-2'],
  ['windows-1251', 'windows-1251'],
  ['koi8-r', 'KOI8-R'],
  ['macintosh', null],
  ['cp437', null],
  ['shift_jis', 'Shift_JIS'],
  ['euc-jp', 'EUC-JP'],
  ['gb18030', 'GB18030'],
  ['big5', 'Big5'],
  ['euc-kr', 'EUC-KR'],
];

/** What American files are in when nothing else says more. */
const USUAL_LEAD = 0.3;

/** Letters and characters that are frequent in names and addresses. */
const FREQUENT: Partial<Readonly<Record<ImportEncoding, string>>> = {
  'windows-1252': 'áàâäãåçéèêëíîïñóôöøúùüßæÁÉÑÖÜÅØÇ',
  'windows-1250': 'áäąćčďéęěíłńňóöőřśšťúůűüýźżžŁŚŠČŽŘŻŐŰÁÉÖÜß',
  'windows-1251': 'оеаинтсрвлкмдпуя',
  'koi8-r': 'оеаинтсрвлкмдпуя',
  macintosh: 'áàâäãåçéèêëíîïñóôöõøúùûüßæÁÉÑÖÜÅØÇ',
  cp437: 'áàâäåçéèêëíîïñóôöúùûüßæÉÑÖÜÅÇ',
  shift_jis: '田中山本村川藤佐井高松木小林大野原島岡橋石上東京都市府県区町子美一郎太花鈴阪',
  'euc-jp': '田中山本村川藤佐井高松木小林大野原島岡橋石上東京都市府県区町子美一郎太花鈴阪',
  gb18030: '王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗市省区县路街北京上海广州伟小明',
  big5: '王李張劉陳楊黃趙吳周徐孫馬朱胡林郭何高羅市省區縣路街臺北上海中雄志美明',
  'euc-kr': '김이박최정강조윤장임오한신서권황시도구군동로길민수영지부산울대인천광역특별',
};

/** Returns the most likely encoding of lines with bytes beyond ASCII that aren't UTF-8. */
export function detectEncoding(bytes: Uint8Array): ImportEncoding {
  const sure = new Map<string, number>(analyse(bytes).map(({ name, confidence }) => [name, confidence / 100]));
  let best: { encoding: ImportEncoding; score: number } = { encoding: 'windows-1252', score: -Infinity };
  for (const [encoding, name] of CANDIDATES) {
    const usual = encoding === 'windows-1252' ? USUAL_LEAD : 0;
    const score =
      likelihood(decodeText(bytes, encoding), FREQUENT[encoding] ?? '') + ((name && sure.get(name)) ?? 0) + usual;
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

/** Plausibility of a text as people's data, −3 to 3 for its average character beyond ASCII. */
function likelihood(text: string, frequent: string): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char < '\u0080') continue;
    count += 1;
    sum += likelihoodAt(char, text.charAt(at - 1), text.charAt(at + 1)) + (frequent.includes(char) ? 1 : 0);
  }
  return count === 0 ? -3 : sum / count;
}

const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const HALF_WIDTH = /[\uFF61-\uFF9F]/;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
/** A Latin letter beyond ASCII. */
const isMarked = (char: string) => char >= '\u0080' && LATIN.test(char);
/** Punctuation next to letters, and full-width characters. */
const MARK = /[\u2018-\u201D\u2013\u2014\u2026\u2122\u20AC£§°®©ªº¡¿«»\u00A0\u3000-\u3011\uFF01-\uFF5E№]/;
const WITHIN_WORDS = /[\u2019]/;

function likelihoodAt(char: string, before: string, after: string): number {
  if (SYLLABLE.test(char) && !HALF_WIDTH.test(char)) return LATIN.test(before) || LATIN.test(after) ? -3 : 1;
  if (HALF_WIDTH.test(char)) return HALF_WIDTH.test(before) || HALF_WIDTH.test(after) ? 0 : -3;
  if (MARK.test(char)) {
    const isWithin = /\p{L}/u.test(before) && /\p{L}/u.test(after);
    return isWithin && !WITHIN_WORDS.test(char) ? -2 : 0;
  }
  const script = LATIN.test(char) ? LATIN : CYRILLIC.test(char) ? CYRILLIC : null;
  if (script === null) return -3;
  const isMixed = [before, after].some((next) => /\p{L}/u.test(next) && !script.test(next));
  if (isMixed) return -3;
  // Words of letters with marks alone, as in Àííà for Анна, are a wrong reading.
  if (script === LATIN && isMarked(before) && isMarked(after)) return -1;
  // A capital after a small letter, as in JosŽ, is a wrong reading.
  if (/\p{Lu}/u.test(char)) return /\p{Ll}/u.test(before) ? -3 : 1;
  return /\p{Lu}\p{Lu}/u.test(before + after) ? -1 : 2;
}
