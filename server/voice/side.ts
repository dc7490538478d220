import { randomBytes } from 'node:crypto';
import type { VoiceAgent } from '../adapters/voice/voice-line.ts';
import type { Device } from './device.ts';
import { KeyOrder } from './key-order.ts';
import { MediaLeg } from './media-leg.ts';
import type { MediaPlace, MediaPorts } from './media-place.ts';
import { watchSound } from './sound-watch.ts';
import { PACKET_SAMPLES, SAMPLES_PER_SECOND, SILENCE, type SoundPacket, type Sounds, type Tap } from './sound.ts';
import { Speaker } from './speaker.ts';

/** Milliseconds without a key after which the keys so far are told. Ours. */
const DIGITS_MS = 1_500;
/** Milliseconds of silence after which a browser hears nothing either. Ours: it sends 50 packets a second. */
const HEARD_MS = 2_000;
/** Keys that may wait to be heard; of more, the other side hears nothing. Ours: five seconds. */
const MAX_TONES = 32;
const SILENT = new Uint8Array(PACKET_SAMPLES).fill(SILENCE);

export interface SideOrder {
  readonly callId: number;
  readonly sid: string;
  /** For an inbound side: the agent who answered. */
  readonly agent: VoiceAgent;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  readonly device: Device;
}

interface Use {
  readonly place: MediaPlace;
  readonly ports: MediaPorts;
  readonly sounds: Sounds;
  onDigits(side: Side, digits: string): void;
  /** No audio comes from its browser anymore, though its socket is there. */
  onSilent(side: Side): void;
}

/** One agent in a call: their browser's audio, the other party, and what they hear instead. */
export class Side {
  readonly callId: number;
  readonly sid: string;
  readonly agent: VoiceAgent;
  readonly direction: SideOrder['direction'];
  readonly from: string;
  readonly to: string;
  /** Key that returns a browser to this call after its socket dropped. */
  token = newToken();
  /** Its browser's sound; another one after a reload of the page. */
  leg: MediaLeg;
  readonly speaker: Speaker;
  /** `null`: its socket is away. */
  device: Device | null;
  /** `null`: no one yet, or no longer. */
  peer: Side | 'echo' | null = null;
  /** Agent who transferred this party and gets them back if no one answers; `null`: none. */
  passedBy: Side | null = null;
  /** True when its browser knows that it rings, and so knows its sid. */
  hasRung = false;
  ended = false;
  /** Time at which the current party heard the disclaimer to the end; `null`: not yet. */
  announcedAt: Date | null = null;
  readonly #taps = new Set<Tap>();
  readonly #keys = new KeyOrder((key) => this.#sound(key));
  readonly #sounds: Sounds;
  readonly #use: Use;
  readonly #unwatch: () => void;
  readonly #tellDigits: (digits: string) => void;
  #answeredAt: number | null = null;
  #held = false;
  #away = false;
  /** The last packet that was said, and when. */
  #last: { readonly sequence: number; readonly timestamp: number; readonly at: number } | null = null;
  #digits = '';
  #digitsTimer: NodeJS.Timeout | undefined;

