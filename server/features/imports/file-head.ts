import { type ImportColumn, MAX_IMPORT_COLUMNS } from '#contract/imports.contract.ts';
import { fieldOfHeader, suggestMapping } from '#rules/column-mapping.ts';
import { toE164 } from '#rules/phone-number.ts';
import { parsePlainDate } from '#rules/plain-date.ts';
import { cutText } from '#rules/cut-text.ts';
import { type CsvFormat, type Encoding, RecordCutter, TextReader } from './csv-records.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Bytes of the start of a file that are kept to read its head. Ours: holds a cell of 1 MB. */
export const HEAD_BYTES = 2 * 1024 * 1024;

/** Records in which the header row is looked for, and from which samples come. */
const HEAD_RECORDS = 100;
const SAMPLES = 5;
const SAMPLE_CHARS = 200;
const DELIMITERS = [',', ';', '\t', '|'];

export interface FileStart {
  /** The first `HEAD_BYTES` of the file, or all of it. */
  readonly bytes: Buffer;
  /** True when `bytes` is the whole file. */
  readonly whole: boolean;
  readonly encoding: Encoding;
}

export interface FileHead extends CsvFormat {
  /** Line of the headers from 1; 0: none. */
  readonly headerRow: number;
  readonly columns: ImportColumn[];
}

/**
 * Reads delimiter, header row, columns and a suggested mapping off the start of a file.
 * `headerRow` undefined looks for it.
 * @throws {UnreadableFile} when there is nothing to import in it.
 */
export function readHead(start: FileStart, headerRow?: number): FileHead {
  refuseBinary(start.bytes);
  const reader = new TextReader(start.encoding);
  const text = reader.read(start.bytes) + (start.whole ? reader.end() : '');
  if (text.trim() === '') throw new UnreadableFile('The file is empty.');

  const delimiter = guessDelimiter(text);
  const records = cutHead(text, delimiter, start.whole);
  const header = headerRow ?? findHeader(records);
  const data = records.slice(header);
  if (!data.some(isFilled)) {
    throw new UnreadableFile(header === 0 ? 'The file is empty.' : 'The file has a header and no rows.');
  }
  return { encoding: start.encoding, delimiter, headerRow: header, columns: columnsOf(records[header - 1], data) };
}

const isFilled = (record: readonly string[]) => record.some((cell) => cell.trim() !== '');

function cutHead(text: string, delimiter: string, whole: boolean): string[][] {
  const cutter = new RecordCutter(delimiter);
  const records = [...cutter.push(text).records, ...(whole ? cutter.end().records : [])].slice(0, HEAD_RECORDS + 100);
  if (records.length === 0) throw new UnreadableFile('The first line of the file does not end.');
  return records;
}

/** The delimiter by which most headers are known; without headers, the one that cuts most records alike. */
function guessDelimiter(text: string): string {
  const end = text.lastIndexOf('\n', 64 * 1024);
  const start = end > 0 ? text.slice(0, end + 1) : text;
  let best = { delimiter: ',', named: 0, alike: 0 };
  for (const delimiter of DELIMITERS) {
    const records = recordsBy(delimiter, start.endsWith('\n') ? start : `${start}\n`);
    const first = records.filter(isFilled).slice(0, 20);
    const named = Math.max(
      0,
      ...first.map((record) => record.filter((cell) => fieldOfHeader(cell).field !== null).length),
    );
    const widths = first.map((record) => record.length);
    const alike = Math.max(
      0,
      ...widths.map((width) => (width > 1 ? widths.filter((each) => each === width).length : 0)),
    );
    if (named > best.named || (named === best.named && alike > best.alike)) best = { delimiter, named, alike };
  }
  return best.delimiter;
}

