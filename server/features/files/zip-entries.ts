import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { formatCount } from '#rules/words/format-count.ts';
import { MissingFile, type Storage } from '../../adapters/storage/storage.ts';
import { FileRefusal, GONE } from './file-types.ts';

/** Limits of a ZIP. Source: promise P10. */
export const ZIP_LIMITS = { entries: 1_000, inflatedBytes: 2 ** 30, ratio: 200 } as const;

/** Bytes below which a high ratio is harmless. Our choice: a text of spaces. */
const SMALL_BYTES = 2 ** 20;

export interface ZipContent {
  readonly entries: readonly Entry[];
  /** Fails with a `FileRefusal` where the entry is damaged. @throws {FileRefusal} */
  open(entry: Entry): Promise<Readable>;
  close(): void;
}

class StoredReader extends RandomAccessReader {
  readonly #storage: Storage;
  readonly #key: string;

  constructor(storage: Storage, key: string) {
    super();
    this.#storage = storage;
    this.#key = key;
  }

  /** `end` does not count. */
  override _readStreamForRange(start: number, end: number): Readable {
    const open = () => this.#storage.open(this.#key, { start, end: end - 1 });
    return Readable.from(
      (async function* () {
        yield* (await open()) as AsyncIterable<Buffer>;
      })(),
      { objectMode: false },
    );
  }

  override close(done: (error: Error | null) => void): void {
    done(null);
  }
}

const BROKEN = "Couldn't unpack the file: it's damaged.";
const UNPACKED = "Couldn't unpack the ZIP: it's damaged.";

/** PostgreSQL accepts no NUL, and the others are invisible. */
const CONTROLS = /\p{Cc}/gu;

/**
 * Opens a stored ZIP and checks its directory against the limits before inflating anything. An entry larger than
 * declared fails while it is read. Names with `..` or a root fail as well.
 * @throws {FileRefusal} with the reason.
 */
export async function openZip(storage: Storage, key: string, bytes: number): Promise<ZipContent> {
  const entries: Entry[] = [];
  let zip: ZipFile;
  try {
    zip = await fromRandomAccessReaderPromise(new StoredReader(storage, key), bytes, {
      lazyEntries: true,
      autoClose: false,
    });
  } catch (error) {
    throw asRefusal(error);
  }
  if (zip.entryCount > ZIP_LIMITS.entries) {
    throw new FileRefusal(`The ZIP has ${formatCount(zip.entryCount)} files. The limit is 1,000.`);
  }
  let inflated = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new FileRefusal('The file is password-protected. Remove the password first.');
      entry.fileName = entry.fileName.replaceAll(CONTROLS, '');
      entries.push(entry);
      inflated += entry.uncompressedSize;
      requireSize(inflated, bytes);
      requireSize(entry.uncompressedSize, entry.compressedSize);
    }
  } catch (error) {
    throw asRefusal(error);
  }
  return {
    entries: entries.filter(({ fileName }) => !fileName.endsWith('/')),
    open: (entry) => inflate(zip, entry),
    close: () => zip.close(),
  };
}

async function inflate(zip: ZipFile, entry: Entry): Promise<Readable> {
  const refused = (error: unknown): unknown => asRefusal(error, UNPACKED);
  const packed = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw refused(error);
  });
  return Readable.from(
    (async function* () {
      let sum = 0;
      try {
        for await (const bytes of packed as AsyncIterable<Buffer>) {
          sum = crc32(bytes, sum);
          yield bytes;
        }
        if (sum !== entry.crc32) throw new Error('the checksum differs');
      } catch (error) {
        throw refused(error);
      }
    })(),
    { objectMode: false },
  );
}

function requireSize(inflated: number, packed: number): void {
  const isBomb = inflated > SMALL_BYTES && inflated > packed * ZIP_LIMITS.ratio;
  if (isBomb || inflated > ZIP_LIMITS.inflatedBytes) {
    throw new FileRefusal('The unpacked content is too large.');
  }
}

/** yauzl's findings are the file's fault; an unreachable storage is not. */
function asRefusal(error: unknown, sentence = BROKEN): unknown {
  if (error instanceof FileRefusal) return error;
  if (error instanceof MissingFile) return new FileRefusal(GONE, { cause: error });
  const isSystem = error instanceof Error && ('code' in error || '$metadata' in error) && !isZlib(error);
  return isSystem ? error : new FileRefusal(sentence, { cause: error });
}

const isZlib = (error: Error & { code?: unknown }) => String(error.code).startsWith('Z_');
