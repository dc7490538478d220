import { open } from 'node:fs/promises';
import { encodeMuLaw } from '../../../voice/recording/mu-law.ts';
import { Peaks } from '../../../voice/recording/peaks.ts';
import { readWav, UnfitWav, WAV_HEADER, wavHeader } from '../../../voice/recording/wav.ts';
import { SAMPLES_PER_SECOND } from '../../../voice/sound.ts';
import type { FinishedRecording } from '../calls/call-facts.ts';

/** Bytes that surely hold the header. Ours: the carrier's has 44. */
const HEAD = 4_096;

const PCM = 1;
/** Bytes of one 16-bit sample in two channels. */
const FRAME = 4;

/**
 * Converts the carrier's WAV to our format: half as large, with its peaks. It is never entirely in memory.
 * @throws {UnfitWav} when it isn't 16-bit stereo at the telephone rate.
 */
export async function convertCarrierWav(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<Pick<FinishedRecording, 'path' | 'seconds' | 'bytes' | 'peaks'>> {
  const file = await open(path, 'wx', 0o600);
  const peaks = new Peaks();
  let written = 0;
  const write = async (pcm: Buffer) => {
    const ours = asMuLaw(pcm);
    peaks.add(ours);
    await file.write(ours, 0, ours.length, WAV_HEADER + written);
    written += ours.length;
  };
  try {
    let isHead = true;
    let rest = Buffer.alloc(0);
    for await (const chunk of bytes) {
      rest = Buffer.concat([rest, chunk]);
      if (isHead && rest.length < HEAD) continue;
      if (isHead) rest = samplesOf(rest);
      isHead = false;
      const whole = rest.length - (rest.length % FRAME);
      await write(rest.subarray(0, whole));
      rest = rest.subarray(whole);
    }
    if (isHead) await write(samplesOf(rest));
    await file.write(wavHeader(2, written), 0, WAV_HEADER, 0);
  } finally {
    await file.close();
  }
  const seconds = written / 2 / SAMPLES_PER_SECOND;
  return { path, seconds, bytes: WAV_HEADER + written, peaks: peaks.all() };
}

function samplesOf(head: Buffer): Buffer<ArrayBuffer> {
  const { format, channels, rate, bits, samples } = readWav(head);
  if (format !== PCM || channels !== 2 || rate !== SAMPLES_PER_SECOND || bits !== 16) {
    throw new UnfitWav(`The carrier's recording has format ${format}, ${channels} channels, ${rate} Hz, ${bits} bits.`);
  }
  return Buffer.from(samples);
}

/** Converts each sample to one byte; half a frame at the end is dropped. */
function asMuLaw(pcm: Buffer): Buffer {
  const ours = Buffer.alloc(Math.floor(pcm.length / FRAME) * 2);
  for (let at = 0; at < ours.length; at++) ours[at] = encodeMuLaw(pcm.readInt16LE(at * 2));
  return ours;
}