/** None when this cannot be the delimiter, since a limit is passed with it. */
function recordsBy(delimiter: string, text: string): readonly string[][] {
  try {
    return new RecordCutter(delimiter).push(text).records;
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

/** The record among the first ten that names most fields; none of them does when the first one is data. */
function findHeader(records: readonly string[][]): number {
  let best = { row: 0, named: 0 };
  for (const [index, record] of records.slice(0, 10).entries()) {
    if (record.some(looksLikeData)) break;
    const named = record.filter((cell) => fieldOfHeader(cell).field !== null).length;
    if (named > best.named) best = { row: index + 1, named };
  }
  if (best.named > 0) return best.row;
  const first = records[0] ?? [];
  return first.some(looksLikeData) || first.length === 1 ? 0 : 1;
}

const looksLikeData = (cell: string) =>
  /.@.+\./.test(cell) || toE164(cell) !== null || parsePlainDate(cell, 2030) !== null;

function columnsOf(header: readonly string[] | undefined, data: readonly string[][]): ImportColumn[] {
  const width = header?.length ?? Math.max(...data.map((record) => record.length));
  if (width > MAX_IMPORT_COLUMNS) {
    throw new UnreadableFile(`The file has ${width} columns; at most ${MAX_IMPORT_COLUMNS} can be imported.`);
  }
  const names = new Map<string, number>();
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    header: uniqueHeader(header?.[index]?.trim() ?? '', index, names),
    samples: samplesOf(data, index),
  }));
  const suggestions = suggestMapping(columns);
  return columns.map((column, index) => ({
    ...column,
    suggestion: suggestions[index]?.field ?? null,
    confidence: suggestions[index]?.confidence ?? 0,
  }));
}

function uniqueHeader(written: string, index: number, names: Map<string, number>): string {
  const name = written === '' ? `Column ${index + 1}` : cutText(written, SAMPLE_CHARS);
  const count = (names.get(name.toLowerCase()) ?? 0) + 1;
  names.set(name.toLowerCase(), count);
  return count === 1 ? name : `${name} (${count})`;
}

function samplesOf(data: readonly string[][], index: number): string[] {
  const samples: string[] = [];
  for (const record of data.slice(0, HEAD_RECORDS)) {
    const cell = record[index]?.trim() ?? '';
    if (cell !== '') samples.push(cutText(cell, SAMPLE_CHARS));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

/** First bytes of what people take for a CSV file, in hexadecimal, and what to tell them. */
const SIGNATURES: readonly (readonly [hex: string, sentence: string])[] = [
  ['504b0304', 'This is an Excel workbook or a ZIP archive: save the sheet as CSV and upload that.'],
  ['504b0506', 'This is a ZIP archive: unpack it and upload the CSV file inside.'],
  ['d0cf11e0', 'This is an old Excel workbook: save the sheet as CSV and upload that.'],
  ['25504446', 'This is a PDF: ask for the list as a CSV file.'],
  ['1f8b', 'This is a compressed file: unpack it and upload the CSV file inside.'],
  ['377abcaf', 'This is a compressed file: unpack it and upload the CSV file inside.'],
  ['52617221', 'This is a compressed file: unpack it and upload the CSV file inside.'],
  ['89504e47', 'This is a picture, not a CSV file.'],
  ['ffd8ff', 'This is a picture, not a CSV file.'],
  ['fffe', 'This file is in UTF-16: save it as CSV in UTF-8 and upload that.'],
  ['feff', 'This file is in UTF-16: save it as CSV in UTF-8 and upload that.'],
];

function refuseBinary(bytes: Buffer): void {
  if (bytes.length === 0) throw new UnreadableFile('The file is empty.');
  const start = bytes.subarray(0, 8).toString('hex');
  for (const [hex, sentence] of SIGNATURES) if (start.startsWith(hex)) throw new UnreadableFile(sentence);
  const head = bytes.subarray(0, 64 * 1024);
  const odd = head.filter((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27).length;
  if (odd > head.length / 50)
    throw new UnreadableFile('This is not a text file: save the list as CSV and upload that.');
}
