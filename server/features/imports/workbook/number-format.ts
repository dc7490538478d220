/** Number format of a workbook, as far as it changes the meaning of the number. */
export type NumberFormat =
  | { readonly kind: 'plain' | 'date' | 'time' }
  /** `sections` by their condition, the first that holds; `digits` are `0` and `#`. */
  | { readonly kind: 'mask'; readonly sections: readonly MaskSection[] };

interface MaskSection {
  /** The highest number that it is for. */
  readonly upTo: number;
  readonly mask: readonly { readonly isDigit: boolean; readonly text: string }[];
}

export const PLAIN: NumberFormat = { kind: 'plain' };

/** Formats by number that a workbook does not spell out. Source: ECMA-376, 18.8.30. */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date' };
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: 'time' };
  return PLAIN;
}

/** A spelt-out format, e.g. `mm/dd/yyyy`, `00000`, `[<=9999999]###\-####;\(###\)\ ###\-####`. */
export function readFormat(code: string): NumberFormat {
  const letters = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase();
  if (!letters.includes('general')) {
    if (/[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters))) return { kind: 'date' };
    if (/[hs]/.test(letters)) return { kind: 'time' };
  }
  const sections = code.split(';').map(readSection);
  const first = sections[0];
  if (first === null || first === undefined) return PLAIN;
  const usable = sections.filter((section) => section !== null);
  return { kind: 'mask', sections: first.upTo === Number.POSITIVE_INFINITY ? [first] : usable };
}

/** `null`: the section does more than putting digits in their places. */
function readSection(code: string): MaskSection | null {
  const condition = /^\[<(=?)(\d{1,12})\]/.exec(code);
  const upTo = condition === null ? Number.POSITIVE_INFINITY : Number(condition[2]) - (condition[1] === '=' ? 0 : 1);
  const mask: { isDigit: boolean; text: string }[] = [];
  for (const [part] of code.replace(/\[[^\]]*\]/g, '').matchAll(/"[^"]*"|\\.|_.|\*.|./gs)) {
    if (part === '0' || part === '#') mask.push({ isDigit: true, text: part });
    else if (part.startsWith('"')) mask.push({ isDigit: false, text: part.slice(1, -1) });
    else if (part.startsWith('\\')) mask.push({ isDigit: false, text: part.slice(1) });
    else if (/^[-() +]$/.test(part)) mask.push({ isDigit: false, text: part });
    else if (!/^[_*]/.test(part)) return null;
  }
  const places = mask.filter(({ isDigit }) => isDigit);
  const zeros = places.filter(({ text }) => text === '0').length;
  const isPlainNumber = places.length === mask.length && zeros < 2;
  return places.length === 0 || isPlainNumber ? null : { upTo, mask };
}

/** A number as its format shows it; dates as `YYYY-MM-DD`, which can be read in one way only, with their time if any. */
export function showNumber(value: number, format: NumberFormat, is1904: boolean): string {
  if (format.kind === 'date' && value >= 0) return dateOf(value, is1904);
  if (format.kind === 'time' && value >= 0 && value < 1) return timeOf(Math.round(value * DAY_MS));
  if (format.kind === 'mask' && Number.isSafeInteger(value) && value >= 0) {
    const section = format.sections.find(({ upTo }) => value <= upTo);
    if (section !== undefined) return maskOf(String(value), section);
  }
  // A workbook stores 15 digits: the rest is binary rounding noise.
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
}

function maskOf(digits: string, { mask }: MaskSection): string {
  let places = mask.filter(({ isDigit }) => isDigit).length;
  const filled = digits.padStart(places, ' ');
  let extra = filled.length - places;
  let text = '';
  for (const part of mask) {
    if (!part.isDigit) {
      text += part.text;
      continue;
    }
    const at = filled.length - places;
    const shown = extra > 0 ? filled.slice(0, at + 1) : (filled[at] ?? '');
    extra = 0;
    text += shown === ' ' ? (part.text === '0' ? '0' : '') : shown;
    places -= 1;
  }
  return text.trim();
}

const DAY_MS = 24 * 3600 * 1000;
const two = (value: number) => String(value).padStart(2, '0');

/** Days count from the end of 1899, or from 1904; the first system also counts a 29 February 1900 that never was. */
function dateOf(serial: number, is1904: boolean): string {
  // The 15 digits of a workbook are exact to a millisecond.
  const moment = Math.round(serial * DAY_MS);
  const day = Math.floor(moment / DAY_MS);
  if (day === 0 && !is1904) return timeOf(moment % DAY_MS);
  const from = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const date = new Date(from + moment);
  if (Number.isNaN(date.getTime())) return String(serial);
  return momentOf(date);
}

function momentOf(date: Date): string {
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = ((date.getTime() % DAY_MS) + DAY_MS) % DAY_MS;
  return time === 0 ? day : `${day} ${timeOf(time)}`;
}

/** A time of the day without a day, as spreadsheets write it: on the day before the first one. */
const NO_DAY = /^1899-12-3[01] /;

/** A moment such as `1961-12-01T18:00:00.000` as `showNumber` shows a date. Other texts stay as they are. */
export function showMoment(written: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?$/.exec(written);
  if (parts === null) return written;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hours, minutes, 0, Math.round(seconds * 1000));
  return momentOf(date).replace(NO_DAY, '');
}

/** `HH:MM`, with seconds when there are any. */
function timeOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const shown = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? shown : `${shown}:${two(seconds % 60)}`;
}
