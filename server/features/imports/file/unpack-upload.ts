import { Transform, type TransformCallback } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { MAX_IMPORT_BYTES } from '#contract/imports/rows.contract.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** How often unpacked bytes hold the packed ones at most, and the size below which that isn't checked. As for ZIP files. */
const MAX_RATIO = 200;
const SMALL_BYTES = 1024 * 1024;

const DAMAGED = 'The compressed file is damaged or incomplete. Compress it again, or upload the file inside.';
const TIGHT = 'The file is compressed too tightly for a list. Unpack it and upload the file inside.';
const LARGE = 'The unpacked file is larger than 500 MB. Split it and import the parts.';

/**
 * Unpacks gzip as it streams by, known by its first two bytes; any other file passes unchanged. Memory holds one piece.
 * A file that can't be unpacked ends here without more bytes, and `failure` says why: the rest of the upload is read and
 * dropped, so that its sender gets the answer.
 */
export class UnpackUpload extends Transform {
  failure: UnreadableFile | null = null;
  #start: Buffer = Buffer.alloc(0);
  #isPlain = false;
  #gunzip: Gunzip | null = null;
  #unpacked = 0;
  /** All of the packed file was read; only zeros may follow. */
  #hasEnded = false;
  /** Ends the piece that is being unpacked. */
  #done: () => void = () => undefined;

  override _transform(bytes: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#isPlain) {
      done(null, bytes);
      return;
    }
    if (this.#gunzip !== null || this.failure !== null) {
      this.#unpack(bytes, done);
      return;
    }
    this.#start = Buffer.concat([this.#start, bytes]);
    if (this.#start.length < 2) done();
    else if (this.#start.readUInt16BE(0) === 0x1f8b) {
      this.#gunzip = this.#opened();
      this.#unpack(this.#start, done);
    } else {
      this.#isPlain = true;
      done(null, this.#start);
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.#gunzip === null) {
      if (!this.#isPlain && this.failure === null) this.push(this.#start);
      done();
      return;
    }
    if (this.#hasEnded) {
      done();
      return;
    }
    this.#done = done;
    this.#gunzip.end();
  }

  override _read(size: number): void {
    super._read(size);
    this.#gunzip?.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#gunzip?.destroy();
    done(error);
  }

  #unpack(bytes: Buffer, done: () => void): void {
    if (this.#gunzip === null) {
      done();
      return;
    }
    if (this.#hasEnded) {
      // Disks and tapes pad files with zeros.
      if (bytes.some((byte) => byte !== 0)) this.#fail(DAMAGED);
      done();
      return;
    }
    this.#done = done;
    this.#gunzip.write(bytes, () => this.#goOn());
  }

  #opened(): Gunzip {
    const gunzip = createGunzip();
    gunzip.on('data', (bytes: Buffer) => {
      this.#unpacked += bytes.length;
      if (this.#unpacked > MAX_IMPORT_BYTES) this.#fail(LARGE);
      else if (this.#unpacked > SMALL_BYTES && this.#unpacked > gunzip.bytesWritten * MAX_RATIO) this.#fail(TIGHT);
      // The reader of this stream sets the pace.
      else if (!this.push(bytes)) gunzip.pause();
    });
    gunzip.on('end', () => {
      this.#hasEnded = true;
      this.#goOn();
    });
    gunzip.on('error', () => this.#fail(DAMAGED));
    return gunzip;
  }

  #fail(sentence: string): void {
    if (this.failure !== null) return;
    this.failure = new UnreadableFile(sentence);
    this.#gunzip?.destroy();
    this.#gunzip = null;
    this.#goOn();
  }

  #goOn(): void {
    const done = this.#done;
    this.#done = () => undefined;
    done();
  }
}
