import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** A scanner has a size limit for streams. */
export class TooLargeToScan extends Error {
  override readonly name = 'TooLargeToScan';
}

/** Milliseconds of silence after which the scanner counts as away. Ours: a file of 25 MB takes it seconds. */
const SILENCE_MS = 60_000;

/** Bytes of one chunk at most. Ours: below the StreamMaxLength of any scanner. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Scans a stream with clamd's INSTREAM command. Returns the name of the finding, `null` for none.
 * @throws {TooLargeToScan} Throws also when clamd doesn't answer, or reports an error.
 */
export async function scanStream(url: string, source: Readable, silenceMs = SILENCE_MS): Promise<string | null> {
  const line = connect(placeOf(url));
  line.setTimeout(silenceMs, () => line.destroy(new Error("The virus scanner isn't responding.")));
  const answer = answerOf(line);
  // Both may hear of one fault: the answer's is thrown.
  answer.catch(() => source.destroy());
  try {
    line.write('zINSTREAM\0');
    for await (const bytes of source as AsyncIterable<Buffer>) {
      for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
        const chunk = bytes.subarray(start, start + CHUNK_BYTES);
        const size = Buffer.alloc(4);
        size.writeUInt32BE(chunk.length);
        line.write(size);
        if (!line.write(chunk)) await drained(line);
      }
      if (line.destroyed) break;
    }
    line.write(Buffer.alloc(4));
    return readVerdict(await answer);
  } finally {
    line.destroy();
  }
}

function placeOf(url: string) {
  const { protocol, hostname, port, pathname } = new URL(url);
  return protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port) };
}

const drained = (line: Socket): Promise<void> =>
  new Promise((done) => {
    line.once('drain', done).once('close', done);
    if (line.destroyed) done();
  });

/**
 * The scanner's answer; it closes the connection on an oversized stream, which does not invalidate an answer already
 * sent.
 */
async function answerOf(line: Socket): Promise<string> {
  let said = '';
  try {
    for await (const bytes of line as AsyncIterable<Buffer>) said += bytes.toString('latin1');
  } catch (error) {
    if (!said.endsWith('\0')) throw error;
  }
  return said;
}

function readVerdict(answer: string): string | null {
  const [, found] = /^stream: (.+) FOUND\0?$/.exec(answer.trim()) ?? [];
  if (found !== undefined) return found;
  if (/^stream: OK\0?$/.test(answer.trim())) return null;
  if (/size limit exceeded/i.test(answer)) throw new TooLargeToScan(answer);
  throw new Error(`Virus scanner: ${answer.slice(0, 200)}`);
}
