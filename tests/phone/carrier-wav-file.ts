import { wav } from '../files/sample-files.ts';

/** As a carrier gives a recording: two channels of 16 bits, a second each of a tone on the left and silence on the right. */
export function carrierWav(): Buffer {
  const samples = Buffer.alloc(8_000 * 4);
  for (let at = 0; at < 8_000; at++) samples.writeInt16LE(at % 20 < 10 ? 16_000 : -16_000, at * 4);
  const file = wav(samples.length);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(32_000, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  samples.copy(file, 44);
  return file;
}
