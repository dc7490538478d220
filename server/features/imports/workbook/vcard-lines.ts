import { isUtf8 } from 'node:buffer';
import { IMPORT_ENCODINGS, type ImportEncoding, MAX_IMPORT_CELL_BYTES } from '#contract/imports/rows.contract.ts';
import { decodeText } from '../file/decode-text.ts';
import { detectEncoding } from '../file/detect-encoding.ts';

/** One property of a card: `item1.TEL;TYPE=cell:+1 512 555 0101`. */
export interface VcardLine {
  /** In capitals, without the group. */
  readonly name: string;
  /** `item1`, by which Apple names a property; empty: none. */
  readonly group: string;
  /** Types and marks in small letters: `cell`, `home`, `pref`. */
  readonly types: ReadonlySet<string>;
  /** As it is written: see `partsOf` and `plain`. */
  readonly value: string;
  /** The value is longer than a cell may be, and was not read. */
  readonly isTooLong: boolean;
}

/** Properties that hold no text, or facts about the file rather than the person. */
const UNREAD =
  /^(PHOTO|LOGO|SOUND|KEY|AGENT|PRODID|UID|REV|SOURCE|MAILER|CLASS|SORT-STRING|TZ|GEO|XML|CLIENTPIDMAP|CALURI|CALADRURI|FBURL|X-ABUID|X-ABADR|X-IMAGE\w*|X-THUMB\w*|X-MS-CARDPICTURE|X-MS-OL-\S*)$/;

/** Bytes beyond ASCII by which an encoding is told. */
const PROBE_BYTES = 64 * 1024;

/** Characters by which quoted-printable writes a byte, at most. */
const QUOTED_BYTES = 3;

/** Encodings of vCard 2.1 by other names. */
const CHARSETS: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  'us-ascii': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-2': 'windows-1250',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'shift-jis': 'shift_jis',
  sjis: 'shift_jis',
  cp1252: 'windows-1252',
};

/** Properties one by one, with lines joined that were folded, and decoded. Memory holds one of them. */
export function* vcardLines(file: Buffer): Generator<VcardLine> {
  const { bytes, encoding } = asBytes(file);
  // One character is one byte until a value's own encoding is known.
  const lines = physicalLines(bytes);
  let version = '';
  let next = lines.next();
  while (next.done !== true) {
    let last = next.value;
    next = lines.next();
    const head = headOf(last.slice(0, MAX_IMPORT_CELL_BYTES));
    const isPrintable = head?.marks.has('quoted-printable') === true;
    const isRead = head !== null && !UNREAD.test(head.name);
    const most = head === null ? 0 : head.end + MAX_IMPORT_CELL_BYTES * (isPrintable ? QUOTED_BYTES : 1);
    const pieces = [last];
    let size = last.length;
    while (next.done !== true && isContinued(last, next.value, isPrintable)) {
      if (isPrintable && last.endsWith('=')) {
        pieces[pieces.length - 1] = last.slice(0, -1);
        last = next.value;
      }
      // Version 2.1 folds at white space, which stays.
      else last = version === '2.1' ? next.value : next.value.slice(1);
      size += last.length;
      // What isn't read is only passed over.
      if (!isRead || size > most) pieces.length = 0;
      pieces.push(last);
      next = lines.next();
    }
    if (!isRead) continue;
    const { name, group, marks: types } = head;
    if (size > most) {
      yield { name, group, types, value: '', isTooLong: true };
      continue;
    }
    const written = pieces.join('').slice(head.end);
    const raw = Buffer.from(isPrintable ? unquoted(written) : written, 'latin1');
    const value = decodeText(raw, charsetOf(head.charset) ?? encoding);
    if (name === 'VERSION') version = value.trim();
    yield { name, group, types, value, isTooLong: false };
  }
}

const isContinued = (last: string, next: string, isPrintable: boolean) =>
  (isPrintable && last.endsWith('=')) || next.startsWith(' ') || next.startsWith('\t');

/** UTF-16 becomes UTF-8, so that lines can be told by their bytes. */
function asBytes(file: Buffer): { bytes: Buffer; encoding: ImportEncoding } {
  const mark = file.toString('hex', 0, 3);
  if (mark.startsWith('fffe') || file[1] === 0) return { bytes: recoded(file, 'utf-16le'), encoding: 'utf-8' };
  if (mark.startsWith('feff') || file[0] === 0) return { bytes: recoded(file, 'utf-16be'), encoding: 'utf-8' };
  const bytes = mark === 'efbbbf' ? file.subarray(3) : file;
  if (isUtf8(bytes)) return { bytes, encoding: 'utf-8' };
  return { bytes, encoding: detectEncoding(foreignLines(bytes)) };
}

const recoded = (file: Buffer, encoding: ImportEncoding) =>
  Buffer.from(decodeText(file, encoding).replace(/^\uFEFF/, ''));

function foreignLines(bytes: Buffer): Buffer {
  const found: Buffer[] = [];
  let size = 0;
  for (const line of physicalLines(bytes)) {
    if (!/[\u0080-\u00ff]/.test(line)) continue;
    // The values alone: names of properties say nothing about a language.
    found.push(Buffer.from(`${line.slice(line.indexOf(':') + 1).replaceAll(';', ' ')}\n`, 'latin1'));
    size += line.length;
    if (size > PROBE_BYTES) break;
  }
  return Buffer.concat(found);
}

function* physicalLines(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length; ) {
    let end = from;
    while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13) end += 1;
    yield bytes.toString('latin1', from, end);
    from = end + (bytes[end] === 13 && bytes[end + 1] === 10 ? 2 : 1);
  }
}

interface LineHead {
  readonly name: string;
  readonly group: string;
  readonly marks: ReadonlySet<string>;
  readonly charset: string;
  /** Where the value starts. */
  readonly end: number;
}

/** `null`: the line has no value. */
function headOf(line: string): LineHead | null {
  const found = /^\s*(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):/.exec(line);
  if (found === null) return null;
  const [whole, group = '', name = '', written = ''] = found;
  const marks = new Set<string>();
  let charset = '';
  for (const parameter of written.split(';').slice(1)) {
    const [key = '', ...rest] = parameter.split('=');
    const value = rest.join('=').replaceAll('"', '').trim().toLowerCase();
    if (key.trim().toUpperCase() === 'CHARSET') charset = value;
    else if (key.trim().toUpperCase() === 'PREF') marks.add('pref');
    else for (const mark of (rest.length === 0 ? key.trim().toLowerCase() : value).split(',')) marks.add(mark);
  }
  return { name: name.toUpperCase(), group: group.toLowerCase(), marks, charset, end: whole.length };
}

const unquoted = (text: string) =>
  text.replace(/=([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function charsetOf(written: string): ImportEncoding | null {
  const name = CHARSETS[written] ?? written;
  return IMPORT_ENCODINGS.find((encoding) => encoding === name) ?? null;
}

/** A value without its escapes. */
export const plain = (value: string) =>
  value.replace(/\\([\\,;:nN])/g, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char)).trim();

/** The parts of a name, an address or a list. */
export const partsOf = (value: string, between: ';' | ',' = ';'): string[] =>
  value
    .match(between === ';' ? /(?:\\.|[^\\;]|\\$)*(?:;|$)/gs : /(?:\\.|[^\\,]|\\$)*(?:,|$)/gs)
    ?.map((part) => plain(part.endsWith(between) ? part.slice(0, -1) : part)) ?? [];
