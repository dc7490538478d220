import type { Book } from '../workbook/book.ts';
import { KeptRows } from '../workbook/kept-rows.ts';
import { HEAD_ROWS, type Merge, type SheetHead, stretch, widened, widthOf } from '../workbook/read-sheet.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';

/** What the reader of a document tells about its sheets, from the first to the last. */
export interface SheetSink {
  begin(name: string): void;
  /** `row`: from 1. `times`: as often, one below the other. */
  row(row: number, cells: string[], times?: number): void;
  merge(merge: Merge): void;
  /** A cell holds an error such as #N/A; it comes out empty. */
  error(): void;
  end(isHidden?: boolean): void;
}

/** Reads a document from its start to its end; pauses after each part of it. */
export type ReadDocument = (sink: SheetSink) => AsyncIterable<unknown>;

/** Sheets that are looked at. As in a workbook. */
const MAX_SHEETS = 20;

interface FoundSheet {
  /** Among all sheets of the document. */
  readonly place: number;
  readonly head: SheetHead;
}

/** `choose`: which of the visible sheets count. */
export type ChooseSheets = (sheets: readonly FoundSheet[]) => readonly FoundSheet[];

/** A document that holds all its sheets in one piece, and is read again for the rows of one. */
export function documentBook(read: ReadDocument, none: string, choose: ChooseSheets = (sheets) => sheets): Book {
  let found: Promise<readonly FoundSheet[]> | undefined;
  const look = () => {
    found ??= findSheets(read).then((sheets) => {
      const chosen = choose(sheets).slice(0, MAX_SHEETS);
      if (chosen.length === 0) throw new UnreadableFile(none);
      return chosen;
    });
    return found;
  };
  return {
    heads: async () => (await look()).map(({ head }) => head),
    rows: (sheet) => rowsOf(read, look, sheet),
  };
}

async function findSheets(read: ReadDocument): Promise<FoundSheet[]> {
  const sink = new HeadsSink();
  for await (const _ of read(sink)) void _;
  return sink.sheets;
}

async function* rowsOf(
  read: ReadDocument,
  look: () => Promise<readonly FoundSheet[]>,
  sheet: number,
): AsyncGenerator<string[][]> {
  const sink = new RowsSink((await look())[sheet]?.place ?? 0);
  for await (const _ of read(sink)) if (sink.kept.rows.length > HEAD_ROWS) yield sink.take();
  yield sink.take();
}

/** Keeps the first rows of every visible sheet. */
class HeadsSink implements SheetSink {
  readonly sheets: FoundSheet[] = [];
  #place = -1;
  #name = '';
  #kept = new KeptRows();
  #merges: Merge[] = [];
  #errors = 0;
  #whole = true;

  begin(name: string): void {
    this.#place += 1;
    this.#name = name;
    this.#kept = new KeptRows();
    this.#merges = [];
    this.#errors = 0;
    this.#whole = true;
  }

  row(row: number, cells: string[], times = 1): void {
    if (!this.#whole || cells.length === 0) return;
    this.#kept.add(row, cells, Math.min(times, HEAD_ROWS + 1));
    this.#whole = this.#kept.rows.length <= HEAD_ROWS;
  }

  merge(merge: Merge): void {
    if (this.#whole) this.#merges.push(merge);
  }

  error(): void {
    if (this.#whole) this.#errors += 1;
  }

  end(isHidden = false): void {
    if (isHidden) return;
    const rows = widened(this.#kept.rows.slice(0, HEAD_ROWS));
    for (const merge of this.#merges) stretch(rows, merge);
    const head = { name: this.#name, rows, whole: this.#whole, errors: this.#errors };
    this.sheets.push({ place: this.#place, head });
  }
}

/** Keeps the rows of one sheet until they are taken. */
class RowsSink implements SheetSink {
  readonly kept = new KeptRows();
  readonly #wanted: number;
  #place = -1;
  #width: number | null = null;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  /** Rows since the last call, as wide as the header. */
  take(): string[][] {
    const { rows } = this.kept;
    this.#width ??= widthOf(rows.slice(0, HEAD_ROWS));
    this.kept.rows = [];
    return widened(rows, this.#width);
  }

  begin(): void {
    this.#place += 1;
  }

  row(row: number, cells: string[], times?: number): void {
    if (this.#place === this.#wanted) this.kept.add(row, cells, times);
  }

  merge(): void {}

  error(): void {}

  end(): void {}
}
