import type { FinishedRecording } from '../../features/phone/calls/call-facts.ts';
import { type Recorder, type RecordingOrder, SAMPLES_PER_SECOND, type SoundPacket } from '../sound.ts';
import { Peaks } from './peaks.ts';
import { type Side, StereoTrack } from './stereo-track.ts';
import { WavFile } from './wav-file.ts';

/** Milliseconds between two checks of a recording, also during silence. Our choice: a chunk. */
const TICK_MS = 1_000;

/** One recording: a stereo WAV that grows while both sides are heard. */
export class WavRecorder implements Recorder {
  readonly #order: RecordingOrder;
  readonly #clock: () => number;
  readonly #file: WavFile;
  readonly #track: StereoTrack;
  readonly #peaks = new Peaks();
  readonly #ticking: NodeJS.Timeout;
  #stopped: Promise<FinishedRecording | null> | null = null;
  #isOpen = true;

  private constructor(order: RecordingOrder, file: WavFile, clock: () => number) {
    this.#order = order;
    this.#clock = clock;
    this.#file = file;
    this.#track = new StereoTrack((chunk) => {
      this.#peaks.add(chunk);
      this.#file.write(chunk);
    }, clock());
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
  }

  /** `clock`: milliseconds that never go back. @throws when the disk does not take it. */
  static async start(path: string, order: RecordingOrder, clock = () => performance.now()): Promise<WavRecorder> {
    const file = await WavFile.create(path, ({ message }) => order.onFailed(`It could not be written: ${message}.`));
    return new WavRecorder(order, file, clock);
  }

  onPacket(side: Side, packet: SoundPacket): void {
    this.#track.put(side, packet, this.#clock());
  }

  pause(): void {
    this.#track.pause(this.#clock());
  }

  resume(): void {
    this.#track.resume(this.#clock());
  }

  seconds(): number {
    return Math.floor(this.#track.length(this.#clock()) / SAMPLES_PER_SECOND);
  }

  /** True when its file still belongs to this recorder. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  stop(): Promise<FinishedRecording | null> {
    this.#stopped ??= this.#stop().finally(() => {
      this.#isOpen = false;
    });
    return this.#stopped;
  }

  #tick(): void {
    this.#track.advance(this.#clock());
    // Marks the file as still being written.
    this.#file.write(Buffer.alloc(0));
  }

  async #stop(): Promise<FinishedRecording | null> {
    clearInterval(this.#ticking);
    this.#track.end(this.#clock());
    const samples = await this.#file.close();
    const { announcedAt, key } = this.#order;
    if (samples === 0) {
      await this.#file.remove();
      return null;
    }
    return {
      path: this.#file.path,
      seconds: samples / SAMPLES_PER_SECOND,
      bytes: this.#file.bytes,
      peaks: this.#peaks.all(),
      announcedAt,
      key,
    };
  }
}
