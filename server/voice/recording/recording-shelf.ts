import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { CallLedger, FinishedRecording } from '../../features/phone/calls/call-facts.ts';
import { type Recorder, type RecordingOrder, type Recordings, SAMPLES_PER_SECOND } from '../sound.ts';
import { Peaks } from './peaks.ts';
import { WavRecorder } from './recorder.ts';
import { WAV_HEADER, wavHeader } from './wav.ts';

/**
 * Milliseconds without a change after which a file counts as abandoned. Our choice: a file being written changes every
 * second.
 */
const STILL_MS = 15_000;
/** Milliseconds between two attempts to store leftover recordings. Our choice. */
const AGAIN_MS = 60_000;

interface Shelf {
  readonly folder: string;
  readonly ledger: Pick<CallLedger, 'note' | 'keepRecording'>;
  readonly log: FastifyBaseLogger;
}

type Named = Pick<RecordingOrder, 'callId' | 'key' | 'announcedAt'>;

/** The facts of a recording are in its file name, so that one left by a dead process can be stored too. */
const nameOf = ({ callId, key, announcedAt }: Named): string => `${callId}.${key}.${announcedAt?.getTime() ?? ''}.wav`;

function readName(name: string): Named | null {
  const [, call, key = '', announced] = /^(\d+)\.([\w-]+)\.(\d*)\.wav$/.exec(name) ?? [];
  return call === undefined
    ? null
    : { callId: Number(call), key, announcedAt: announced ? new Date(Number(announced)) : null };
}

/** Recordings on this machine, in a separate folder. */
export class RecordingShelf implements Recordings {
  readonly #shelf: Shelf;
  /** Files that this process is writing, by path. */
  readonly #writing = new Map<string, WavRecorder>();
  /** Paths that this process keeps just now. */
  readonly #keeping = new Map<string, Promise<void>>();
  /** Recordings that the ledger didn't accept, by their path. */
  readonly #waiting = new Map<string, { callId: number; recording: FinishedRecording }>();
  #again: NodeJS.Timeout | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  readonly start = async (order: RecordingOrder): Promise<Recorder> => {
    await mkdir(this.#shelf.folder, { recursive: true, mode: 0o700 });
    const path = join(this.#shelf.folder, nameOf(order));
    const recorder = await WavRecorder.start(path, order);
    for (const [known, { isOpen }] of this.#writing) if (!isOpen) this.#writing.delete(known);
    this.#writing.set(path, recorder);
    return recorder;
  };

  keep(callId: number, recording: FinishedRecording): void {
    const { path } = recording;
    if (this.#keeping.has(path)) return;
    const kept = this.#pass(callId, recording)
      .catch((error: unknown) => {
        this.#waiting.set(path, { callId, recording });
        this.#shelf.log.error({ err: error, path }, 'a recording could not be kept yet');
      })
      .finally(() => this.#keeping.delete(path));
    this.#keeping.set(path, kept);
  }

  async open(): Promise<void> {
    this.#again = setInterval(() => void this.recover().catch(this.#complain), AGAIN_MS).unref();
    await this.recover().catch(this.#complain);
  }

  async close(): Promise<void> {
    if (this.#again !== null) clearInterval(this.#again);
    // Their recorders hand them over when they end.
    await Promise.allSettled([...this.#writing.values()].map((recorder) => recorder.stop()));
    await Promise.all(this.#keeping.values());
  }

  /** Keeps every abandoned file. */
  async recover(): Promise<void> {
    for (const { callId, recording } of this.#waiting.values()) this.keep(callId, recording);
    const names = await readdir(this.#shelf.folder).catch((): string[] => []);
    for (const name of names) {
      const [named, path] = [readName(name), join(this.#shelf.folder, name)];
      const isBusy = this.#keeping.has(path) || this.#writing.get(path)?.isOpen === true;
      if (named !== null && !isBusy) await this.#recoverOne(named, path).catch(this.#complain);
    }
  }

  async #recoverOne(named: Named, path: string): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < STILL_MS) return;
    if (found.size <= WAV_HEADER) return rm(path, { force: true });
    const recording = await mend(path, found.size);
    const stopped = { kind: 'recordingStopped', key: `${named.key}-found`, at: found.mtime } as const;
    await this.#shelf.ledger.note(named.callId, { ...stopped, seconds: recording.seconds });
    this.keep(named.callId, { ...recording, announcedAt: named.announcedAt, key: named.key });
  }

  async #pass(callId: number, recording: FinishedRecording): Promise<void> {
    await this.#shelf.ledger.keepRecording(callId, recording);
    this.#waiting.delete(recording.path);
    await rm(recording.path, { force: true });
  }

  readonly #complain = (error: unknown): void => {
    this.#shelf.log.error({ err: error }, 'a recording that was left could not be kept yet');
  };
}

/** Repairs a file that was cut off at any byte: its header states the available length. */
async function mend(
  path: string,
  size: number,
): Promise<Pick<FinishedRecording, 'path' | 'seconds' | 'bytes' | 'peaks'>> {
  const samples = Math.floor((size - WAV_HEADER) / 2);
  const file = await open(path, 'r+');
  try {
    await file.truncate(WAV_HEADER + samples * 2);
    await file.write(wavHeader(2, samples * 2), 0, WAV_HEADER, 0);
  } finally {
    await file.close();
  }
  const peaks = new Peaks();
  // An even number of bytes each: both channels stay together.
  for await (const chunk of createReadStream(path, { start: WAV_HEADER, highWaterMark: 65_536 }))
    peaks.add(chunk as Buffer);
  return { path, seconds: samples / SAMPLES_PER_SECOND, bytes: WAV_HEADER + samples * 2, peaks: peaks.all() };
}
