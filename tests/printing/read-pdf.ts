import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A run of text on a page, in points; `y` is the baseline from the top of the page. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PdfText[];
  /** Fonts that it draws with, each with whether its program is in the file. */
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean }[];
}

/** Another program's reading of a PDF; fonts only on request, since that takes long. */
export async function readPdf(bytes: Uint8Array, withFonts = false): Promise<PdfPage[]> {
  const file = await getDocument({
    data: new Uint8Array(bytes),
    useSystemFonts: false,
    fontExtraProperties: true,
    verbosity: 0,
  }).promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [size = 0, , , , x = 0, y = 0] = item.transform as number[];
      return [{ text: item.str, x, y: height - y, width: item.width, size }];
    });
    const fonts = withFonts ? await fontsOf(page) : [];
    pages.push({ width, height, texts, fonts });
  }
  return pages;
}

export const textOf = ({ texts }: PdfPage): string => texts.map(({ text }) => text).join('\n');

async function fontsOf(page: PDFPageProxy): Promise<PdfPage['fonts']> {
  const drawn = await page.getOperatorList();
  const names = new Set(
    drawn.argsArray.flatMap((args: unknown[], at: number) =>
      drawn.fnArray[at] === OPS.setFont ? [String(args[0])] : [],
    ),
  );
  return [...names].map((name) => {
    const font = page.commonObjs.get(name) as { name: string; missingFile: boolean; data?: unknown };
    return { name: font.name, embedded: !font.missingFile && font.data !== undefined };
  });
}
