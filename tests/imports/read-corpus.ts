import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DateColumn, ImportEncoding } from '#contract/imports/rows.contract.ts';
import { type AttemptRow, planOf } from '../../server/features/imports/attempt.ts';
import { csvLine } from '../../server/http/csv-line.ts';
import { readHead } from '../../server/features/imports/file/file-head.ts';
import { isBook } from '../../server/features/imports/file/file-kind.ts';
import { FileWatch } from '../../server/features/imports/file/file-watch.ts';
import { sheetHead } from '../../server/features/imports/file/sheet-head.ts';
import { UnpackUpload } from '../../server/features/imports/file/unpack-upload.ts';
import { suggested } from '../../server/features/imports/import-form.ts';
import { prepareRows } from '../../server/features/imports/rows/prepare-rows.ts';
import { readDateOrders } from '../../server/features/imports/run/date-columns.ts';
import { openBook } from '../../server/features/imports/workbook/open-book.ts';

/** What a file comes to when it is uploaded and imported. */
export interface CorpusResult {
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly sheet?: number;
  readonly header_row: number;
  /** Header → field. */
  readonly mapping: Readonly<Record<string, string>>;
  /** How the order of day and month is known, by header; absent: no column of dates needs one. */
  readonly dates?: Readonly<Record<string, string>>;
  /** Filled fields of each contact, in the order of the rows. */
  readonly contacts: readonly Readonly<Record<string, string>>[];
  /** Other rows: `row reason` or `row reason field`. */
  readonly others: readonly string[];
}

const UPLOADED = new Date('2026-11-23T18:00:00Z');
const UNCHECKED = { rows: 0, good: 0, problems: 0, skipped: 0, by_reason: [] };

/** Choices of the user; absent: what was detected. */
export interface FileChoice {
  readonly encoding?: ImportEncoding;
  readonly delimiter?: string;
  /** Order of day and month of every column of dates. */
  readonly order?: DateColumn['order'];
}

export async function readCorpusFile(file: Buffer, choice: FileChoice = {}): Promise<CorpusResult> {
  const bytes = await buffer(Readable.from([file]).pipe(new UnpackUpload()));
  const { head, text, sheet } = isBook(bytes) ? await openSheets(bytes) : await openText(bytes, choice);
  const fields = suggested(head.columns);
  const row = {
    columns: head.columns,
    fields,
    date_orders: {},
    check: null,
    encoding: head.encoding,
    delimiter: head.delimiter,
    skips_separator: true,
    header_row: head.headerRow,
    custom_fields: {},
    known_custom_fields: [],
    keep_other_columns: false,
    fixes_import_id: null,
    created_at: UPLOADED,
  } as unknown as AttemptRow;
  const source = () => Readable.from([text]);
  const { order } = choice;
  const chosen = order === undefined ? {} : Object.fromEntries(head.columns.map(({ index }) => [index, order]));
  const dates = await readDateOrders(source(), planOf(row), chosen);
  const contacts: Record<string, string>[] = [];
  const others: string[] = [];
  for await (const chunk of prepareRows(source(), planOf({ ...row, check: { ...UNCHECKED, dates } }))) {
    for (const prepared of chunk) {
      if (prepared.kind === 'good') {
        contacts.push(filled(prepared.values));
        others.push(...prepared.unread.map(({ reason, field }) => `${prepared.row} without ${reason} ${field}`));
      } else {
        others.push(
          [prepared.row, prepared.reason, 'field' in prepared ? prepared.field : null].filter(Boolean).join(' '),
        );
      }
    }
  }
  const headerOf = (index: string | number) => head.columns[Number(index)]?.header ?? '';
  return {
    ...(sheet === null ? { encoding: head.encoding, delimiter: head.delimiter } : { sheet }),
    header_row: head.headerRow,
    mapping: Object.fromEntries(Object.entries(fields).map(([index, field]) => [headerOf(index), field])),
    ...(dates.length > 0 && { dates: Object.fromEntries(dates.map((date) => [headerOf(date.index), wordsOf(date)])) }),
    contacts,
    others,
  };
}

const wordsOf = ({ order, known_by }: DateColumn) => `${order} by ${known_by}`;

const filled = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

async function openText(bytes: Buffer, { encoding, delimiter }: FileChoice) {
  const watch = new FileWatch();
  watch.resume();
  watch.end(bytes);
  for await (const _ of watch) void _;
  const start = watch.start();
  const head = readHead({ ...start, encoding: encoding ?? start.encoding, ...(delimiter && { delimiter }) });
  return { head, text: bytes, sheet: null };
}

async function openSheets(bytes: Buffer) {
  const book = await openBook(bytes);
  const head = sheetHead(await book.heads(), {});
  let text = '';
  for await (const rows of book.rows(head.sheet ?? 0)) for (const cells of rows) text += csvLine(cells);
  return { head, text: Buffer.from(text), sheet: head.sheet };
}
