import { UnreadableFile } from '../file/unreadable-file.ts';
import { builtInFormat, type NumberFormat, PLAIN, readFormat } from './number-format.ts';
import { type CellContext, unescaped } from './sheet-rows.ts';
import { attributeOf, type XmlHandler, XmlTokens } from './xml-tokens.ts';
import type { ZipEntries } from './zip-entries.ts';

export interface Workbook {
  /** Visible sheets, in order. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly context: CellContext;
  readonly zip: ZipEntries;
}

/** Characters and texts that the cells share. Ours: 100,000 rows of ten long texts. */
const MAX_SHARED_CHARS = 64 * 1024 * 1024;
const MAX_SHARED_TEXTS = 2_000_000;

/** Sheets that are looked at. Ours. */
const MAX_SHEETS = 20;

const NO_WORKBOOK = "This ZIP archive isn't a spreadsheet. Save the list as .xlsx or CSV and upload that.";

/** @throws {UnreadableFile} when it isn't a readable workbook. */
export async function openWorkbook(zip: ZipEntries): Promise<Workbook> {
  if (zip.has('xl/workbook.bin')) {
    throw new UnreadableFile('This is a binary Excel workbook (.xlsb): save it as .xlsx and upload that.');
  }
  if (!zip.has('[Content_Types].xml')) throw new UnreadableFile(NO_WORKBOOK);
  const main = await mainPart(zip);
  const targets = await readTargets(zip, main);
  const { sheets, is1904 } = await readBook(zip, main);
  const partOf = (kind: string) => [...targets.values()].find(({ type }) => type.endsWith(`/${kind}`))?.part;
  const strings = await readStrings(zip, partOf('sharedStrings'));
  const formats = await readFormats(zip, partOf('styles'));
  const parts = sheets.slice(0, MAX_SHEETS).flatMap(({ name, id }) => {
    const target = targets.get(id);
    if (target?.isOutside === true) {
      throw new UnreadableFile(
        'The workbook uses a sheet from another file. Copy it into the workbook and save again.',
      );
    }
    return target?.type.endsWith('/worksheet') === true ? [{ name, part: target.part }] : [];
  });
  if (parts.length === 0) throw new UnreadableFile('The workbook has no visible sheets.');
  return { sheets: parts, context: { strings, formats, is1904 }, zip };
}

/** Reads one part from start to end. */
export async function readPart(zip: ZipEntries, part: string, handler: XmlHandler): Promise<void> {
  const tokens = new XmlTokens(handler);
  const decoder = new TextDecoder();
  for await (const bytes of zip.read(part)) tokens.push(decoder.decode(bytes, { stream: true }));
}

const silent = (open: XmlHandler['open']): XmlHandler => ({ open, text: () => undefined, close: () => undefined });

interface Target {
  readonly type: string;
  readonly part: string;
  readonly isOutside: boolean;
}

async function relationsOf(zip: ZipEntries, part: string): Promise<Map<string, Target>> {
  const cut = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, cut);
  const relations = `${folder}_rels/${part.slice(cut)}.rels`;
  const targets = new Map<string, Target>();
  if (!zip.has(relations)) return targets;
  const handler = silent((name, attributes) => {
    if (name !== 'Relationship') return;
    const target = attributeOf(attributes, 'Target') ?? '';
    targets.set(attributeOf(attributes, 'Id') ?? '', {
      type: attributeOf(attributes, 'Type') ?? '',
      part: target.startsWith('/') ? target.slice(1) : `${folder}${target}`,
      isOutside: attributeOf(attributes, 'TargetMode') === 'External',
    });
  });
  await readPart(zip, relations, handler);
  return targets;
}

async function mainPart(zip: ZipEntries): Promise<string> {
  const main = [...(await relationsOf(zip, '')).values()].find(({ type }) => type.endsWith('/officeDocument'))?.part;
  if (main === undefined || !/^xl\/[\w.]+\.xml$/.test(main) || !zip.has(main)) throw new UnreadableFile(NO_WORKBOOK);
  return main;
}

const readTargets = relationsOf;

async function readBook(zip: ZipEntries, main: string) {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  const handler = silent((name, attributes) => {
    // Excel adds a second element of this name, with a prefix and without the flag.
    if (name === 'workbookPr') is1904 ||= /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '');
    if (name !== 'sheet' || (attributeOf(attributes, 'state') ?? 'visible') !== 'visible') return;
    sheets.push({ name: attributeOf(attributes, 'name') ?? '', id: idOf(attributes) });
  });
  await readPart(zip, main, handler);
  return { sheets, is1904 };
}

/** `r:id`, not `sheetId`. */
const idOf = (attributes: string) => /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? '';

async function readStrings(zip: ZipEntries, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined || !zip.has(part)) return strings;
  let chars = 0;
  let text = '';
  let takes = false;
  let phonetic = false;
  await readPart(zip, part, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 't') takes = !phonetic;
      else if (name === 'rPh') phonetic = true;
    },
    text: (piece) => {
      if (takes) text += piece;
    },
    close: (name) => {
      if (name === 't') takes = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') {
        chars += text.length;
        if (chars > MAX_SHARED_CHARS || strings.length >= MAX_SHARED_TEXTS) {
          throw new UnreadableFile('The workbook has too much text. Save the sheet as CSV and upload that.');
        }
        strings.push(unescaped(text));
      }
    },
  });
  return strings;
}

async function readFormats(zip: ZipEntries, part: string | undefined): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (part === undefined || !zip.has(part)) return formats;
  const spelt = new Map<number, NumberFormat>();
  let within = false;
  await readPart(zip, part, {
    open: (name, attributes) => {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') spelt.set(id, readFormat(attributeOf(attributes, 'formatCode') ?? ''));
      else if (name === 'cellXfs') within = true;
      else if (name === 'xf' && within && formats.length < 65_536) formats.push(spelt.get(id) ?? builtInFormat(id));
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'cellXfs') within = false;
    },
  });
  return formats.length > 0 ? formats : [PLAIN];
}
