import { WebSocket } from 'ws';
import { CABLE_PROTOCOL } from '#contract/_cable.contract.ts';

export type Frame = Readonly<Record<string, unknown>>;

/** A message of a channel, as far as tests look at it. */
export interface Message {
  readonly type: string;
  readonly stream: string;
  readonly epoch: string;
  readonly offset: number;
  readonly [field: string]: unknown;
}

export interface ConnectOptions {
  readonly cookie?: string;
  readonly origin?: string;
  readonly protocols?: readonly string[];
  readonly path?: string;
}

/** A plain client that keeps every frame but pings. */
export class CableClient {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  readonly closed: Promise<number>;
  #waiting: (() => void)[] = [];

  constructor(port: number, { cookie, origin, protocols = [CABLE_PROTOCOL], path = '/cable' }: ConnectOptions) {
    const headers = {
      ...(cookie === undefined ? {} : { cookie }),
      origin: origin ?? `http://127.0.0.1:${port}`,
    };
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [...protocols], { headers });
    this.socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame;
      if (frame['type'] !== 'ping') this.frames.push(frame);
      for (const look of this.#waiting.splice(0)) look();
    });
    this.socket.on('error', () => undefined);
    this.closed = new Promise((done) => this.socket.on('close', done));
  }

  /** Settles when `found` answers something; frames that are there already count. */
  async until<T>(found: () => T | undefined | false): Promise<T> {
    for (;;) {
      const value = found();
      if (value !== undefined && value !== false) return value;
      await new Promise<void>((look) => this.#waiting.push(look));
    }
  }

  frame(type: string): Promise<Frame> {
    return this.until(() => this.frames.find((frame) => frame['type'] === type));
  }

  messages(type?: string): Message[] {
    return this.frames.flatMap(({ message }) => {
      const known = message as Message | undefined;
      return known !== undefined && (type === undefined || known.type === type) ? [known] : [];
    });
  }

  send(command: Frame | string): void {
    this.socket.send(typeof command === 'string' ? command : JSON.stringify(command));
  }

  /** Settles with the first position of the new subscription. */
  async subscribe(identifier: string): Promise<Message> {
    this.send({ command: 'subscribe', identifier });
    await this.until(() => this.frames.some((frame) => frame['identifier'] === identifier));
    return this.until(() => {
      const rejected = this.frames.some((frame) => frame['type'] === 'reject_subscription');
      if (rejected) throw new Error(`rejected: ${identifier}`);
      const about = this.frames.filter((frame) => frame['identifier'] === identifier);
      return about.map(({ message }) => message as Message | undefined).find((message) => message !== undefined);
    });
  }

  catchUp(identifier: string, since: readonly object[]): void {
    this.send({ command: 'message', identifier, data: JSON.stringify({ action: 'catch_up', since }) });
  }

  close(): Promise<number> {
    this.socket.close();
    return this.closed;
  }
}

export async function connect(port: number, options: ConnectOptions): Promise<CableClient> {
  const client = new CableClient(port, options);
  await client.frame('welcome');
  return client;
}

/** The HTTP status with which an upgrade is refused. */
export function statusOf(port: number, options: ConnectOptions & { readonly noOrigin?: boolean }): Promise<number> {
  const headers = {
    cookie: options.cookie ?? '',
    ...(options.noOrigin ? {} : { origin: options.origin ?? `http://127.0.0.1:${port}` }),
  };
  const path = options.path ?? '/cable';
  return new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [CABLE_PROTOCOL], { headers });
    socket.on('unexpected-response', (request, response) => {
      done(response.statusCode ?? 0);
      request.destroy();
    });
    socket.on('open', () => fail(new Error('let in')));
    socket.on('error', () => undefined);
  });
}

export const NOTIFICATIONS = '{"channel":"NotificationsChannel"}';
export const OWN_IMPORTS = '{"channel":"ContactsImportChannel"}';
export const DOWNLINE_IMPORTS = '{"channel":"ContactsImportChannel","audience":"downline"}';
export const importIdentifier = (id: number) => JSON.stringify({ channel: 'ContactsImportChannel', import_id: id });
