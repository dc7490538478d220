import { fileTypeFromBuffer } from 'file-type';
import type { FileType } from '#contract/files.contract.ts';

/** What is known of a type of file. */
export interface TypeOfFile {
  /** On the wire to a browser; never one that it runs. */
  readonly mime: string;
  /** How it is looked at. */
  readonly look: 'image' | 'audio' | 'text' | 'page' | 'none';
  /** What its first bytes may be, as `file-type` calls it. Empty: nothing that has a name. */
  readonly bytes: readonly string[];
  /** Has to be opened before anybody gets it. */
  readonly check: 'picture' | 'office' | null;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const TEXT = { mime: 'text/plain; charset=utf-8', look: 'text', bytes: [], check: null } as const;
const picture = (mime: string, bytes: string) => ({ mime, look: 'image', bytes: [bytes], check: 'picture' }) as const;
const office = (name: string, bytes: string) =>
  ({ mime: `${OFFICE}.${name}`, look: 'none', bytes: [bytes, 'zip'], check: 'office' }) as const;
const audio = (mime: string, ...bytes: string[]) => ({ mime, look: 'audio', bytes, check: null }) as const;

export const TYPES: Readonly<Record<FileType, TypeOfFile>> = {
  pdf: { mime: 'application/pdf', look: 'page', bytes: ['pdf'], check: null },
  png: picture('image/png', 'png'),
  jpg: picture('image/jpeg', 'jpg'),
  gif: picture('image/gif', 'gif'),
  webp: picture('image/webp', 'webp'),
  txt: TEXT,
  csv: TEXT,
  eml: TEXT,
  docx: office('wordprocessingml.document', 'docx'),
  xlsx: office('spreadsheetml.sheet', 'xlsx'),
  mp3: audio('audio/mpeg', 'mp3'),
  wav: audio('audio/wav', 'wav'),
  m4a: audio('audio/mp4', 'm4a', 'mp4'),
  ogg: audio('audio/ogg', 'ogg', 'oga', 'opus'),
};

/** Bytes of the start that say what a file is. Source: `file-type` looks at 4,100. */
export const HEAD_BYTES = 4_100;

const ALLOWED = 'Take a PDF, a picture (PNG, JPEG, GIF, WebP), a text (TXT, CSV, EML), DOCX, XLSX or audio.';

/** Names that many people try, with what to do instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  heic: 'HEIC photos cannot be shown here: save it as JPEG.',
  heif: 'HEIF photos cannot be shown here: save it as JPEG.',
  doc: 'Old Word files may hold programs: save it as DOCX or PDF.',
  xls: 'Old Excel files may hold programs: save it as XLSX or PDF.',
  docm: 'Files with macros are not taken: save it as DOCX.',
  xlsm: 'Files with macros are not taken: save it as XLSX.',
  svg: 'SVG pictures may hold programs: save it as PNG.',
  zip: 'A ZIP is not taken: upload what is in it.',
};

const SAME: Readonly<Record<string, FileType>> = { jpeg: 'jpg', jpe: 'jpg', text: 'txt', oga: 'ogg', opus: 'ogg' };

/** Why a file is not taken, one sentence. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
}

/** Of a row whose bytes nobody has any more, as after a restore. */
export const GONE = 'Its bytes are gone: upload it again.';

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The type that a name claims. @throws {FileRefusal} */
export function typeOfName(name: string): FileType {
  const extension = extensionOf(name);
  const type = SAME[extension] ?? extension;
  if (Object.hasOwn(TYPES, type)) return type as FileType;
  throw new FileRefusal(INSTEAD[extension] ?? `Files of this kind are not taken. ${ALLOWED}`);
}

/** What a browser would take for a page or a picture with programs, whatever its name. Source: the MIME Sniffing standard. */
const MARKUP =
  /^\s*<(!doctype|html|head|body|script|svg|iframe|table|style|title|a|b|br|p|div|font|h1|img|\?xml|!--)[\s>/]?/i;

/** Holds the first bytes of a file against the type that its name claims. @throws {FileRefusal} */
export async function requireBytes(type: FileType, head: Buffer): Promise<void> {
  if (head.length === 0) throw new FileRefusal('The file is empty.');
  const { bytes } = TYPES[type];
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.ext ?? null;
  const fits = bytes.length === 0 ? found === null && isText(head) : found !== null && bytes.includes(found);
  if (!fits) throw new FileRefusal(`The file is not what its name says: its content is no ${type.toUpperCase()}.`);
}

const isText = (head: Buffer): boolean => !head.includes(0) && !MARKUP.test(head.toString('latin1'));
