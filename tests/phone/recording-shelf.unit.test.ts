import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallFact, FinishedRecording } from '../../server/features/phone/calls/call-facts.ts';
import { WavRecorder } from '../../server/voice/recording/recorder.ts';
import { RecordingShelf } from '../../server/voice/recording/recording-shelf.ts';
import { readWav } from '../../server/voice/recording/wav.ts';

const SID = `CA${'0'.repeat(32)}`;
const KEY = `rec-${SID}-1`;
const ANNOUNCED = new Date('2026-11-21T16:00:00Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-recordings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const orderOf = (key = KEY) => ({
  callId: 12,
  sid: SID,
  announcedAt: ANNOUNCED,
  key,
  onFailed: (reason: string) => {
    throw new Error(reason);
  },
});

/** A shelf with a ledger that keeps the bytes it gets; `fails` times it does not. */
function shelfOf(fails = 0) {
  const facts: { callId: number; fact: CallFact }[] = [];
  const kept: (Omit<FinishedRecording, 'path'> & { callId: number; file: Buffer })[] = [];
  let left = fails;
  const shelf = new RecordingShelf({
    folder,
    log: pino({ level: 'silent' }),
    ledger: {
      note: (callId, fact) => Promise.resolve(void facts.push({ callId, fact })),
      keepRecording: (callId, { path, ...recording }) => {
        if (left-- > 0) return Promise.reject(new Error('the storage is away'));
        kept.push({ callId, ...recording, file: readFileSync(path) });
        return Promise.resolve();
      },
    },
  });
  return { shelf, facts, kept };
}

/** One second of both sides: the agent from the start, the other side from the middle on. */
async function record(path: string, clock: { now: number }) {
  const recorder = await WavRecorder.start(path, orderOf(), () => clock.now);
  for (let frame = 0; frame < 50; frame++) {
    clock.now += 20;
    const packet = { sequence: frame, timestamp: frame * 160, payload: new Uint8Array(160).fill(0x10) };
    recorder.onPacket('agent', packet);
    if (frame >= 25) recorder.onPacket('other', { ...packet, payload: new Uint8Array(160).fill(0x20) });
  }
  return recorder;
}

async function recordOnto(shelf: RecordingShelf): Promise<void> {
  const finished = await (await record(join(folder, `12.${KEY}.${ANNOUNCED.getTime()}.wav`), { now: 0 })).stop();
  if (finished !== null) shelf.keep(12, finished);
  await shelf.close();
}

test('a recording is a stereo WAV of mu-law with the agent left and the other side right', async () => {
  const finished = await (await record(join(folder, 'a.wav'), { now: 0 })).stop();

  const { samples, ...format } = readWav(readFileSync(join(folder, 'a.wav')));
  expect(format).toEqual({ format: 7, channels: 2, rate: 8_000, bits: 8 });
  expect([samples.length, samples[0], samples[1], samples[8_000], samples[8_001]]).toEqual([
    16_000, 0x10, 0xff, 0x10, 0x20,
  ]);
  expect(finished).toMatchObject({ seconds: 1, bytes: 16_058, key: KEY, announcedAt: ANNOUNCED });
  expect(finished?.peaks.map((peaks) => [peaks.length, Math.min(...peaks.slice(25))])).toEqual([
    [50, 127],
    [50, 63],
  ]);
});

