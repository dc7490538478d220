import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { convertCarrierWav } from '../../server/features/phone/twilio/carrier-wav.ts';
import { readWav } from '../../server/voice/recording/wav.ts';
import { wav } from '../files/sample-files.ts';
import { carrierWav } from './carrier-wav-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-carrier-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inPieces = (file: Buffer, bytes: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(file.length / bytes) }, (_, at) => file.subarray(at * bytes, (at + 1) * bytes)),
  );

test.each([1_000_000, 4_097, 333])('comes to the same in pieces of %i bytes', async (bytes) => {
  const path = join(folder, 'kept.wav');

  const kept = await convertCarrierWav(inPieces(carrierWav(), bytes), path);

  const { samples, ...header } = readWav(readFileSync(path));
  expect(header).toEqual({ format: 7, channels: 2, rate: 8_000, bits: 8 });
  expect(samples).toHaveLength(16_000);
  expect(new Set(samples.filter((_, at) => at % 2 === 1))).toEqual(new Set([255]));
  expect({ ...kept, peaks: kept.peaks.map((peaks) => [...new Set(peaks)]) }).toEqual({
    path,
    seconds: 1,
    bytes: 16_058,
    peaks: [[127], [0]],
  });
});

test('a short one, whose header alone comes first, is whole', async () => {
  const short = carrierWav().subarray(0, 44 + 80);

  expect((await convertCarrierWav(inPieces(short, 44), join(folder, 'kept.wav'))).bytes).toBe(58 + 40);
});

test('one of another shape is refused by name', async () => {
  await expect(convertCarrierWav(inPieces(wav(), 512), join(folder, 'kept.wav'))).rejects.toThrow(
    "The carrier's recording has format 1, 1 channels, 8000 Hz, 8 bits.",
  );
});
