import { CFB, utils, write, type BookType, type CellObject, type WorkSheet } from '@e965/xlsx';
import { type Book, type Cell, type SheetOf, zipOf } from './workbook-maker.ts';

/** A workbook of an old version of Excel (.xls), as the writer of the library makes it. */
export function makeOldWorkbook(book: Book, bookType: BookType = 'biff8'): Buffer {
  const made = utils.book_new();
  made.Workbook = {
    WBProps: { date1904: book.is1904 ?? false },
    Sheets: book.sheets.map(({ state = 'visible' }) => ({
      Hidden: (['visible', 'hidden', 'veryHidden'] as const).indexOf(state) as 0 | 1 | 2,
    })),
  };
  for (const sheet of book.sheets) utils.book_append_sheet(made, oldSheet(sheet, book.formats ?? []), sheet.name);
  return write(made, { type: 'buffer', bookType, bookSST: bookType === 'biff8' }) as Buffer;
}

function oldSheet({ rows, merges = [] }: SheetOf, formats: readonly string[]): WorkSheet {
  const sheet: WorkSheet = { '!merges': merges.map((merge) => utils.decode_range(merge)) };
  let right = 0;
  for (const [r, row] of rows.entries()) {
    for (const [c, cell] of (row ?? []).entries()) {
      if (cell === null) continue;
      right = Math.max(right, c);
      sheet[utils.encode_cell({ r, c })] = oldCell(cell, formats);
    }
  }
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: Math.max(0, rows.length - 1), c: right } });
  return sheet;
}

function oldCell(cell: NonNullable<Cell>, formats: readonly string[]): CellObject {
  if (typeof cell === 'number') return { t: 'n', v: cell };
  if (typeof cell === 'boolean') return { t: 'b', v: cell };
  if (typeof cell === 'string') return { t: 's', v: cell };
  if ('number' in cell) return { t: 'n', v: cell.number, z: formats[cell.format] ?? 'General' };
  return cell.as === 'error' ? { t: 'e', v: 42 } : { t: 's', v: cell.text };
}

const record = (id: number, ...parts: readonly (Buffer | number)[]) => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? word(part) : part)));
  return Buffer.concat([word(id), word(body.length), body]);
};
const word = (value: number) => Buffer.from([value & 255, value >> 8]);

/** A workbook of Excel 95: texts of one byte a letter, in the code page of a country; numbers as they are. */
export function makeExcel95(rows: readonly (readonly (Buffer | number)[])[], codePage: number): Buffer {
  const begin = (kind: number) => record(0x0809, 0x0500, kind, 0x0dbb, 1996);
  const end = record(0x000a);
  const name = Buffer.from('Leads');
  const globals = (at: number) => {
    const place = Buffer.alloc(4);
    place.writeUInt32LE(at);
    return Buffer.concat([
      begin(0x0005),
      record(0x0042, codePage),
      record(0x0085, place, 0, Buffer.from([name.length]), name),
      end,
    ]);
  };
  const cells = rows.flatMap((row, r) =>
    row.map((cell, c) => {
      if (Buffer.isBuffer(cell)) return record(0x0204, r, c, 0, cell.length, cell);
      const number = Buffer.alloc(8);
      number.writeDoubleLE(cell);
      return record(0x0203, r, c, 0, number);
    }),
  );
  const start = globals(0).length;
  return containerOf('Book', Buffer.concat([globals(start), begin(0x0010), ...cells, end]));
}

/** A file in the container of old Office programs. */
export function containerOf(name: string, content: Buffer): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, `/${name}`, content);
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => {
      const spaced = xml(line)
        .replace(/ {2,}|^ | $/g, (spaces) => `<text:s text:c="${spaces.length}"/>`)
        .replaceAll('\t', '<text:tab/>');
      return `<text:p>${spaced}</text:p>`;
    })
    .join('');

/** A spreadsheet of LibreOffice, of cells or of the XML of its rows. `formats`: as Excel spells them. */
export function makeOds(
  sheets: readonly { readonly name: string; readonly rows: SheetOf['rows'] | string; readonly isHidden?: boolean }[],
  { formats = [], is1904 = false, parts = {} }: Partial<Book> = {},
): Promise<Buffer> {
  const tables = sheets.map(({ name, rows, isHidden = false }) => {
    const lines =
      typeof rows === 'string'
        ? rows
        : rows.map((row) => `<table:table-row>${rowXml(row ?? [null], formats, is1904)}</table:table-row>`).join('');
    return `<table:table table:name="${xml(name)}" table:style-name="${isHidden ? 'ta2' : 'ta1'}"><table:table-column/>${lines}</table:table>`;
  });
  const styles = ['ta1', 'ta2'].map(
    (name) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${name === 'ta1'}"/></style:style>`,
  );
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
    ...parts,
  });
}

const rowXml = (row: readonly Cell[], formats: readonly string[], is1904: boolean) =>
  row.map((cell) => odsCell(cell, formats, is1904)).join('');

function odsCell(cell: Cell, formats: readonly string[], is1904: boolean): string {
  if (cell === null) return '<table:table-cell/>';
  if (typeof cell === 'boolean') {
    return `<table:table-cell office:value-type="boolean" office:boolean-value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
  }
  if (typeof cell === 'number') return floatXml(cell, String(cell));
  if (typeof cell === 'string' || 'text' in cell) {
    const text = typeof cell === 'string' ? cell : cell.text;
    return `<table:table-cell office:value-type="string">${paragraphs(text)}</table:table-cell>`;
  }
  const format = formats[cell.format] ?? '';
  if (!/[dy]/.test(format)) return floatXml(cell.number, filled(format, cell.number));
  const day = new Date(Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30) + cell.number * 86_400_000);
  return `<table:table-cell office:value-type="date" office:date-value="${day.toISOString().slice(0, 10)}"><text:p>a day</text:p></table:table-cell>`;
}

const floatXml = (number: number, shown: string) =>
  `<table:table-cell office:value-type="float" office:value="${number}"><text:p>${shown}</text:p></table:table-cell>`;

/** A number in a format of zeros. */
function filled(format: string, number: number): string {
  const digits = Array.from(String(number).padStart(format.replace(/[^0]/g, '').length, '0'));
  return format.replaceAll('0', () => digits.shift() ?? '');
}
