import { StringDecoder } from 'node:string_decoder';
import type { Storage } from '../../adapters/storage/storage.ts';
import { FileRefusal } from './file-types.ts';
import { openZip, type ZipContent } from './zip-entries.ts';

const MAIN = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' } as const;

/** Programs inside: macros of Office, and objects of other programs that start with a click. */
const PROGRAMS = /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/|macrosheets\/)/i;
const MACRO_TYPE = /macroEnabled/i;

/** Entities read other files or grow without end; Office writes none. */
const ENTITIES = /<!(DOCTYPE|ENTITY)/i;

/** Letters of one look that the next one sees again, so that nothing hides on the seam. */
const SEAM = 16;

/**
 * Checks a DOCX or XLSX: nothing in it may harm those who open it.
 * @throws {FileRefusal} with the reason.
 */
export async function requireSoundOffice(
  storage: Storage,
  file: { readonly key: string; readonly bytes: number; readonly type: 'docx' | 'xlsx' },
): Promise<void> {
  const zip = await openZip(storage, file.key, file.bytes);
  try {
    const names = zip.entries.map(({ fileName }) => fileName);
    if (names.some((name) => PROGRAMS.test(name)))
      throw new FileRefusal('The file contains macros. Save it without them.');
    if (!names.includes('[Content_Types].xml') || !names.includes(MAIN[file.type])) {
      throw new FileRefusal(`The file content isn't ${file.type.toUpperCase()}, as its name says.`);
    }
    await requireSoundXml(zip);
  } finally {
    zip.close();
  }
}

async function requireSoundXml(zip: ZipContent): Promise<void> {
  for (const entry of zip.entries) {
    if (!/\.(xml|rels|vml)$/i.test(entry.fileName)) continue;
    const isList = entry.fileName === '[Content_Types].xml';
    await read(zip, entry, (text) => {
      if (ENTITIES.test(text)) throw new FileRefusal('The file refers to external entities. Save it again.');
      if (isList && MACRO_TYPE.test(text)) throw new FileRefusal('The file contains macros. Save it without them.');
    });
  }
}

type Entry = ZipContent['entries'][number];

async function read(zip: ZipContent, entry: Entry, look: (text: string) => void): Promise<void> {
  const source = await zip.open(entry);
  let decoder: StringDecoder | null = null;
  let seam = '';
  for await (const bytes of source as AsyncIterable<Buffer>) {
    decoder ??= new StringDecoder(encodingOf(bytes));
    const text = seam + decoder.write(bytes);
    look(text);
    seam = text.slice(-SEAM);
  }
}

/** Encoding of an XML file, by its first two bytes. @throws {FileRefusal} for one that Office never writes. */
function encodingOf([first, second]: Buffer): 'utf16le' | 'latin1' {
  const isBigEndian = (first === 0xfe && second === 0xff) || first === 0;
  if (isBigEndian) throw new FileRefusal('The file uses an unsupported encoding (UTF-16, big-endian). Save it again.');
  return second === 0 || (first === 0xff && second === 0xfe) ? 'utf16le' : 'latin1';
}
