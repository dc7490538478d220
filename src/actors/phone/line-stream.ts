import { backOff } from '#rules/time/back-off.ts';
import { Device } from '@twilio/voice-sdk';

/** Frame version of the SDK. */
export const FRAME_VERSION = '1.6';
/** Milliseconds without a word after which the socket counts as dead; the line sends a sign of life before. The SDK's. */
export const SILENCE_MS = 15_000;
/** Milliseconds before the first retry of a lost socket, and the maximum between later ones. Our choice. */
const RETRY_MS = 100;
const RETRY_MAX_MS = 10_000;

export type Payload = Readonly<Record<string, unknown>>;
type Frame = { readonly type: string; readonly payload?: Payload };

interface Emitter {
  on(name: string, listener: (...told: never[]) => void): this;
  emit(name: string, told?: unknown): boolean;
}

export interface StreamWorld {
  /** A call whose page was closed waits for this agent. */
  readonly onWaiting: (payload: Payload) => void;
  /** Runs something when the page goes away. Returns its removal. */
  readonly onPageHide: (act: () => void) => () => void;
}

const ALONE: StreamWorld = { onWaiting: () => undefined, onPageHide: () => () => undefined };

/** Base of the SDK's own classes: another copy of that package would be a different class. */
const EventEmitter = Object.getPrototypeOf(Device) as new () => Emitter;

/**
 * Signalling of the embedded line: takes the place of the SDK's own `PStream`, which knows Twilio's hosts only. The SDK
 * calls these methods and reads these fields; `voice-sdk.contract.test.ts` pins them.
 */
class LineStream extends EventEmitter {
  status: 'disconnected' | 'connected' | 'ready' | 'offline' = 'disconnected';
  gateway: unknown = null;
  region: unknown = null;
  readonly uri: string;
  token: string;
  #socket: WebSocket | null = null;
  #queue: string[] = [];
  #tries = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isLeft = false;
  readonly #forgetPage: () => void;

  constructor(token: string, url: string, { onWaiting, onPageHide }: StreamWorld) {
    super();
    this.uri = url;
    this.token = token;
    // An emitter throws on an error event without listeners.
    this.on('error', () => undefined);
    this.on('waiting', onWaiting);
    this.#forgetPage = onPageHide(() => this.#leave());
    this.on('ready', () => {
      this.status = 'ready';
    });
    this.on('offline', () => {
      this.status = 'offline';
    });
    this.#open();
  }

  setToken(token: string): void {
    this.token = token;
    const browser = { platform: 'browser', userAgent: navigator.userAgent };
    this.#send('listen', { token, browserinfo: { browser, p: 'browser', plugin: 'rtc' }, reconnectTimeout: 0 });
  }
  register = (media: Payload) => this.#send('register', { media });
  invite = (sdp: string, callsid: string, params: string) =>
    this.publish('invite', { callsid, sdp, twilio: params ? { params } : {} });
  reconnect = (sdp: string, callsid: string, reconnect: string) =>
    this.publish('invite', { callsid, sdp, reconnect, twilio: {} });
  answer = (sdp: string, callsid: string) => this.publish('answer', { sdp, callsid });
  dtmf = (callsid: string, dtmf: string) => this.publish('dtmf', { callsid, dtmf });
  hangup = (callsid: string, message: string | null) =>
    this.publish('hangup', { callsid, ...(message && { message }) });
  reject = (callsid: string) => this.publish('reject', { callsid });
  reinvite = (sdp: string, callsid: string) => this.#send('reinvite', { sdp, callsid });
  sendMessage = (callsid: string, content: unknown, contenttype: string, messagetype: string, voiceeventsid: string) =>
    this.publish('message', { callsid, content, contenttype, messagetype, voiceeventsid });
  // There is one address.
  updatePreferredURI = () => undefined;
  updateURIs = () => undefined;

  /** Sends, or queues until the socket is open again. */
  publish(type: string, payload: Payload): void {
    if (!this.#isLeft && !this.#send(type, payload)) this.#queue.push(frameOf(type, payload));
  }

  destroy(): this {
    this.#forgetPage();
    clearTimeout(this.#retry);
    this.#close();
    this.emit('offline', this);
    return this;
  }

  /** The page goes away, not the call: the SDK hangs up here, and a page that is loaded again couldn't take it up. */
  #leave(): void {
    this.#isLeft = true;
    clearTimeout(this.#retry);
    this.#close();
  }

  #send(type: string, payload: Payload): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(frameOf(type, payload));
    return true;
  }

  #open(): void {
    const socket = new WebSocket(this.uri);
    this.#socket = socket;
    this.#watchSilence();
    socket.onopen = () => {
      this.status = 'connected';
      this.setToken(this.token);
      this.emit('transportOpen');
      for (const frame of this.#queue.splice(0)) socket.send(frame);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#receive(socket, data);
    socket.onclose = () => this.#lose();
  }

  #receive(socket: WebSocket, data: string): void {
    this.#watchSilence();
    this.#tries = 0;
    if (data === '\n') {
      socket.send('\n');
      return;
    }
    const { type, payload = {} } = JSON.parse(data) as Frame;
    this.gateway = payload['gateway'] ?? this.gateway;
    this.region = payload['region'] ?? this.region;
    this.emit(type, payload);
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), SILENCE_MS);
  }

  #lose(): void {
    this.#close();
    this.emit('transportClose');
    if (this.status !== 'disconnected' && this.status !== 'offline') this.emit('offline', this);
    this.status = 'disconnected';
    const wait = backOff({ first: RETRY_MS, longest: RETRY_MAX_MS }, this.#tries, Math.random());
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#open(), wait);
  }

  #close(): void {
    clearTimeout(this.#silence);
    if (this.#socket === null) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }
}

/** Created like the SDK does, except that it would name Twilio's hosts. */
export const lineStreamOf = (url: string, world: StreamWorld = ALONE) =>
  class extends LineStream {
    constructor(token: string) {
      super(token, url, world);
    }
  };

const frameOf = (type: string, payload: Payload): string => JSON.stringify({ type, version: FRAME_VERSION, payload });
