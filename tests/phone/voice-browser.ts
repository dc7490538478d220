import { setTimeout as sleep } from 'node:timers/promises';
import { type RTCDtlsTransport, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import { WebSocket } from 'ws';

export interface Parsed {
  readonly type: string;
  readonly payload: Record<string, unknown>;
}

const PCMU = new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: 8_000, channels: 1, payloadType: 0 });
const EVENTS = new RTCRtpCodecParameters({
  mimeType: 'audio/telephone-event',
  clockRate: 8_000,
  channels: 1,
  payloadType: 101,
});
const PACKET_MS = 20;
/** Milliseconds that a frame may take to come. */
const WAIT_MS = 10_000;
/** DTLS handshake: the server wants its hello again, with a cookie. */
const HELLO_VERIFY_REQUEST = 3;

/** The sound of a browser: says one byte again and again, and counts what it hears. */
export class BrowserSound {
  readonly peer = new RTCPeerConnection({
    codecs: { audio: [PCMU, EVENTS], video: [] },
    iceServers: [],
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceInterfaceAddresses: { udp4: '127.0.0.1' },
  });
  /** Packets by their first byte. */
  readonly heard = new Map<number, number>();
  readonly sequences: number[] = [];
  readonly #sender;
  #timer: NodeJS.Timeout | undefined;
  #sequence = 1_000;
  #timestamp = 90_000;

  constructor() {
    const transceiver = this.peer.addTransceiver('audio', { direction: 'sendrecv' });
    this.#sender = transceiver.sender;
    transceiver.onTrack.subscribe((track) =>
      track.onReceiveRtp.subscribe(({ header, payload }) => {
        const byte = payload[0] ?? -1;
        this.heard.set(byte, (this.heard.get(byte) ?? 0) + 1);
        this.sequences.push(header.sequenceNumber);
      }),
    );
  }

  async offer(): Promise<string> {
    const offer = await this.peer.createOffer();
    this.peer.dtlsTransports.forEach(takeVerifyingOnce);
    await this.peer.setLocalDescription(offer);
    return this.peer.localDescription?.sdp ?? '';
  }

  async answer(sdp: string): Promise<string> {
    await this.peer.setRemoteDescription({ type: 'offer', sdp });
    this.peer.dtlsTransports.forEach(takeVerifyingOnce);
    await this.peer.setLocalDescription(await this.peer.createAnswer());
    return this.peer.localDescription?.sdp ?? '';
  }

  accept(sdp: string): Promise<void> {
    return this.peer.setRemoteDescription({ type: 'answer', sdp });
  }

  /** Looks for another way; `ask` gives the line's answer. */
  async restart(ask: (sdp: string) => Promise<string>): Promise<void> {
    await this.peer.setLocalDescription(await this.peer.createOffer({ iceRestart: true }));
    await this.accept(await ask(this.peer.localDescription?.sdp ?? ''));
    // Unlike a browser it does not look again by itself.
    for (const transport of this.peer.iceTransports) transport.start().catch(() => undefined);
  }

