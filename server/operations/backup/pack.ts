import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Bytes = AsyncIterable<Buffer>;

export interface Packed {
  readonly bytes: number;
  readonly sha256: string;
}

/** Compresses a stream into a file, sealed when there is a key; `name` is bound into the seal. */
export async function pack(source: Readable, path: string, name: string, key: Buffer | null): Promise<Packed> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(chunks: Bytes) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const sealed = (chunks: Bytes) => (key === null ? chunks : seal(chunks, key, name));
  await pipeline(source, createZstdCompress(), sealed, counted, target);
  return { bytes, sha256: hash.digest('hex') };
}

/** Content packed into a file. The stream fails if the file was altered. */
export function unpack(path: string, name: string, key: Buffer | null): Readable {
  const file = createReadStream(path);
  const chunks = key === null ? file : Readable.from(open(file, key, name));
  const plain = createZstdDecompress();
  // The fault of the source is the reader's to hear.
  pipeline(chunks, plain).catch(() => undefined);
  return plain;
}

/** Size and hash of a file as stored. */
export async function weigh(path: string): Promise<Packed> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as Bytes) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** AES-256-GCM: nonce, text, tag. */
async function* seal(chunks: Bytes, key: Buffer, name: string): Bytes {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  yield nonce;
  for await (const chunk of chunks) yield cipher.update(chunk);
  yield cipher.final();
  yield cipher.getAuthTag();
}

async function* open(chunks: Bytes, key: Buffer, name: string): Bytes {
  let held = Buffer.alloc(0);
  let decipher: ReturnType<typeof decipherOf> | null = null;
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk]);
    if (decipher === null) {
      if (held.length < NONCE_BYTES) continue;
      decipher = decipherOf(key, held.subarray(0, NONCE_BYTES), name);
      held = held.subarray(NONCE_BYTES);
    }
    // The last bytes may be the tag.
    const ready = held.length - TAG_BYTES;
    if (ready > 0) yield decipher.update(held.subarray(0, ready));
    held = held.subarray(Math.max(0, ready));
  }
  decipher?.setAuthTag(held);
  if (decipher !== null) yield decipher.final();
}

const decipherOf = (key: Buffer, nonce: Buffer, name: string) =>
  createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
