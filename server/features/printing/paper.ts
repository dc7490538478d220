import PDFDocument from 'pdfkit';
import { type Typesetter, typesetterOn } from './fonts/typesetter.ts';

/** Points of an inch. */
export const INCH = 72;
/** A US letter sheet. */
export const SHEET = { width: 8.5 * INCH, height: 11 * INCH } as const;

/** A PDF that is written sheet by sheet. */
export interface Paper extends Typesetter {
  readonly doc: PDFKit.PDFDocument;
  readonly addSheet: () => void;
  readonly sheets: () => number;
}

export function openPaper({ title, author, at }: { title: string; author: string; at: Date }): Paper {
  const doc = new PDFDocument({
    size: [SHEET.width, SHEET.height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Letters and labels', CreationDate: at, ModDate: at },
  });
  let sheets = 0;
  const addSheet = () => {
    doc.addPage();
    sheets += 1;
  };
  return { doc, addSheet, sheets: () => sheets, ...typesetterOn(doc) };
}

/**
 * Bytes of a PDF while it is drawn: finished parts are emitted before more is drawn. Empty when no sheet is drawn.
 */
export async function* bytesOf({ doc, sheets }: Paper, drawn: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const _ of drawn) yield* ready(doc);
  if (sheets() === 0) return;
  doc.end();
  yield* ready(doc);
}

function* ready(doc: PDFKit.PDFDocument): Generator<Buffer> {
  for (let bytes = doc.read(); bytes !== null; bytes = doc.read()) yield bytes as Buffer;
}
