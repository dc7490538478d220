import { describe, expect, test } from 'vitest';
import { decodeMuLaw, encodeMuLaw } from '../../server/voice/recording/mu-law.ts';
import { Peaks } from '../../server/voice/recording/peaks.ts';
import { type Side, StereoTrack } from '../../server/voice/recording/stereo-track.ts';
import { beep, digitTone, holdTone, ringback } from '../../server/voice/recording/tones.ts';
import { SILENCE } from '../../server/voice/sound.ts';

const FRAME_MS = 20;
const AGENT = 0x10;
const OTHER = 0x20;
/** Samples of a beep. */
const BEEP = 1_600;

/** A recording in virtual time, written as it arrives. */
function recording() {
  const chunks: Buffer[] = [];
  const track = new StereoTrack((chunk) => chunks.push(chunk), 0);
  const heard = (side: Side) => Buffer.concat(chunks).filter((_, at) => at % 2 === (side === 'agent' ? 0 : 1));
  return {
    track,
    chunks,
    /** The first and the last sample of a channel that are no silence; none: `null`. */
    span: (side: Side) => {
      const samples = heard(side);
      const first = samples.findIndex((byte) => byte !== SILENCE);
      return first === -1 ? null : [first, samples.findLastIndex((byte) => byte !== SILENCE) + 1];
    },
    heard,
    /** Packets of a side from one instant on, as they would come. */
    talk: (side: Side, from: number, until: number, { timestamp = 5_000, late = () => 0 } = {}) => {
      for (let at = from; at < until; at += FRAME_MS) {
        const payload = new Uint8Array(160).fill(side === 'agent' ? AGENT : OTHER);
        const packet = { timestamp: (timestamp + (at - from) * 8) >>> 0, payload };
        track.put(side, packet, at + FRAME_MS + late());
      }
    },
  };
}

describe('two channels on one time', () => {
  test('who begins later stands later, by the instant of their first packet', () => {
    const { track, talk, span } = recording();
    talk('agent', 0, 1_000);
    talk('other', 500, 1_500, { timestamp: 4_294_967_000 });
    track.end(2_000);

    expect([span('agent'), span('other')]).toEqual([
      [0, 8_000],
      [4_000, 12_000],
    ]);
  });

  test('a gap is silence as long as it was', () => {
    const { track, talk, heard } = recording();
    talk('agent', 0, 200);
    talk('agent', 3_200, 3_400, { timestamp: 5_000 + 3_200 * 8 });
    track.end(3_400);

    const samples = heard('agent');
    expect(samples.length).toBe(27_200);
    expect([...samples.subarray(0, 1_600)].every((byte) => byte === AGENT)).toBe(true);
    expect([...samples.subarray(1_600, 25_600)].every((byte) => byte === SILENCE)).toBe(true);
    expect([...samples.subarray(25_600)].every((byte) => byte === AGENT)).toBe(true);
  });

  test('packets that come late and swapped stand where their timestamps say', () => {
    const { track, span, heard } = recording();
    const put = (number: number, at: number) =>
      track.put('agent', { timestamp: number * 160, payload: new Uint8Array(160).fill(number + 1) }, at);
    put(0, 20);
    put(2, 60);
    put(1, 90);
    put(3, 400);
    track.end(500);

    expect(span('agent')).toEqual([0, 640]);
    expect([0, 160, 320, 480].map((at) => heard('agent')[at])).toEqual([1, 2, 3, 4]);
  });

  test('a channel whose timestamps jump ahead goes on where it is heard', () => {
    const { track, talk, span } = recording();
    talk('other', 0, 100);
    talk('other', 100, 200, { timestamp: 90_000_000 });
    track.end(200);

    expect(span('other')).toEqual([0, 1_600]);
  });

  test('a channel that stays late has another clock, and goes on where it is heard', () => {
    const { track, talk, heard } = recording();
    talk('other', 0, 5_000);
    talk('other', 8_000, 12_000, { timestamp: 5_000 + 40_000 });
    track.end(12_000);

    expect([...heard('other').subarray(80_000)].every((byte) => byte === OTHER)).toBe(true);
  });

  test('a minute of silence is written by the clock alone, with two seconds in hand', () => {
    const { track, chunks } = recording();
    track.advance(60_000);

    expect(Buffer.concat(chunks).length).toBe(59 * 8_000 * 2);
    expect(Math.max(...chunks.map(({ length }) => length))).toBe(16_000);
  });
});

