import { WebSocket } from 'ws';
import { createActor, type EventObject, fromCallback } from 'xstate';
import type { ChannelName } from '#contract/_cable.contract.ts';
import { composeCable } from '../../src/actors/_cable.actors.ts';
import { inUseMachine } from '../../src/machines/_cable/in-use.machine.ts';
import { createGateway } from '../../src/realtime/gateway.ts';

/** Messages of one stream, in order of arrival. */
export interface Parsed {
  readonly offset: number;
  readonly type: string;
  /** The sender's number; `null` for none. */
  readonly n: number | null;
}

/** From the loss of a line until the page may say "live" again. Milliseconds of `performance.now()`. */
export interface Recovery {
  readonly lostAt: number;
  /** When the socket that brought it back was opened. */
  readonly openedAt: number;
  readonly liveAt: number;
  /** Opened on the way; 1: the first one did it. */
  readonly sockets: number;
}

export interface Follower {
  /** By stream. */
  readonly heard: ReadonlyMap<string, readonly Parsed[]>;
  readonly recoveries: readonly Recovery[];
  /** Sockets that were opened, or tried to. */
  readonly sockets: () => number;
  readonly isLive: () => boolean;
  stop(): void;
}

export interface FollowerOptions {
  readonly port: number;
  readonly cookie: string;
  readonly channels: readonly { readonly name: ChannelName; readonly params?: Readonly<Record<string, unknown>> }[];
  /** From 0 to below 1; spreads the reconnects. Absent: always the middle. */
  readonly random?: () => number;
}

/** Cookies by the number that stands in the address, since a browser's WebSocket takes no headers. */
const cookies = new Map<string, string>();
const openings = new Map<string, number[]>();

/** The browser's WebSocket as the gateway opens it, with the cookie and the origin that a browser would add. */
class BrowserSocket extends WebSocket {
  constructor(url: string, protocol: string) {
    const { host, searchParams } = new URL(url);
    const name = searchParams.get('follower') ?? '';
    super(url, protocol, { headers: { cookie: cookies.get(name) ?? '', origin: `http://${host}` } });
    openings.get(name)?.push(performance.now());
  }
}

const silent = fromCallback<EventObject, undefined>(() => undefined);

/** The app's own cable without a browser: its machine, its transport and its gateway on real sockets. */
export function startFollower({ port, cookie, channels, random = () => 0.5 }: FollowerOptions): Follower {
  globalThis.WebSocket = BrowserSocket as unknown as typeof globalThis.WebSocket;
  const name = String(cookies.size + 1);
  const opened: number[] = [];
  cookies.set(name, cookie);
  openings.set(name, opened);
  const heard = new Map<string, Parsed[]>();
  const recoveries: Recovery[] = [];
  let lostAt: number | null = null;
  let before = 0;
  let live = false;

  const gateway = createGateway({ onReject: () => undefined });
  gateway.freshness$.subscribe(({ state }) => {
    live = state === 'live';
    if (state === 'stale' && lostAt === null) {
      lostAt = performance.now();
      before = opened.length;
    }
    if (!live || lostAt === null) return;
    const openedAt = opened.at(-1) ?? lostAt;
    recoveries.push({ lostAt, openedAt, liveAt: performance.now(), sockets: opened.length - before });
    lostAt = null;
  });
  for (const { name: channel, params } of channels) {
    gateway.channel(channel, params).subscribe((body) => note(heard, body as Body));
  }
  const machine = composeCable(gateway, `ws://127.0.0.1:${port}/cable?follower=${name}`).provide({
    actors: { network: silent, inUse: inUseMachine.provide({ actors: { visibility: silent } }) },
  });
  const cable = createActor(machine, { input: { random } }).start();
  return {
    heard,
    recoveries,
    sockets: () => opened.length,
    isLive: () => live,
    stop: () => void cable.stop(),
  };
}

interface Body {
  readonly type: string;
  readonly stream?: string;
  readonly offset?: number;
  readonly n?: number;
}

function note(heard: Map<string, Parsed[]>, { type, stream = '', offset = 0, n }: Body): void {
  const list = heard.get(stream) ?? [];
  heard.set(stream, list);
  list.push({ offset, type, n: n ?? null });
}

export interface Faults {
  readonly lost: number;
  readonly doubled: number;
  readonly disordered: number;
}

/** Holds what came against what was due: each number once, in order. */
export function faultsIn(came: readonly number[], due: readonly number[]): Faults {
  const seen = new Set<number>();
  let [doubled, disordered, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const number of came) {
    if (seen.has(number)) doubled += 1;
    else if (number < last) disordered += 1;
    seen.add(number);
    last = Math.max(last, number);
  }
  return { lost: due.filter((number) => !seen.has(number)).length, doubled, disordered };
}
