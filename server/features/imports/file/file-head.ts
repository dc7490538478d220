import { type ImportColumn, MAX_IMPORT_COLUMNS } from '#contract/imports/rows.contract.ts';
import { fieldOfHeader, knownSourceOf, suggestMapping } from '#rules/imports/column-mapping.ts';
import { toE164 } from '#rules/phone/phone-number.ts';
import { parsePlainDate } from '#rules/time/plain-date.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { type CsvFormat, type Encoding, RecordCutter, separatorOf, TextReader } from './csv-records.ts';
import { refuseOtherKinds, refuseOtherTexts } from './file-kind.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Bytes kept from the start of a file to read its head. Our choice: enough for a cell of 1 MB. */
export const HEAD_BYTES = 2 * 1024 * 1024;

/** Records from which samples come, and in which the header row is looked for. Ours. */
const HEAD_RECORDS = 100;
const HEADER_WITHIN = 30;
const SAMPLES = 5;
const SAMPLE_CHARS = 200;
const DELIMITERS = [',', ';', '\t', '|'];

export interface FileStart {
  /** The first `HEAD_BYTES` of the file, or all of it. */
  readonly bytes: Buffer;
  /** True when `bytes` is the whole file. */
  readonly whole: boolean;
  readonly encoding: Encoding;
  /** See `CsvFormat`. */
  readonly skipsSeparator?: boolean;
}

export interface FileHead extends CsvFormat {
  /** Line of the headers from 1; 0: none. */
  readonly headerRow: number;
  readonly columns: ImportColumn[];
  /** The product that wrote the file; `null`: none that we know. */
  readonly madeBy: string | null;
}

/**
 * Detects delimiter, header row, columns and a suggested mapping from the start of a file. `headerRow` undefined
 * detects it.
 * @throws {UnreadableFile} when there is nothing to import.
 */
export function readHead(start: FileStart, headerRow?: number): FileHead {
  refuseOtherKinds(start.bytes);
  const reader = new TextReader(start.encoding);
  const text = reader.read(start.bytes) + (start.whole ? reader.end() : '');
  if (text.trim() === '') throw new UnreadableFile('The file is empty.');
  refuseOtherTexts(text);

  const delimiter = separatorOf(text) ?? guessDelimiter(text);
  const records = cutHead(text, delimiter, start);
  return { encoding: start.encoding, delimiter, ...headOf(records, headerRow) };
}

/** Header row, columns and a suggested mapping of the first records. @throws {UnreadableFile} like `readHead`. */
export function headOf(records: readonly string[][], headerRow?: number): Omit<FileHead, keyof CsvFormat> {
  const header = headerRow ?? findHeader(records);
  const data = records.slice(header);
  if (!data.some(isFilled)) {
    throw new UnreadableFile(header === 0 ? 'The file is empty.' : 'The file has a header and no rows.');
  }
  const columns = columnsOf(records[header - 1], data);
  return { headerRow: header, columns, madeBy: knownSourceOf(records[header - 1] ?? [])?.name ?? null };
}

const isFilled = (record: readonly string[]) => record.some((cell) => cell.trim() !== '');

function cutHead(text: string, delimiter: string, { whole, skipsSeparator }: FileStart): string[][] {
  const cutter = new RecordCutter(delimiter, skipsSeparator);
  const records = [...cutter.push(text).records, ...(whole ? cutter.end().records : [])].slice(0, HEAD_RECORDS + 100);
  if (records.length === 0) throw new UnreadableFile("The first line of the file doesn't end.");
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

/** Returns none if a limit is exceeded with this delimiter, which rules it out. */
function recordsBy(delimiter: string, text: string): readonly string[][] {
  try {
    return new RecordCutter(delimiter).push(text).records;
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

/**
 * The record at the start that names most fields; none of them does when the first one is data. Lines much narrower
 * than the list, such as a title or a date above it, are neither.
 */
function findHeader(records: readonly string[][]): number {
  const start = records.slice(0, HEADER_WITHIN);
  const widths = start.map((record) => record.filter((cell) => cell.trim() !== '').length);
  const most = Math.max(...widths);
  const isNarrow = (index: number) => (widths[index] ?? 0) <= (most < 4 ? 0 : most / 2);
  let best = { row: 0, named: 0 };
  for (const [index, record] of start.entries()) {
    if (isNarrow(index)) continue;
    if (record.some(looksLikeData)) break;
    const named = record.filter((cell) => fieldOfHeader(cell).field !== null).length;
    if (named > best.named) best = { row: index + 1, named };
  }
  if (best.named > 0) return best.row;
  const first = start.findIndex((_, index) => !isNarrow(index));
  const cells = start[first] ?? [];
  return cells.some(looksLikeData) || cells.length === 1 ? 0 : first + 1;
}

const looksLikeData = (cell: string) =>
  /.@.+\./.test(cell) || toE164(cell) !== null || parsePlainDate(cell, 2030) !== null;

function columnsOf(header: readonly string[] | undefined, data: readonly string[][]): ImportColumn[] {
  const width = header === undefined ? Math.max(...data.map((record) => record.length)) : widthOf(header, data);
  if (width > MAX_IMPORT_COLUMNS) {
    throw new UnreadableFile(`The file has ${width} columns. The limit is ${MAX_IMPORT_COLUMNS}.`);
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

/** Without what only a delimiter at the end of the header made. */
function widthOf(header: readonly string[], data: readonly string[][]): number {
  let width = header.length;
  while (width > 1 && header[width - 1]?.trim() === '' && data.every((record) => !record[width - 1]?.trim()))
    width -= 1;
  return width;
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