describe('a pause', () => {
  test('is cut out, and a beep stands for it', () => {
    const { track, talk, heard } = recording();
    talk('agent', 0, 1_000);
    track.pause(1_000);
    talk('agent', 1_000, 1_400, { timestamp: 13_000 });
    track.resume(1_400);
    talk('agent', 1_400, 2_400, { timestamp: 16_200 });
    track.end(2_400);

    const samples = heard('agent');
    expect(samples.length).toBe(8_000 + BEEP + 8_000);
    expect(samples.subarray(8_000, 8_000 + BEEP)).toEqual(beep());
    expect(heard('other').subarray(8_000, 8_000 + BEEP)).toEqual(beep());
    expect([...samples.subarray(0, 8_000), ...samples.subarray(8_000 + BEEP)].every((byte) => byte === AGENT)).toBe(
      true,
    );
  });

  test('nothing of it is counted', () => {
    const { track } = recording();
    track.pause(2_000);

    expect(track.length(60_000)).toBe(16_000);
  });

  test('what came before it and was early is not heard after it', () => {
    const { track, talk, heard } = recording();
    talk('agent', 0, 100);
    track.put('agent', { timestamp: 5_000 + 3_000, payload: new Uint8Array(160).fill(AGENT) }, 120);
    track.pause(120);
    track.resume(5_000);
    track.end(6_000);

    expect([...heard('agent').subarray(960 + BEEP)].every((byte) => byte === SILENCE)).toBe(true);
  });
});

describe('peaks', () => {
  test('both channels are as loud as they were, along the time', () => {
    const peaks = new Peaks();
    const [loud, soft] = [encodeMuLaw(32_000), encodeMuLaw(8_000)];
    peaks.add(Buffer.from(Array.from({ length: 320 }, (_, at) => (at % 2 === 0 ? loud : SILENCE))));
    peaks.add(Buffer.from(Array.from({ length: 320 }, (_, at) => (at % 2 === 0 ? SILENCE : soft))));

    const [left, right] = peaks.all();
    expect([[...left], [...right]]).toEqual([
      [255, 0],
      [0, 63],
    ]);
  });

  test('ten minutes have at most a thousand of them, evenly spread', () => {
    const peaks = new Peaks();
    const second = Buffer.alloc(16_000, SILENCE);
    for (let at = 0; at < 600; at++) {
      second.fill(at === 300 ? encodeMuLaw(32_000) : SILENCE);
      peaks.add(second);
    }

    const [left] = peaks.all();
    expect(left.length).toBeGreaterThan(500);
    expect(left.length).toBeLessThanOrEqual(1_000);
    expect(left.indexOf(255) / left.length).toBeCloseTo(0.5, 2);
  });
});

describe('mu-law', () => {
  test('every byte is what its sample is encoded to', () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);

    // Two bytes are zero; the one above is silence.
    expect(bytes.filter((byte) => encodeMuLaw(decodeMuLaw(byte)) !== byte)).toEqual([0x7f]);
  });

  test('tones last as long as they should', () => {
    expect([holdTone().length, ringback().length, digitTone('5').length, digitTone('x').length]).toEqual([
      40_000, 48_000, 1_280, 1_280,
    ]);
  });

  test('every key has a tone of its own', () => {
    expect(new Set('0123456789*#'.split('').map((digit) => digitTone(digit).toString('hex'))).size).toBe(12);
  });
});
