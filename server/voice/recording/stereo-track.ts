import { SAMPLES_PER_SECOND, SILENCE, type SoundPacket } from '../sound.ts';
import { beep } from './tones.ts';

/** Samples that packets may come late or early and still find their place: half a second. Ours. */
const SLACK = SAMPLES_PER_SECOND / 2;
/** Samples per write: one second. */
const CHUNK = SAMPLES_PER_SECOND;
/** Samples that are held: what waits for late packets, a chunk, and what is early. */
const WINDOW = SLACK + CHUNK + SLACK;
/** Late packets in a row after which a channel has another clock. Ours: a second. */
const MOST_LATE = 50;

/** Sides of the recording: the agent is left, the other party right. */
const CHANNELS = { agent: 0, other: 1 } as const;
export type Side = keyof typeof CHANNELS;

/** Position of a channel's timestamps in the recording. */
interface Anchor {
  readonly timestamp: number;
  readonly place: number;
  late: number;
}

/**
 * Two channels on one timeline. Packets are placed by their timestamps, each channel from the arrival of its first one;
 * gaps are silence, pauses are cut out and marked by a beep. Holds two seconds, whatever arrives.
 */
export class StereoTrack {
  readonly #write: (interleaved: Buffer) => void;
  readonly #held = Buffer.alloc(WINDOW * 2, SILENCE);
  readonly #anchors: [Anchor | null, Anchor | null] = [null, null];
  /** Samples that are written. */
  #written = 0;
  /** The sample of `#since`. */
  #start = 0;
  /** Milliseconds of a steady clock. */
  #since: number;
  #paused = false;

  constructor(write: (interleaved: Buffer) => void, now: number) {
    this.#write = write;
    this.#since = now;
  }

  /** Samples, without pauses. */
  length(now: number): number {
    return this.#paused ? this.#written : this.#placeOf(now);
  }

  put(side: Side, { timestamp, payload }: Pick<SoundPacket, 'timestamp' | 'payload'>, now: number): void {
    if (this.#paused) return;
    this.advance(now);
    const channel = CHANNELS[side];
    const place = this.#find(channel, timestamp, this.#placeOf(now) - payload.length);
    for (let at = Math.max(0, this.#written - place); at < payload.length; at++) {
      this.#held[((place + at) % WINDOW) * 2 + channel] = payload[at] ?? SILENCE;
    }
  }

  /** Writes what no packet can change any more. */
  advance(now: number): void {
    if (this.#paused) return;
    while (this.#placeOf(now) - this.#written >= CHUNK + SLACK) this.#flush(CHUNK);
  }

  /** Writes all up to now. */
  pause(now: number): void {
    if (this.#paused) return;
    this.advance(now);
    this.#flush(Math.max(0, this.#placeOf(now) - this.#written));
    this.#paused = true;
  }

  readonly end = this.pause;

  resume(now: number): void {
    if (!this.#paused) return;
    const mark = beep();
    this.#write(Buffer.from(Uint8Array.from({ length: mark.length * 2 }, (_, at) => mark[at >> 1] ?? SILENCE)));
    this.#written += mark.length;
    this.#held.fill(SILENCE);
    this.#anchors.fill(null);
    this.#start = this.#written;
    this.#since = now;
    this.#paused = false;
  }

  #placeOf(now: number): number {
    return this.#start + Math.floor(((now - this.#since) * SAMPLES_PER_SECOND) / 1_000);
  }

  /** Position of a packet; `heard`: its start judged by its arrival. */
  #find(channel: 0 | 1, timestamp: number, heard: number): number {
    const anchor = this.#anchors[channel];
    const place = anchor === null ? heard : anchor.place + ((timestamp - anchor.timestamp) | 0);
    const late = anchor !== null && place < heard - SLACK ? anchor.late + 1 : 0;
    if (anchor === null || place > heard + SLACK || late > MOST_LATE) {
      const first = Math.max(heard, this.#written);
      this.#anchors[channel] = { timestamp, place: first, late: 0 };
      return first;
    }
    anchor.late = late;
    return place;
  }

  #flush(samples: number): void {
    const chunk = Buffer.alloc(samples * 2);
    for (let at = 0; at < samples; at++) {
      const held = ((this.#written + at) % WINDOW) * 2;
      chunk.writeUInt16LE(this.#held.readUInt16LE(held), at * 2);
      this.#held.writeUInt16LE(SILENCE * 0x101, held);
    }
    this.#written += samples;
    if (samples > 0) this.#write(chunk);
  }
}
