import { SAMPLES_PER_SECOND } from '../sound.ts';

/** Bytes in front of the samples. */
export const WAV_HEADER = 58;

/** mu-law in a WAV. Source: RFC 2361, WAVE_FORMAT_MULAW. */
const MU_LAW = 7;

/** The header of a mu-law WAV with so many bytes of samples. */
export function wavHeader(channels: 1 | 2, bytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAV_HEADER - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(MU_LAW, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.writeUInt16LE(0, 36);
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(bytes / channels, 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(bytes, 54);
  return header;
}

/** A WAV that can't be played on the line; the message says why. */
export class UnfitWav extends Error {
  override readonly name = 'UnfitWav';
}

/** Header facts of a WAV, and its samples as stored. */
export interface WavContent {
  /** 1: PCM, 7: mu-law. */
  readonly format: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
  readonly samples: Buffer;
}

/** Reads a whole WAV. A size beyond the end, as in a truncated file, means what is available. @throws {UnfitWav} */
export function readWav(file: Buffer): WavContent {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw new UnfitWav('It is no WAV file.');
  }
  let format: Buffer | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const [name, size] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)];
    const body = file.subarray(at + 8, at + 8 + size);
    if (name === 'fmt ' && body.length >= 16) format = body;
    if (name === 'data' && format !== null) {
      return {
        format: format.readUInt16LE(0),
        channels: format.readUInt16LE(2),
        rate: format.readUInt32LE(4),
        bits: format.readUInt16LE(14),
        samples: body,
      };
    }
    at += 8 + size + (size % 2);
  }
  throw new UnfitWav('It is a WAV file without sound.');
}
