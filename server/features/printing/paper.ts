import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** Points of an inch. */
export const INCH = 72;
/** A US letter sheet. */
export const SHEET = { width: 8.5 * INCH, height: 11 * INCH } as const;

const { resolve } = createRequire(import.meta.url);
const read = (name: string): Buffer => readFileSync(resolve(`@expo-google-fonts/inter/${name}.ttf`));

/** Inter, whose Latin, Greek and Cyrillic are embedded as far as they are used. Read once. */
let fonts: { readonly plain: Buffer; readonly strong: Buffer } | null = null;
const fontsOf = () =>
  (fonts ??= { plain: read('400Regular/Inter_400Regular'), strong: read('600SemiBold/Inter_600SemiBold') });

export type Weight = 'plain' | 'strong';

/** A PDF that is written sheet by sheet. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly addSheet: () => void;
  readonly sheets: () => number;
  readonly widthOf: (text: string, size: number, weight?: Weight) => number;
  /** One line; `y` is where its highest signs begin. */
  readonly write: (text: string, at: { readonly x: number; readonly y: number }, size: number, weight?: Weight) => void;
  /** True when the font has every character. */
  readonly isPrintable: (text: string) => boolean;
}

/** The private font object of pdfkit. */
interface Signs {
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  layout: (text: string, features?: object) => unknown;
}

const signsOf = (doc: PDFKit.PDFDocument, weight: Weight): Signs =>
  (doc.font(weight) as unknown as { readonly _font: { readonly font: Signs } })._font.font;

/** Signs stay as they are written: by itself Inter makes a multiplication sign of the x in "12x4". */
function keepSigns(signs: Signs): void {
  const layout = signs.layout.bind(signs);
  signs.layout = (text) => layout(text, { calt: false });
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
  const { plain, strong } = fontsOf();
  doc.registerFont('plain', plain).registerFont('strong', strong);
  for (const weight of ['plain', 'strong'] as const) keepSigns(signsOf(doc, weight));
  let sheets = 0;
  const set = (size: number, weight: Weight) => doc.font(weight).fontSize(size);
  return {
    doc,
    addSheet: () => {
      doc.addPage();
      sheets += 1;
    },
    sheets: () => sheets,
    widthOf: (text, size, weight = 'plain') => set(size, weight).widthOfString(text),
    write: (text, { x, y }, size, weight = 'plain') => {
      set(size, weight).text(text, x, y, { lineBreak: false });
    },
    isPrintable: (text) => {
      const signs = signsOf(doc, 'plain');
      return Array.from(text).every((sign) => sign === '\n' || signs.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));
    },
  };
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
