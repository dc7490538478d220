import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A cell: text is shared, a number is plain. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly text: string; readonly as: 'inline' | 'rich' | 'formula' | 'error' }
  /** `format`: index into `formats` of the book. */
  | { readonly number: number; readonly format: number };

export interface SheetOf {
  readonly name: string;
  readonly state?: 'visible' | 'hidden' | 'veryHidden';
  /** `null`: no row at all. */
  readonly rows: readonly (readonly Cell[] | null)[];
  readonly merges?: readonly string[];
}

export interface Book {
  readonly sheets: readonly SheetOf[];
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  /** Parts that stand instead of, or beside, those that are made. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** So that a file is the same whenever it is made. */
const MADE_AT = new Date(2026, 0, 1);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/** A workbook as Excel writes it, as far as an import looks at it. */
export function makeWorkbook({ sheets, formats = [], is1904 = false, parts = {} }: Book): Promise<Buffer> {
  const shared: string[] = [];
  const made: Record<string, string> = {
    '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['rId98', 'styles', 'styles.xml'],
      ['rId99', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  };
  for (const [index, sheet] of sheets.entries()) {
    made[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet, shared);
  }
  made['xl/sharedStrings.xml'] =
    `<sst>${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`;
  return zipOf({ ...made, ...parts });
}

export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name, { mtime: MADE_AT });
  zip.end();
  return buffer(zip.outputStream);
}

export const relations = (targets: readonly (readonly [id: string, kind: string, target: string, mode?: string])[]) =>
  `<Relationships>${targets
    .map(
      ([id, kind, target, mode]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

function sheetXml({ rows, merges = [] }: SheetOf, shared: string[]): string {
  const lines = rows.flatMap((row, index) => {
    if (row === null) return [];
    const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${index + 1}`, shared));
    return [`<row r="${index + 1}">${cells.join('')}</row>`];
  });
  const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `<?xml version="1.0"?><worksheet><sheetData>${lines.join('')}</sheetData>${merged && `<mergeCells>${merged}</mergeCells>`}</worksheet>`;
}

function cellXml(cell: Cell, place: string, shared: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'string') {
    const known = shared.indexOf(cell);
    const index = known === -1 ? shared.push(cell) - 1 : known;
    return `<c r="${place}" t="s"><v>${index}</v></c>`;
  }
  if ('number' in cell) return `<c r="${place}" s="${cell.format + 1}"><v>${cell.number}</v></c>`;
  const text = escaped(cell.text);
  if (cell.as === 'inline') return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  if (cell.as === 'formula') return `<c r="${place}" t="str"><f>CONCAT("a")</f><v>${text}</v></c>`;
  if (cell.as === 'error') return `<c r="${place}" t="e"><v>${text}</v></c>`;
  const chars = Array.from(cell.text);
  const [start, end] = [chars.slice(0, Math.ceil(chars.length / 2)), chars.slice(Math.ceil(chars.length / 2))].map(
    (half) => escaped(half.join('')),
  );
  return `<c r="${place}" t="inlineStr"><is><r><t>${start}</t></r><r><rPr><b/></rPr><t>${end}</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is></c>`;
}
