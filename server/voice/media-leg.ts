import { RTCPeerConnection, RTCRtpCodecParameters, type RTCRtpSender, RtpHeader, RtpPacket } from 'werift';
import type { MediaPlace, MediaPorts } from './media-place.ts';
import type { SoundPacket } from './sound.ts';

const PCMU = 0;
const TELEPHONE_EVENT = 101;
const CODECS = [
  new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: 8_000, channels: 1, payloadType: PCMU }),
  new RTCRtpCodecParameters({
    mimeType: 'audio/telephone-event',
    clockRate: 8_000,
    channels: 1,
    payloadType: TELEPHONE_EVENT,
  }),
];

/** Keys by the number of their event. Source: RFC 4733, table 7. */
const KEYS = '0123456789*#ABCD';

/**
 * A description without codecs on another clock rate than PCMU's: browsers that offer them take six times as long for
 * each tone and stay silent during that time.
 */
export function withNarrowKeys(sdp: string): string {
  const wide = [...sdp.matchAll(/^a=rtpmap:(\d+) telephone-event\/(?!8000)\d+/gm)].map(([, type]) => type ?? '');
  if (wide.length === 0) return sdp;
  const types = wide.join('|');
  return sdp
    .replace(new RegExp(`^a=(rtpmap|fmtp|rtcp-fb):(${types}) .*\r?\n`, 'gm'), '')
    .replace(/^m=audio .*/gm, (line) => line.replace(new RegExp(` (${types})(?=\\s|$)`, 'g'), ''));
}

export interface LegHearing {
  /** Audio from the browser. */
  onSound(packet: SoundPacket): void;
  /** A packet of a key; `stamp`: when it was pressed, on the clock of the sound. */
  onDigit(digit: string, stamp: number): void;
}

/** The incoming audio. */
export interface LegCount {
  readonly received: number;
  readonly lost: number;
}

/**
 * The sound between one browser and the line: a peer connection with ICE-lite, so that the browser alone looks for ways.
 * Exactly the address that is bound is told, since another one stays silent.
 */
export class MediaLeg {
  readonly #peer: RTCPeerConnection;
  readonly #sender: RTCRtpSender;
  readonly #place: MediaPlace;
  readonly #free: () => void;
  readonly #connected = Promise.withResolvers<boolean>();
  #heardAt = 0;
  #first: number | null = null;
  #last = 0;
  #received = 0;
  #closed = false;

  /** @throws {NoPort} when all ports are taken. */
  constructor(place: MediaPlace, ports: MediaPorts, hearing: LegHearing) {
    const pair = ports.take();
    this.#place = place;
    this.#free = () => ports.free(pair);
    const four = !place.bind.includes(':');
    this.#peer = new RTCPeerConnection({
      codecs: { audio: CODECS, video: [] },
      iceLite: true,
      iceServers: [],
      // Only the one address of `iceAdditionalHostAddresses`, on the interface that has it.
      iceUseIpv4: false,
      iceUseIpv6: false,
      iceAdditionalHostAddresses: [place.bind],
      iceInterfaceAddresses: four ? { udp4: place.bind } : { udp6: place.bind },
      ...(pair && { icePortRange: [pair[0], pair[1]] as [number, number] }),
    });
    const transceiver = this.#peer.addTransceiver('audio', { direction: 'sendrecv' });
    this.#sender = transceiver.sender;
    transceiver.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe(({ header, payload }) => this.#hear(header, payload, hearing));
    });
    this.#peer.connectionStateChange.subscribe((state) => {
      if (state === 'connected') this.#connected.resolve(true);
    });
  }

  /** Settles with whether sound can go both ways; `false`: it was closed before. */
  get connected(): Promise<boolean> {
    return this.#connected.promise;
  }

  async offer(): Promise<string> {
    await this.#peer.setLocalDescription(await this.#peer.createOffer());
    return this.#described();
  }

  async accept(sdp: string): Promise<void> {
    await this.#peer.setRemoteDescription({ type: 'answer', sdp });
  }

  async answer(sdp: string): Promise<string> {
    await this.#peer.setRemoteDescription({ type: 'offer', sdp: withNarrowKeys(sdp) });
    const { type, sdp: own } = await this.#peer.createAnswer();
    // The browser opens the secured connection: werift gives up as its client where packets are late.
    await this.#peer.setLocalDescription({ type, sdp: own.replace('a=setup:active', 'a=setup:passive') });
    return this.#described();
  }

  /** The browser looks for another way. */
  async restart(sdp: string): Promise<string> {
    const answered = await this.answer(sdp);
    // It does not begin again by itself.
    for (const transport of this.#peer.iceTransports) transport.start().catch(() => undefined);
    return answered;
  }

  send({ sequence, timestamp, payload }: SoundPacket): void {
    if (this.#closed) return;
    const header = new RtpHeader({ payloadType: PCMU, sequenceNumber: sequence, timestamp });
    this.#sender.sendRtp(new RtpPacket(header, Buffer.from(payload))).catch(() => undefined);
  }

  /** True when audio arrived from the browser in the last `ms`. */
  isHeard(ms: number): boolean {
    return performance.now() - this.#heardAt < ms;
  }

  count(): LegCount {
    const expected = this.#first === null ? 0 : this.#last - this.#first + 1;
    return { received: this.#received, lost: Math.max(0, expected - this.#received) };
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#connected.resolve(false);
    this.#peer
      .close()
      .catch(() => undefined)
      .finally(this.#free);
  }

  #hear(header: RtpHeader, payload: Buffer, { onSound, onDigit }: LegHearing): void {
    this.#heardAt = performance.now();
    this.#countIn(header.sequenceNumber);
    if (header.payloadType !== PCMU) return this.#hearKey(header, payload, onDigit);
    onSound({ sequence: header.sequenceNumber, timestamp: header.timestamp, payload });
  }

  #hearKey({ timestamp }: RtpHeader, payload: Buffer, onDigit: LegHearing['onDigit']): void {
    if (payload.length !== 4) return;
    const key = KEYS[payload[0] ?? KEYS.length];
    if (key !== undefined) onDigit(key, timestamp);
  }

  #countIn(sequence: number): void {
    this.#received += 1;
    if (this.#first === null) {
      this.#first = sequence;
      this.#last = sequence;
      return;
    }
    // Numbers wrap at 16 bits; what comes late counts as received only.
    const ahead = (sequence - this.#last) & 0xffff;
    if (ahead < 0x8000) this.#last += ahead;
  }

  #described(): string {
    const { sdp = '' } = this.#peer.localDescription ?? {};
    if (!sdp.includes('a=candidate:')) throw new Error(`No socket for sound on ${this.#place.bind}.`);
    const { bind, advertised } = this.#place;
    return bind === advertised
      ? sdp
      : sdp.replace(/^(a=candidate:(?:\S+ ){4})\S+/gm, (_, before: string) => before + advertised);
  }
}
