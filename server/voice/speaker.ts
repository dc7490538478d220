import { PACKET_MS, PACKET_SAMPLES, SAMPLES_PER_SECOND, SILENCE, type SoundPacket } from './sound.ts';

interface Prompt {
  readonly sound: Uint8Array;
  /** Audible, and never recorded. */
  readonly isSecret?: boolean;
  position: number;
  readonly heard: PromiseWithResolvers<boolean>;
}

/**
 * Turns what a party should hear into one packet stream: the other party, or prompts and tones instead. Sequence
 * numbers and timestamps continue without a jump whatever the source, because a browser would take a jump for lost
 * packets.
 */
export class Speaker {
  readonly #send: (packet: SoundPacket, isSecret: boolean) => void;
  #sequence = Math.floor(Math.random() * 0x1_0000);
  #timestamp = Math.floor(Math.random() * 0x1_0000_0000);
  #sentAt = 0;
  #source: object | null = null;
  #sequenceAhead = 0;
  #timestampAhead = 0;
  readonly #prompts: Prompt[] = [];
  #background: Prompt | null = null;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;

  constructor(send: (packet: SoundPacket, isSecret: boolean) => void) {
    this.#send = send;
  }

  /** A packet of the other side; unheard while something is played. */
  pass(source: object, { sequence, timestamp, payload }: SoundPacket): void {
    if (this.#timer !== undefined) return;
    if (this.#source !== source) {
      this.#source = source;
      this.#sequenceAhead = this.#sequence + 1 - sequence;
      this.#timestampAhead = this.#timestamp + this.#elapsed() - timestamp;
    }
    this.#emit(sequence + this.#sequenceAhead, timestamp + this.#timestampAhead, payload);
  }

  /** Number of sounds still to play. */
  get waiting(): number {
    return this.#prompts.length;
  }

  /** Plays something once, after what is already waiting. Settles with whether it was played to its end. */
  play(sound: Uint8Array, isSecret = false): Promise<boolean> {
    const prompt = { sound, isSecret, position: 0, heard: Promise.withResolvers<boolean>() };
    this.#prompts.push(prompt);
    this.#start();
    return prompt.heard.promise;
  }

  /** Repeats something whenever nothing else is played; `null` ends it. */
  repeat(sound: Uint8Array | null): void {
    this.#background = sound === null ? null : { sound, position: 0, heard: Promise.withResolvers<boolean>() };
    if (sound === null) this.#stopIdle();
    else this.#start();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#background = null;
    for (const prompt of this.#prompts.splice(0)) prompt.heard.resolve(false);
  }

  #elapsed(): number {
    if (this.#sentAt === 0) return PACKET_SAMPLES;
    const samples = Math.round(((performance.now() - this.#sentAt) * SAMPLES_PER_SECOND) / 1_000);
    return Math.max(PACKET_SAMPLES, samples);
  }

  #start(): void {
    if (this.#timer !== undefined) return;
    this.#source = null;
    this.#timestamp += this.#elapsed() - PACKET_SAMPLES;
    this.#dueAt = performance.now();
    this.#timer = setInterval(() => this.#playDue(), PACKET_MS);
    this.#playDue();
  }

  #stopIdle(): void {
    if (this.#prompts.length > 0 || this.#background !== null) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Timers come late: what is due by now goes out. */
  #playDue(): void {
    while (this.#timer !== undefined && this.#dueAt <= performance.now()) {
      this.#dueAt += PACKET_MS;
      this.#playNext();
    }
  }

  #playNext(): void {
    const prompt = this.#prompts[0] ?? this.#background;
    if (prompt === null || prompt === undefined) return this.#stopIdle();
    const part = prompt.sound.subarray(prompt.position, prompt.position + PACKET_SAMPLES);
    prompt.position += PACKET_SAMPLES;
    this.#emit(this.#sequence + 1, this.#timestamp + PACKET_SAMPLES, whole(part), prompt.isSecret);
    if (prompt.position < prompt.sound.length) return;
    prompt.position = 0;
    if (prompt !== this.#prompts[0]) return;
    this.#prompts.shift();
    prompt.heard.resolve(true);
    this.#stopIdle();
  }

  #emit(sequence: number, timestamp: number, payload: Uint8Array, isSecret = false): void {
    this.#sequence = sequence & 0xffff;
    this.#timestamp = timestamp >>> 0;
    this.#sentAt = performance.now();
    this.#send({ sequence: this.#sequence, timestamp: this.#timestamp, payload }, isSecret);
  }
}

function whole(part: Uint8Array): Uint8Array {
  if (part.length === PACKET_SAMPLES) return part;
  const filled = new Uint8Array(PACKET_SAMPLES).fill(SILENCE);
  filled.set(part);
  return filled;
}