  /** @throws {NoPort} */
  constructor({ callId, sid, agent, direction, from, to, device }: SideOrder, use: Use) {
    this.callId = callId;
    this.sid = sid;
    this.agent = agent;
    this.direction = direction;
    this.from = from;
    this.to = to;
    this.device = device;
    this.#use = use;
    this.#sounds = use.sounds;
    this.#tellDigits = (digits) => use.onDigits(this, digits);
    this.leg = this.#openLeg(use.place);
    this.#unwatch = watchSound({
      isOn: () => this.answered && this.device !== null,
      isHeard: (ms) => this.leg.isHeard(ms),
      onSilent: () => use.onSilent(this),
    });
    this.speaker = new Speaker((packet, isSecret) => this.#hear(packet, isSecret));
  }

  get answered(): boolean {
    return this.#answeredAt !== null;
  }

  set answered(is: boolean) {
    this.#answeredAt = is ? performance.now() : null;
  }

  /** Milliseconds since the answer. */
  get talkedMs(): number {
    return this.#answeredAt === null ? 0 : Math.round(performance.now() - this.#answeredAt);
  }

  /** True when this agent has the other party on hold. */
  get held(): boolean {
    return this.#held;
  }

  hold(held: boolean): void {
    this.#held = held;
    this.refreshHolds();
  }

  /** Its page is closed: the other party hears the hold tone until it is back. */
  setAway(away: boolean): void {
    if (this.#away === away) return;
    this.#away = away;
    if (this.peer !== null) this.refreshHolds();
  }

  /** Replaces the sound by that of a page that was loaded again. Returns its description. @throws {NoPort} */
  renewLeg(place: MediaPlace, sdp: string): Promise<string> {
    // The page before must not come back: it has no sound.
    this.token = newToken();
    this.leg.close();
    this.leg = this.#openLeg(place);
    return this.leg.answer(sdp);
  }

  /** The party on hold hears the hold tone. */
  refreshHolds(): void {
    for (const [side, other] of [
      [this, this.peer],
      [this.peer, this],
    ] as const) {
      if (!(side instanceof Side)) continue;
      side.speaker.repeat(other instanceof Side && (other.held || other.#away) ? this.#sounds.hold : null);
    }
  }

  /** Keys that came over the socket. */
  press(keys: string): void {
    this.#keys.take(keys);
  }

  /** The other side hears the tone of a pressed key. */
  #sound(digit: string): void {
    const tone = this.#sounds.digit(digit);
    const hearer = this.peer === 'echo' ? this : this.peer;
    if (tone.length > 0 && hearer !== null && hearer.speaker.waiting < MAX_TONES) void hearer.speaker.play(tone, true);
    this.#digits += digit;
    clearTimeout(this.#digitsTimer);
    this.#digitsTimer = setTimeout(() => this.#flushDigits(), DIGITS_MS);
  }

  addTap(tap: Tap): () => void {
    this.#taps.add(tap);
    return () => this.#taps.delete(tap);
  }

  /** Settles with whether it was heard to its end. */
  async play(sound: Uint8Array): Promise<boolean> {
    if (!(await this.leg.connected)) return false;
    return (await this.speaker.play(sound)) && this.leg.isHeard(HEARD_MS);
  }

  close(): void {
    this.#unwatch();
    this.#keys.close();
    clearTimeout(this.#digitsTimer);
    this.#flushDigits();
    this.ended = true;
    this.peer = null;
    this.speaker.close();
    this.leg.close();
    this.#taps.clear();
  }

  /** The numbers of its packets follow those of the one before it: what hears them takes a jump for lost sound. */
  #openLeg(place: MediaPlace): MediaLeg {
    const before = this.#last;
    let ahead: { readonly sequence: number; readonly timestamp: number } | null = before ? null : NOTHING;
    return new MediaLeg(place, this.#use.ports, {
      onSound: (packet) => {
        ahead ??= aheadOf(packet, before);
        const sequence = (packet.sequence + ahead.sequence) & 0xffff;
        const timestamp = (packet.timestamp + ahead.timestamp) >>> 0;
        this.#last = { sequence, timestamp, at: performance.now() };
        this.#say({ ...packet, sequence, timestamp });
      },
      onDigit: (digit, stamp) => this.#keys.hear(stamp, digit),
    });
  }

  #say(packet: SoundPacket): void {
    // The agent's words aren't for the other side while it waits, or is being transferred.
    if (!this.#held && this.peer !== null) for (const tap of this.#taps) tap.onPacket('agent', packet);
    const { peer } = this;
    if (peer === 'echo') this.speaker.pass(this, packet);
    else if (peer !== null && !this.#held && !peer.held && !peer.#away) peer.speaker.pass(this, packet);
  }

  /** Keys may belong to a card or a PIN: the recording is silent there. */
  #hear(packet: SoundPacket, isSecret: boolean): void {
    this.leg.send(packet);
    const recorded = isSecret ? { ...packet, payload: SILENT } : packet;
    for (const tap of this.#taps) tap.onPacket('other', recorded);
  }

  #flushDigits(): void {
    if (this.#digits === '') return;
    const digits = this.#digits;
    this.#digits = '';
    this.#tellDigits(digits);
  }
}

const newToken = (): string => randomBytes(18).toString('base64url');

const NOTHING = { sequence: 0, timestamp: 0 } as const;

function aheadOf(first: SoundPacket, before: { sequence: number; timestamp: number; at: number } | null) {
  if (before === null) return NOTHING;
  const samples = Math.round(((performance.now() - before.at) * SAMPLES_PER_SECOND) / 1_000);
  return {
    sequence: before.sequence + 1 - first.sequence,
    timestamp: before.timestamp + samples - first.timestamp,
  };
}
