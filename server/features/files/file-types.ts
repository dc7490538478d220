import { fileTypeFromBuffer } from 'file-type';
import type { FileType } from '#contract/files.contract.ts';

/** Facts about a file type. */
export interface TypeOfFile {
  /** On the wire to a browser; never one that it runs. */
  readonly mime: string;
  /** Its preview. */
  readonly look: 'image' | 'audio' | 'text' | 'page' | 'none';
  /** Possible first bytes, by the names of `file-type`. Empty: nothing with a name. */
  readonly bytes: readonly string[];
  /** Check required before anyone can download it. */
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

/** Bytes at the start that identify a file's type. Source: `file-type` reads 4,100. */
export const HEAD_BYTES = 4_100;

const ALLOWED = 'Use a PDF, image (PNG, JPEG, GIF, WebP), text (TXT, CSV, EML), DOCX, XLSX or audio file.';

/** Common unsupported names, with an alternative. */
const INSTEAD: Readonly<Record<string, string>> = {
  heic: "HEIC photos can't be displayed. Save it as JPEG.",
  heif: "HEIF photos can't be displayed. Save it as JPEG.",
  doc: 'Old Word files can contain macros. Save it as DOCX or PDF.',
  xls: 'Old Excel files can contain macros. Save it as XLSX or PDF.',
  docm: "Files with macros aren't accepted. Save it as DOCX.",
  xlsm: "Files with macros aren't accepted. Save it as XLSX.",
  svg: 'SVG images can contain scripts. Save it as PNG.',
  zip: "ZIP files aren't accepted. Upload the files inside it.",
};

const SAME: Readonly<Record<string, FileType>> = { jpeg: 'jpg', jpe: 'jpg', text: 'txt', oga: 'ogg', opus: 'ogg' };

/** Why a file is not taken, one sentence. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
}

/** For a row whose bytes are missing, as after a restore. */
export const GONE = 'The file content is missing. Upload it again.';

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The type that a name claims. @throws {FileRefusal} */
export function typeOfName(name: string): FileType {
  const extension = extensionOf(name);
  const type = SAME[extension] ?? extension;
  if (Object.hasOwn(TYPES, type)) return type as FileType;
  throw new FileRefusal(INSTEAD[extension] ?? `This file type isn't accepted. ${ALLOWED}`);
}

/**
 * Content that a browser would treat as a page or a scriptable image, regardless of its name. Source: the MIME Sniffing
 * standard.
 */
const MARKUP =
  /^\s*<(!doctype|html|head|body|script|svg|iframe|table|style|title|a|b|br|p|div|font|h1|img|\?xml|!--)[\s>/]?/i;

/** What has been seen of a file's bytes. */
interface Seen {
  readonly head: Buffer;
  /** True when any byte of the whole file is zero. */
  readonly hasNul: boolean;
}

/** Holds the bytes of a file against the type that its name claims. @throws {FileRefusal} */
export async function requireBytes(type: FileType, { head, hasNul }: Seen): Promise<void> {
  if (head.length === 0) throw new FileRefusal('The file is empty.');
  const { bytes } = TYPES[type];
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.ext ?? null;
  const fits =
    bytes.length === 0
      ? found === null && !hasNul && !MARKUP.test(head.toString('latin1'))
      : found !== null && bytes.includes(found);
  if (!fits) throw new FileRefusal(`The file content isn't ${type.toUpperCase()}, as its name says.`);
}