  /** Fifty packets a second. */
  say(byte: number): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      this.#sequence += 1;
      this.#timestamp += 160;
      void this.#send(0, Buffer.alloc(160, byte));
    }, PACKET_MS);
  }

  /** One event, sent three times, as in RFC 4733. */
  async press(event: number): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      this.#sequence += 1;
      await this.#send(101, Buffer.from([event, 0x80, 0, 160]));
    }
    this.#timestamp += 160;
  }

  /** Waits until a byte was heard so often. */
  async hears(byte: number, packets = 5): Promise<void> {
    await until(`${packets} packets of ${byte}`, () => (this.heard.get(byte) ?? 0) >= packets);
  }

  stop(): void {
    clearInterval(this.#timer);
    void this.peer.close();
  }

  #send(payloadType: number, payload: Buffer): Promise<void> {
    const header = new RtpHeader({ payloadType, sequenceNumber: this.#sequence & 0xffff, timestamp: this.#timestamp });
    const codec = this.#sender.codec;
    // It writes its own codec into every packet.
    if (payloadType !== 0) this.#sender.codec = EVENTS;
    const sent = this.#sender.sendRtp(new RtpPacket(header, payload));
    if (codec !== undefined) this.#sender.codec = codec;
    return sent;
  }
}

/**
 * A client that was busy for half a second has said its hello twice and is answered twice, as DTLS has it. Browsers take
 * that; werift breaks the connection.
 */
function takeVerifyingOnce(transport: RTCDtlsTransport): void {
  transport.onStateChange.subscribe((state) => {
    if (state !== 'connecting') return;
    // Its socket is made right after.
    queueMicrotask(() => {
      const { dtls: socket } = transport;
      if (socket === undefined) return;
      const take = socket.onHandleHandshakes;
      socket.onHandleHandshakes = (messages) =>
        take(messages.filter(({ msg_type: type }) => type !== HELLO_VERIFY_REQUEST || socket.dtls.flight < 3));
    });
  });
}

/** A browser with the phone's SDK, as far as the line sees it. */
export class VoiceBrowser {
  readonly frames: Parsed[] = [];
  readonly sounds = new Map<string, BrowserSound>();
  /** Settles with the code of the end. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #own = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text === '\n') socket.send('\n');
      else this.frames.push(JSON.parse(text) as Parsed);
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((done) => socket.once('close', done));
  }

  static async open(address: string, headers: Record<string, string>): Promise<VoiceBrowser> {
    const socket = new WebSocket(address, { headers });
    const browser = new VoiceBrowser(socket);
    await new Promise<void>((open, refuse) => socket.once('open', open).once('error', refuse));
    return browser;
  }

  send(type: string, payload: object): void {
    this.#socket.send(JSON.stringify({ type, version: '1.6', payload }));
  }

  /** The next frame of a type; frames before it stay for others. */
  async next(type: string): Promise<Record<string, unknown>> {
    await until(`a frame "${type}"`, () => this.frames.some((frame) => frame.type === type));
    const at = this.frames.findIndex((frame) => frame.type === type);
    return this.frames.splice(at, 1)[0]?.payload ?? {};
  }

  async register(token: string): Promise<Record<string, unknown>> {
    this.send('listen', { token, browserinfo: {}, reconnectTimeout: 0 });
    const connected = await this.next('connected');
    this.send('register', { media: { audio: true } });
    await this.next('ready');
    return connected;
  }

  /** Dials. Answers the id that the browser gave the call. */
  dial(callId: number, to = '+15550100'): Promise<string> {
    return this.invite(`To=${encodeURIComponent(to)}&CallId=${callId}`);
  }

  /** Like `dial`, with these params. */
  async invite(params: string): Promise<string> {
    this.#own += 1;
    const own = `TJ${this.#own}`;
    const sound = new BrowserSound();
    this.sounds.set(own, sound);
    this.send('invite', { callsid: own, sdp: await sound.offer(), twilio: { params } });
    return own;
  }

  /** The other side has answered. Answers the sid and what brings the browser back. */
  async answered(own: string): Promise<{ sid: string; reconnect: string }> {
    const { callsid, sdp, reconnect } = await this.next('answer');
    const sound = this.soundOf(own);
    await sound.accept(String(sdp));
    this.sounds.set(String(callsid), sound);
    return { sid: String(callsid), reconnect: String(reconnect) };
  }

  /** Takes the call that rings. Answers its sid. */
  async accept(): Promise<string> {
    const { callsid, sdp } = await this.next('invite');
    const sound = new BrowserSound();
    this.sounds.set(String(callsid), sound);
    this.send('answer', { callsid, sdp: await sound.answer(String(sdp)) });
    return String(callsid);
  }

  soundOf(sid: string): BrowserSound {
    const sound = this.sounds.get(sid);
    if (sound === undefined) throw new Error(`There is no sound of ${sid}.`);
    return sound;
  }

  /** Like a lost network: sends nothing. */
  drop(): void {
    this.#socket.terminate();
  }

  close(): void {
    for (const sound of this.sounds.values()) sound.stop();
    this.#socket.terminate();
  }
}

/** @throws when it does not come true in time. */
export async function until(what: string, isTrue: () => boolean, ms = WAIT_MS): Promise<void> {
  const end = performance.now() + ms;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`${what} did not come.`);
    await sleep(5);
  }
}
