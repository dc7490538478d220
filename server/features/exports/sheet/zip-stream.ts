import { pipeline, Readable, Transform } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { UnwritableFile } from './unwritable-file.ts';

/** One file of an archive: its name, and its bytes as they come. */
export interface ZipEntry {
  readonly name: string;
  bytes(): AsyncIterable<Buffer>;
}

/** Sizes and places have 32 bits. Source: APPNOTE.TXT 4.4; ZIP64 is not written. */
const MOST_BYTES = 0xff_ff_ff_ff;

/** The first day that an archive knows, 1980-01-01: the same contents make the same bytes. */
const DATE = 0x00_21;

/** Sizes follow the bytes (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x08_08;
const DEFLATE = 8;
const VERSION = 20;

interface Written {
  readonly name: Buffer;
  readonly at: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** An archive that is made while it is read, so that its memory does not depend on its length. @throws {UnwritableFile} above 4 GB. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Buffer, void, undefined> {
  const written: Written[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const start = at;
    const head = Buffer.concat([header(0x04_03_4b_50, [VERSION], { crc: 0, packed: 0, size: 0 }, name), name]);
    yield head;
    at += head.length;
    const sums = { crc: 0, packed: 0, size: 0 };
    for await (const part of deflated(entry, sums)) {
      sums.packed += part.length;
      yield part;
    }
    at += sums.packed;
    const tail = descriptorOf(sums);
    yield tail;
    at += tail.length;
    if (Math.max(at, sums.size) > MOST_BYTES)
      throw new UnwritableFile('A workbook can hold up to 4 GB. Export as CSV instead.');
    written.push({ name, at: start, ...sums });
  }
  yield directoryOf(written, at);
}

/** Packs quickly: a file is read once, and the line is seldom what takes time. */
async function* deflated({ bytes }: ZipEntry, sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sums.crc = crc32(chunk, sums.crc);
      sums.size += chunk.length;
      done(null, chunk);
    },
  });
  const packed = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 });
  // An error also ends `packed`, whose reader receives it.
  pipeline(Readable.from(bytes(), { objectMode: false, highWaterMark: 256 * 1024 }), count, packed, () => undefined);
  for await (const part of packed as AsyncIterable<Buffer>) yield part;
}

type Sums = Pick<Written, 'crc' | 'packed' | 'size'>;

/** Common part of the local header and the directory; `versions` are one or two. */
function header(signature: number, versions: readonly number[], { crc, packed, size }: Sums, name: Buffer): Buffer {
  const head = Buffer.alloc(26 + 2 * versions.length + 2);
  let at = head.writeUInt32LE(signature, 0);
  for (const short of [...versions, FLAGS, DEFLATE, 0, DATE]) at = head.writeUInt16LE(short, at);
  for (const long of [crc, packed, size]) at = head.writeUInt32LE(long, at);
  head.writeUInt16LE(name.length, at);
  return head;
}

function descriptorOf({ crc, packed, size }: Sums): Buffer {
  const tail = Buffer.alloc(16);
  let at = tail.writeUInt32LE(0x08_07_4b_50, 0);
  for (const long of [crc, packed, size]) at = tail.writeUInt32LE(long % 2 ** 32, at);
  return tail;
}

function directoryOf(written: readonly Written[], at: number): Buffer {
  const records = written.map((entry) => {
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.at, 10);
    return Buffer.concat([header(0x02_01_4b_50, [VERSION, VERSION], entry, entry.name), rest, entry.name]);
  });
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([directory, end]);
}
