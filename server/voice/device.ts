import type { RawData, WebSocket } from 'ws';
import type { VoiceAgent } from '../adapters/voice/voice-line.ts';
import { identityOf } from '../adapters/voice/voice-line.ts';
import type { CallLedger } from '../features/phone/calls/call-facts.ts';
import { BEAT, BEAT_MS, CODES, type FramePayload, readFrame, SILENT_MS, writeFrame } from './frames.ts';

/** Milliseconds for a token. Ours. */
const TOKEN_MS = 10_000;
/** Frames that may wait for the one before them. Ours: a browser sends a few a call. */
const MAX_WAITING = 50;

export interface DeviceWorld {
  /** Dependencies of the process. */
  readonly gateway: string;
  readonly ledger: Pick<CallLedger, 'admit'>;
  /** Returns whether a user may register one more device. */
  hasRoom(agent: VoiceAgent): boolean;
  /** Its availability for calls changed. */
  onRegistered(device: Device): void;
  /** A frame about calls from an authenticated device. */
  onFrame(device: Device, agent: VoiceAgent, type: string, payload: FramePayload): void;
  onGone(device: Device): void;
  onTrouble(error: unknown): void;
}

/** A connected browser. Only frames after an accepted token count. */
export class Device {
  /** Address at which the browser reached the app. */
  readonly reached: string;
  /** The account that signed it in. */
  readonly account: string;
  readonly #socket: WebSocket;
  readonly #world: DeviceWorld;
  readonly #beat: NodeJS.Timeout;
  #expiry: NodeJS.Timeout | undefined;
  /** On the steady clock of the process. */
  readonly cameAt = performance.now();
  #heardAt = this.cameAt;
  #agent: VoiceAgent | null = null;
  #wantsCalls = false;
  #expired = false;
  /** Frames are taken one after the other: `register` comes while `listen` still asks. */
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(
    socket: WebSocket,
    { reached, account }: { readonly reached: string; readonly account: string },
    world: DeviceWorld,
  ) {
    this.reached = reached;
    this.account = account;
    this.#socket = socket;
    this.#world = world;
    this.#beat = setInterval(() => this.#keepAlive(), BEAT_MS);
    socket.on('message', (data) => this.#receive(data));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#leave());
  }

  get agent(): VoiceAgent | null {
    return this.#agent;
  }

  /** True when it can be called. */
  get registered(): boolean {
    return this.#wantsCalls && this.#agent !== null && !this.#expired;
  }

  send(type: string, payload: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(writeFrame(type, payload));
  }

  hangUp(callsid: string, code?: number, message = ''): void {
    this.send('hangup', { callsid, ...(code !== undefined && { error: { code, message } }) });
  }

  close(): void {
    this.#socket.close(1001);
  }

  signOut(): void {
    this.#refuse(CODES.tokenInvalid, 'The session is over.');
    this.close();
  }

  #keepAlive(): void {
    const isStrange = this.#agent === null && performance.now() - this.cameAt > TOKEN_MS;
    if (isStrange || performance.now() - this.#heardAt > SILENT_MS) return this.#socket.terminate();
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(BEAT);
  }

  #receive(data: RawData): void {
    this.#heardAt = performance.now();
    const text = Buffer.isBuffer(data) ? data.toString() : '';
    if (text === BEAT) return;
    const frame = readFrame(text);
    if (frame === null) return this.#socket.close(1003);
    this.#waiting += 1;
    if (this.#waiting > MAX_WAITING) return this.#socket.terminate();
    this.#turn = this.#turn
      .then(() => this.#take(frame.type, frame.payload))
      .catch(this.#world.onTrouble)
      .finally(() => (this.#waiting -= 1));
  }

  async #take(type: string, payload: FramePayload): Promise<void> {
    if (type === 'listen') return this.#listen(payload.token ?? '');
    if (this.#agent === null) return this.#refuse(CODES.tokenInvalid, 'Show a token first.');
    if (type === 'register') return this.#register(payload.media?.audio === true);
    const dials = type === 'invite' && payload.reconnect === undefined;
    if (dials && this.#expired) return this.hangUp(payload.callsid ?? '', CODES.tokenExpired, 'The token is over.');
    this.#world.onFrame(this, this.#agent, type, payload);
  }

  async #listen(token: string): Promise<void> {
    const admitted = await this.#world.ledger.admit(token);
    if ('refused' in admitted) {
      const expired = admitted.refused === 'expired';
      return this.#refuse(
        expired ? CODES.tokenExpired : CODES.tokenInvalid,
        expired ? 'The token is over.' : 'The token is wrong.',
      );
    }
    const { agent, ttlSeconds } = admitted;
    const isOther = this.#agent !== null && this.#agent.userId !== agent.userId;
    if (isOther) return this.#refuse(CODES.tokenInvalid, 'The token is of somebody else.');
    // It may come back when another one has gone.
    if (this.#agent === null && !this.#world.hasRoom(agent)) return this.#socket.close(1013);
    this.#agent = agent;
    this.#expired = false;
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.#expire(), ttlSeconds * 1_000);
    this.send('connected', {
      region: 'embedded',
      edge: 'embedded',
      home: 'embedded',
      gateway: this.#world.gateway,
      token: { identity: identityOf(agent), ttl: ttlSeconds },
    });
    if (this.#wantsCalls) this.#world.onRegistered(this);
  }

  #register(audio: boolean): void {
    const changed = audio !== this.#wantsCalls;
    this.#wantsCalls = audio;
    if (this.#expired) return this.#refuse(CODES.tokenExpired, 'The token is over.');
    this.send(audio ? 'ready' : 'offline', {});
    if (changed) this.#world.onRegistered(this);
  }

  #expire(): void {
    this.#expired = true;
    this.#refuse(CODES.tokenExpired, 'The token is over.');
    this.send('offline', {});
    this.#world.onRegistered(this);
  }

  #refuse(code: number, message: string): void {
    this.send('error', { error: { code, message } });
  }

  #leave(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#expiry);
    this.#wantsCalls = false;
    this.#world.onGone(this);
  }
}
