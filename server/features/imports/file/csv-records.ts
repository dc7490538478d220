import Papa from 'papaparse';
import { type ImportEncoding, MAX_IMPORT_CELL_BYTES, MAX_IMPORT_COLUMNS } from '#contract/imports/rows.contract.ts';
import { decoderOf, type TextDecoding } from './decode-text.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { UnreadableFile } from './unreadable-file.ts';

export interface CsvFormat {
  readonly encoding: ImportEncoding;
  readonly delimiter: string;
  /** Skips a first line that names the delimiter; default true. */
  readonly skipsSeparator?: boolean;
}

/** Records in file order; `unclosed` are the indexes of those cut out at a quote that never ends. */
export interface CsvPiece {
  readonly records: string[][];
  readonly unclosed: ReadonlySet<number>;
}

/** Characters that one record may have before the file is refused. Ours: several cells of 1 MB. */
const MAX_RECORD_CHARS = 4 * MAX_IMPORT_CELL_BYTES;

/** Characters read again because of unclosed quotes before the file is refused. Ours: about two seconds of work. */
const MAX_REREAD_CHARS = 256 * 1024 * 1024;

/** Maximum length of a first line that names the delimiter. */
const SEPARATOR_CHARS = 8;

/** Refusal of a line of which more than so many characters were read. */
export const tooLongLine = (line: number, chars: number) =>
  `Line ${line} is longer than ${chars / 1024 ** 2} MB. A cell may be too large (the limit is 1 MB), or a closing quote may be missing.`;

/** Returns the delimiter named by a first line `sep=;`, or `null`. */
export const separatorOf = (text: string): string | null => /^"?sep=([^\n"])"?\n/i.exec(text)?.[1] ?? null;

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly code: string; readonly row: number }[];
  readonly meta: { readonly cursor: number };
}

/** Cuts text into records; text comes in pieces of any size, cut anywhere. */
export class RecordCutter {
  readonly #delimiter: string;
  readonly #isLimited: boolean;
  #rest = '';
  #begun: boolean;
  #reread = 0;
  #done = 0;

  /** `isLimited` false: for a first look at records of any size. */
  constructor(delimiter: string, skipsSeparator = true, isLimited = true) {
    this.#delimiter = delimiter;
    this.#isLimited = isLimited;
    this.#begun = !skipsSeparator;
  }

  /** @throws {UnreadableFile} when a cell or a record passes the limits. */
  push(text: string): CsvPiece {
    this.#rest += text.includes('\0') ? text.replaceAll('\0', '') : text;
    return this.#begin() ? this.#cut(false) : { records: [], unclosed: new Set() };
  }

  /** Remaining text at the end of the file. @throws {UnreadableFile} like `push`. */
  end(): CsvPiece {
    if (this.#rest !== '' && !this.#rest.endsWith('\n')) this.#rest += '\n';
    this.#begin();
    return this.#cut(true);
  }

  /** Excel may tell the delimiter in a first line, which is no record. False: that line is not whole yet. */
  #begin(): boolean {
    if (this.#begun) return true;
    const end = this.#rest.indexOf('\n');
    if (end === -1 && this.#rest.length < SEPARATOR_CHARS) return false;
    this.#begun = true;
    if (separatorOf(this.#rest) !== null) this.#rest = this.#rest.slice(end + 1);
    return true;
  }

  #cut(final: boolean): CsvPiece {
    const records: string[][] = [];
    const unclosed = new Set<number>();
    while (this.#rest !== '') {
      const { data, errors, meta } = this.#parse(this.#rest);
      const open = openRecord(data, errors, final && meta.cursor < this.#rest.length);
      for (const record of open === null ? data : data.slice(0, open)) records.push(record);
      if (open === null) {
        this.#rest = this.#rest.slice(meta.cursor);
        break;
      }
      unclosed.add(records.length);
      records.push(this.#takeLine(open === 0 ? 0 : this.#parse(this.#rest, open).meta.cursor));
    }
    this.#check(records);
    this.#done += records.length;
    return { records, unclosed };
  }

  #parse(text: string, preview = 0): Parsed {
    return new Papa.Parser({ delimiter: this.#delimiter, newline: '\n', preview }).parse(text, 0, true) as Parsed;
  }

  /** The line of an unclosed quote becomes a record of its own, so that it swallows no other line. */
  #takeLine(start: number): string[] {
    this.#reread += this.#rest.length;
    if (this.#reread > MAX_REREAD_CHARS) throw new UnreadableFile('The file has too many unclosed quotes.');
    const end = this.#rest.indexOf('\n', start);
    const line = this.#rest.slice(start, end);
    this.#rest = this.#rest.slice(end + 1);
    return line.split(this.#delimiter);
  }

  #check(records: readonly string[][]): void {
    if (!this.#isLimited) return;
    for (const [index, record] of records.entries()) {
      if (record.length > MAX_IMPORT_COLUMNS) {
        throw new UnreadableFile(
          `Line ${this.#done + index + 1} has ${formatCount(record.length)} columns. The limit is ${MAX_IMPORT_COLUMNS}.`,
        );
      }
      for (const cell of record) {
        if (cell.length * 3 > MAX_IMPORT_CELL_BYTES && Buffer.byteLength(cell) > MAX_IMPORT_CELL_BYTES) {
          throw new UnreadableFile(`Line ${this.#done + index + 1} has a cell of more than 1 MB.`);
        }
      }
    }
    if (this.#rest.length > MAX_RECORD_CHARS) {
      throw new UnreadableFile(tooLongLine(this.#done + records.length + 1, MAX_RECORD_CHARS));
    }
  }
}

/** The first record whose opening quote was never closed where it should be; `null`: all are whole. */
function openRecord(data: readonly string[][], errors: Parsed['errors'], cutShort: boolean): number | null {
  for (const { code, row } of errors) {
    if (code === 'InvalidQuotes' && data[row]?.some((cell) => cell.includes('\n')) === true) return row;
  }
  return cutShort ? data.length : null;
}

/** Decodes bytes into text with `\n` line ends. */
export class TextReader {
  readonly #decoder: TextDecoding;
  #carry = '';

  constructor(encoding: ImportEncoding) {
    this.#decoder = decoderOf(encoding);
  }

  read(bytes: Uint8Array): string {
    return this.#normalise(this.#decoder.decode(bytes, { stream: true }), false);
  }

  end(): string {
    return this.#normalise(this.#decoder.decode(), true);
  }

  #normalise(decoded: string, final: boolean): string {
    const text = this.#carry + decoded;
    // The other half of a line end may be in the next chunk.
    const half = !final && text.endsWith('\r');
    this.#carry = half ? '\r' : '';
    const whole = half ? text.slice(0, -1) : text;
    return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
  }
}

/** Records of a file, piece by piece; memory holds one piece. @throws {UnreadableFile} */
export async function* readRecords(source: AsyncIterable<Uint8Array>, format: CsvFormat): AsyncGenerator<CsvPiece> {
  const reader = new TextReader(format.encoding);
  const cutter = new RecordCutter(format.delimiter, format.skipsSeparator);
  for await (const bytes of source) yield cutter.push(reader.read(bytes));
  yield cutter.push(reader.end());
  yield cutter.end();
}
