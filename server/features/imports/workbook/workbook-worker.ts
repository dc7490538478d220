import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { MAX_IMPORT_BYTES } from '#contract/imports/rows.contract.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';
import { csvLine } from '../../../http/csv-line.ts';
import type { Book } from './book.ts';
import { openBook } from './open-book.ts';
import type { SheetHead } from './read-sheet.ts';

/** Task of the thread. `sheet` null: the heads of all sheets; otherwise the whole text of one. */
export interface WorkbookTask {
  readonly file: Uint8Array;
  readonly sheet: number | null;
}

/** Messages of the thread; after heads and pieces it waits for any message. The last one is `failure` or `ended`. */
export type WorkbookAnswer =
  | { readonly heads: readonly SheetHead[] }
  | { readonly piece: Uint8Array }
  | { readonly failure: string }
  | { readonly ended: true };

/** Characters of a cell that a head needs: it is shown and compared. Ours. */
const MAX_HEAD_CELL = 1_000;

/** Characters of CSV per message. Our choice. */
const PIECE_CHARS = 256 * 1024;

const LARGE = 'The sheet has more than 500 MB of text. Split it and import the parts.';

const port = parentPort;
const say = (answer: WorkbookAnswer, moved: ArrayBuffer[] = []) => port?.postMessage(answer, moved);
const consumed = async () => {
  if (port !== null) await once(port, 'message');
};

async function sayHeads(book: Book): Promise<void> {
  const heads = await book.heads();
  say({
    heads: heads.map((head) => ({
      ...head,
      rows: head.rows.map((row) => row.map((cell) => cutText(cell, MAX_HEAD_CELL))),
    })),
  });
  await consumed();
}

async function sayText(book: Book, sheet: number): Promise<void> {
  let text = '';
  let bytes = 0;
  const flush = async () => {
    const piece = new TextEncoder().encode(text);
    text = '';
    bytes += piece.length;
    // A few bytes of a file can stand for many equal rows.
    if (bytes > MAX_IMPORT_BYTES) throw new UnreadableFile(LARGE);
    say({ piece }, [piece.buffer]);
    await consumed();
  };
  for await (const rows of book.rows(sheet)) {
    for (const row of rows) text += csvLine(row);
    if (text.length >= PIECE_CHARS) await flush();
  }
  if (text !== '') await flush();
}

async function work({ file, sheet }: WorkbookTask): Promise<void> {
  try {
    const book = await openBook(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    await (sheet === null ? sayHeads(book) : sayText(book, sheet));
    say({ ended: true });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    say({ failure: error.message });
  }
}

port?.on('message', (told: WorkbookTask | 'more') => {
  if (told !== 'more') void work(told);
});
