import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartFault } from '../../server/start-fault.ts';
import { decodeMuLaw } from '../../server/voice/recording/mu-law.ts';
import { loadPrompts, toLine } from '../../server/voice/recording/prompts.ts';
import { UnfitWav, wavHeader } from '../../server/voice/recording/wav.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-prompts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** PCM of 16 bits. */
function pcm(samples: readonly number[], { rate = 8_000, channels = 1 } = {}): Buffer {
  const body = Buffer.from(Int16Array.from(samples).buffer);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(body.length, 40);
  return Buffer.concat([header, body]);
}

test('the announcements of the product are speech of some seconds, in two languages', () => {
  const { en, es } = loadPrompts(null);
  const loudest = [en, es].map((samples) => samples.reduce((most, byte) => Math.max(most, decodeMuLaw(byte)), 0));

  expect([en, es].every(({ length }) => length > 3 * 8_000 && length < 8 * 8_000)).toBe(true);
  expect(loudest.every((sample) => sample > 16_000)).toBe(true);
  expect(en.equals(es)).toBe(false);
});

test('a folder of one own takes their place, mu-law or PCM of 16 bits', () => {
  writeFileSync(join(folder, 'consent-en.wav'), Buffer.concat([wavHeader(1, 3), Buffer.of(1, 2, 3)]));
  writeFileSync(join(folder, 'consent-es.wav'), pcm([0, 1_000, -1_000]));
  const { en, es } = loadPrompts(folder);

  expect([...en]).toEqual([1, 2, 3]);
  expect([...es].map((byte) => Math.abs(decodeMuLaw(byte)))).toEqual([0, 988, 988]);
});

test.each([
  ['another rate', pcm([0], { rate: 44_100 })],
  ['two channels', pcm([0, 0], { channels: 2 })],
  ['no WAV', Buffer.from('an MP3')],
  ['no sound', Buffer.from('RIFF....WAVE')],
])('a file with %s is refused', (_, file) => {
  expect(() => toLine(file)).toThrow(UnfitWav);
});

test('a file that is missing is named at the start', () => {
  expect(() => loadPrompts(folder)).toThrow(StartFault);
  expect(() => loadPrompts(folder)).toThrow(/^The announcement .+consent-en\.wav can't be played: ENOENT/);
});
