import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { UnreadableFile } from '../file/unreadable-file.ts';

/** Entries of an archive, bytes inflated, and how often those hold the packed ones. Source: promise P10. */
const MAX_ENTRIES = 1_000;
const MAX_INFLATED_BYTES = 1024 ** 3;
const MAX_RATIO = 200;

/** Size below which the compression ratio isn't checked: a small sheet of equal rows compresses well. Our choice. */
const SMALL_BYTES = 1024 * 1024;

const DAMAGED = 'The workbook is damaged: open it, save it as .xlsx again and upload that.';
const BOMB = 'The unpacked file is too large for a workbook. Save the list as CSV and upload that.';

/** The parts of a workbook by name. */
export interface ZipEntries {
  has(name: string): boolean;
  /** @throws {UnreadableFile} when it is missing. */
  read(name: string): AsyncIterable<Buffer>;
}

/** @throws {UnreadableFile} when the archive is damaged, protected or passes a limit. */
export async function openZip(bytes: Buffer): Promise<ZipEntries> {
  const zip = await open(bytes);
  const entries = new Map<string, Entry>();
  let inflated = 0;
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableFile(BOMB);
  for await (const entry of listed(zip)) {
    inflated += entry.uncompressedSize;
    const isPackedTight =
      entry.uncompressedSize > SMALL_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO;
    if (inflated > MAX_INFLATED_BYTES || isPackedTight || entries.size >= MAX_ENTRIES) throw new UnreadableFile(BOMB);
    if (entry.isEncrypted()) {
      throw new UnreadableFile('The file is protected with a password: save it without one and upload that.');
    }
    if (entries.has(entry.fileName)) throw new UnreadableFile(DAMAGED);
    entries.set(entry.fileName, entry);
  }

  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (entry === undefined) throw new UnreadableFile(DAMAGED);
    try {
      // Throws as soon as more bytes come out than the entry declares.
      yield* (await streamOf(zip, entry)) as AsyncIterable<Buffer>;
    } catch (error) {
      throw error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED, { cause: error });
    }
  }
  return { has: (name) => entries.has(name), read };
}

const open = (bytes: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: false }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(new UnreadableFile(DAMAGED, { cause: error }));
    });
  });

async function* listed(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.removeAllListeners();
      zip.once('entry', resolve);
      zip.once('end', () => resolve(null));
      zip.once('error', (cause) => reject(new UnreadableFile(DAMAGED, { cause })));
      zip.readEntry();
    });
    if (entry === null) return;
    yield entry;
  }
}

const streamOf = (zip: ZipFile, entry: Entry) =>
  new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)));
  });
