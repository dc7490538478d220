import { sheetOf } from './sheet-xml.ts';
import type { SheetColumn, SheetRows } from './sheet-rows.ts';
import { zipOf } from './zip-stream.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;
const ROOT_RELATIONS = `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const BOOK_RELATIONS = `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
/** Style 1 is bold, for the header; style 2 a day as the reader's country writes it; style 3 text; style 4 a number with two decimals. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const bookOf = (sheet: string) =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/**
 * A workbook of one sheet, made while it is read: its memory does not depend on its rows.
 * `sheet` is its name, of letters.
 */
export function workbookOf(sheet: string, columns: readonly SheetColumn[], rows: SheetRows): AsyncIterable<Buffer> {
  const fixed = (name: string, xml: string) => ({ name, bytes: () => once(xml) });
  return zipOf([
    fixed('[Content_Types].xml', CONTENT_TYPES),
    fixed('_rels/.rels', ROOT_RELATIONS),
    fixed('xl/workbook.xml', bookOf(sheet)),
    fixed('xl/_rels/workbook.xml.rels', BOOK_RELATIONS),
    fixed('xl/styles.xml', STYLES),
    { name: 'xl/worksheets/sheet1.xml', bytes: () => sheetOf(MAIN, columns, rows) },
  ]);
}

async function* once(xml: string): AsyncGenerator<Buffer> {
  yield Buffer.from(xml);
}
