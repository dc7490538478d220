import { type ImportColumn, type ImportEncoding, MAX_IMPORT_COLUMNS } from '#contract/imports/rows.contract.ts';
import { fieldOfHeader, knownSourceOf, likeness, suggestMapping } from '#rules/imports/column-mapping.ts';
import { toE164 } from '#rules/phone/phone-number.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { type CsvFormat, RecordCutter, separatorOf, TextReader, tooLongLine } from './csv-records.ts';
import { refuseOtherKinds, refuseOtherTexts } from './file-kind.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Bytes kept from the start of a file to read its head. Our choice: enough for a cell of 1 MB. */
export const HEAD_BYTES = 2 * 1024 * 1024;

/** Characters that a line has at least when it is the second one and doesn't end within the head. */
const LONGEST_SEEN = HEAD_BYTES / 2;

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
  readonly encoding: ImportEncoding;
  /** Absent: to be detected. */
  readonly delimiter?: string | undefined;
  /** See `CsvFormat`. */
  readonly skipsSeparator?: boolean;
}

export interface FileHead extends CsvFormat {
  /** Line of the headers from 1; 0: none. */
  readonly headerRow: number;
  readonly columns: ImportColumn[];
  /** The product that wrote the file; `null`: none that we know. */
  readonly madeBy: string | null;
  /** The first rows, as they are read. */
  readonly preview: string[][];
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

  const delimiter = start.delimiter ?? separatorOf(text) ?? guessDelimiter(text);
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
  const preview = data
    .slice(0, SAMPLES)
    .map((cells) => cells.slice(0, columns.length).map((cell) => cutText(cell, SAMPLE_CHARS)));
  return { headerRow: header, columns, preview, madeBy: knownSourceOf(records[header - 1] ?? [])?.name ?? null };
}

const isFilled = (record: readonly string[]) => record.some((cell) => cell.trim() !== '');

function cutHead(text: string, delimiter: string, { whole, skipsSeparator }: FileStart): string[][] {
  const cutter = new RecordCutter(delimiter, skipsSeparator);
  const records = [...cutter.push(text).records, ...(whole ? cutter.end().records : [])].slice(0, HEAD_RECORDS + 100);
  // One record alone fills the rest of the head.
  if (!whole && records.length < 2) throw new UnreadableFile(tooLongLine(records.length + 1, LONGEST_SEEN));
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
    return new RecordCutter(delimiter, true, false).push(text).records;
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

/**
 * The record at the start that names most fields; none of them does when the first one is data. Lines much narrower
 * than the list, such as a title or a date above it, are neither. One known word alone, such as `Mobile`, may be a
 * value: it makes no header of a record that isn't the first.
 */
function findHeader(records: readonly string[][]): number {
  const start = records.slice(0, HEADER_WITHIN).map((cells, index) => ({ row: index + 1, ...wordsOf(cells) }));
  const typical = typicalWidth(start.map(({ filled }) => filled));
  const wide = start.filter(({ filled }) => filled > (typical < 3 ? 0 : typical / 2));
  const first = wide[0];
  if (first === undefined) return 0;
  let best = first;
  let isBelowData = false;
  for (const record of wide) {
    if (record.isData) isBelowData = true;
    else if (record.named > best.named && record.named > (isBelowData ? 2 : 1)) best = record;
  }
  if (best.named > 1) return best.row;
  return first.isData || (first.cells === 1 && first.named === 0) ? 0 : first.row;
}

/** The cells of a record that are filled, that name a field, and whether it is a person rather than headers. */
function wordsOf(cells: readonly string[]) {
  const named = cells.filter((cell) => fieldOfHeader(cell).field !== null).length;
  const data = cells.filter(looksLikeData).length;
  return {
    cells: cells.length,
    filled: cells.filter((cell) => cell.trim() !== '').length,
    named,
    isData: data > 0 && data >= named,
  };
}

/** The most cells that at least two records have, so that one ragged line says nothing about the others. */
function typicalWidth(widths: readonly number[]): number {
  const [most = 0, second = most] = widths.toSorted((a, b) => b - a);
  return second === 0 ? most : second;
}

const looksLikeData = (cell: string) =>
  /.@.+\./.test(cell) || toE164(cell) !== null || (likeness('dob', [cell]) ?? 0) > 0;

function columnsOf(header: readonly string[] | undefined, data: readonly string[][]): ImportColumn[] {
  const width = header === undefined ? Math.max(...data.map((record) => record.length)) : widthOf(header, data);
  if (width > MAX_IMPORT_COLUMNS) {
    throw new UnreadableFile(`The file has ${formatCount(width)} columns. The limit is ${MAX_IMPORT_COLUMNS}.`);
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