test('one in which nothing came is no recording', async () => {
  const recorder = await WavRecorder.start(join(folder, 'a.wav'), orderOf(), () => 0);

  expect(await recorder.stop()).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('a disk that is too slow says so once, and what it took is kept', async () => {
  const reasons: string[] = [];
  const clock = { now: 0 };
  const order = { ...orderOf(), onFailed: (reason: string) => reasons.push(reason) };
  const recorder = await WavRecorder.start(join(folder, 'a.wav'), order, () => clock.now);
  // Forty seconds in one go: the disk has had no time.
  clock.now = 40_000;
  recorder.pause();

  const finished = await recorder.stop();
  expect(reasons).toEqual(['It could not be written: the disk is too slow for the recording.']);
  expect([finished?.seconds, readFileSync(join(folder, 'a.wav')).length]).toEqual([30, 58 + 30 * 16_000]);
});

test('a kept recording goes from this machine', async () => {
  const { shelf, kept } = shelfOf();
  await recordOnto(shelf);

  expect(kept).toMatchObject([{ callId: 12, key: KEY, announcedAt: ANNOUNCED }]);
  expect(readdirSync(folder)).toEqual([]);
});

test('one that could not be kept is tried again', async () => {
  const { shelf, kept, facts } = shelfOf(1);
  await recordOnto(shelf);
  await shelf.recover();
  await shelf.close();

  expect([kept.length, facts, readdirSync(folder)]).toEqual([1, [], []]);
});

test('what a killed process has recorded is found and kept, whole to the byte', async () => {
  const { shelf, kept, facts } = shelfOf();
  const path = join(folder, `12.${KEY}.${ANNOUNCED.getTime()}.wav`);
  await killedWhileRecording(path);
  // Simulates death between two bytes of a chunk.
  truncateSync(path, 58 + 8_001);
  const long = new Date(Date.now() - 60_000);
  utimesSync(path, long, long);

  await shelf.recover();
  await shelf.close();

  expect(facts).toEqual([
    { callId: 12, fact: { kind: 'recordingStopped', key: `${KEY}-found`, at: expect.any(Date), seconds: 0.5 } },
  ]);
  expect(kept).toMatchObject([{ callId: 12, key: KEY, announcedAt: ANNOUNCED, seconds: 0.5, bytes: 8_058 }]);
  const file = kept[0]?.file ?? Buffer.alloc(0);
  const { samples } = readWav(file);
  expect([file.length, samples.length, samples[0], samples[1]]).toEqual([8_058, 8_000, 0x10, 0xff]);
});

test('one that is written just now is left alone', async () => {
  const { shelf, kept } = shelfOf();
  const recorder = await shelf.start(orderOf());

  await shelf.recover();

  expect([kept, readdirSync(folder).length]).toEqual([[], 1]);
  await recorder.stop();
});

test('one that its process still has is left alone, however long nothing was written', async () => {
  const { shelf, kept, facts } = shelfOf();
  const recorder = await shelf.start(orderOf());
  const path = join(folder, `12.${KEY}.${ANNOUNCED.getTime()}.wav`);
  truncateSync(path, 58 + 16_000);
  const long = new Date(Date.now() - 60_000);
  utimesSync(path, long, long);
  await shelf.recover();

  expect([kept, facts]).toEqual([[], []]);
  await recorder.stop();
});

test('one that has just ended is kept before the shelf is closed', async () => {
  const { shelf, kept } = shelfOf();
  const recorder = await shelf.start(orderOf());
  // Its beep is what lies there.
  recorder.pause();
  recorder.resume();
  void recorder.stop().then((finished) => finished !== null && shelf.keep(12, finished));
  await shelf.close();

  expect(kept).toMatchObject([{ callId: 12, key: KEY }]);
});

/** A process records two seconds and dies; its file plays, as its header says what is there. */
async function killedWhileRecording(path: string): Promise<void> {
  const recorder = pathToFileURL(join(import.meta.dirname, '../../server/voice/recording/recorder.ts')).href;
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { readFileSync } from 'node:fs';
     import { WavRecorder } from ${JSON.stringify(recorder)};
     let now = 0;
     const recorder = await WavRecorder.start(${JSON.stringify(path)}, { onFailed: () => process.exit(1) }, () => now);
     for (let frame = 0; now < 3_000; frame++) {
       now += 20;
       recorder.onPacket('agent', { timestamp: frame * 160, payload: new Uint8Array(160).fill(0x10) });
     }
     while (readFileSync(${JSON.stringify(path)}).readUInt32LE(54) < 32_000) await new Promise(setImmediate);
     process.stdout.write('written');`,
  ]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { samples } = readWav(readFileSync(path));
  expect(samples.length).toBe(2 * 16_000);
}
