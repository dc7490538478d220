import { asyncScheduler, BehaviorSubject, distinctUntilChanged, finalize, Observable, type SchedulerLike } from 'rxjs';
import type { ChannelName, InUse } from '#contract/_cable.contract.ts';
import type { Cable, Freshness } from './cable.ts';
import type { Command, Frame } from './frames.ts';
import { createSubscription, type Subscription } from './subscription.ts';

/** Connection state, as the cable machine decides it. */
export type LineState = 'connecting' | 'connected' | 'lost';

export interface Gateway extends Cable {
  /** A socket has opened; commands go out through `send` until the line is lost. */
  readonly opened: (send: (command: Command) => void) => void;
  readonly received: (frame: Frame) => void;
  readonly lineIs: (state: LineState) => void;
  /** Reports that the page is in use, on the notifications channel, which every page subscribes to. */
  readonly inUse: () => void;
  /** Drops every subscription and position: another user signs in. */
  readonly reset: () => void;
}

interface Options {
  /** Called with a body that doesn't match the contract. */
  readonly onReject: (name: ChannelName, body: unknown, error: unknown) => void;
  /** Its clock dates the loss of the line. */
  readonly scheduler?: SchedulerLike;
}

const IN_USE: Command & { identifier: string } = {
  command: 'message',
  identifier: identifierOf('NotificationsChannel', {}),
  data: JSON.stringify({ action: 'in_use' } satisfies InUse),
};

/** Keeps subscriptions alive across sockets. The only source of cable messages. */
export function createGateway({ onReject, scheduler = asyncScheduler }: Options): Gateway {
  const subscriptions = new Map<string, Subscription>();
  const freshness$ = new BehaviorSubject<Freshness>({ state: 'connecting' });
  let line: LineState = 'connecting';
  let lostAt: number | null = null;
  let socket: ((command: Command) => void) | null = null;
  let isGreeted = false;

  const send = (command: Command) => (isGreeted ? socket?.(command) : undefined);

  const tellFreshness = () => {
    const behind = [...subscriptions.values()].some((subscription) => subscription.behind());
    if (line === 'connected' && !behind) lostAt = null;
    freshness$.next(freshnessOf(line, behind, lostAt));
  };

  const lose = () => {
    socket = null;
    isGreeted = false;
    for (const subscription of subscriptions.values()) subscription.lost();
  };

  const join = (identifier: string): Subscription => {
    const known = subscriptions.get(identifier);
    if (known) return known;
    const subscription = createSubscription(identifier, send);
    subscriptions.set(identifier, subscription);
    send({ command: 'subscribe', identifier });
    return subscription;
  };

  const leave = (identifier: string, subscription: Subscription) => {
    subscription.listeners -= 1;
    if (subscription.listeners > 0 || subscriptions.get(identifier) !== subscription) return;
    subscriptions.delete(identifier);
    send({ command: 'unsubscribe', identifier });
    tellFreshness();
  };

  const hear = (frame: Frame) => {
    if (frame.type === 'welcome') {
      isGreeted = true;
      for (const identifier of subscriptions.keys()) send({ command: 'subscribe', identifier });
    }
    if (!('identifier' in frame)) return;
    const subscription = subscriptions.get(frame.identifier);
    // A refused subscription stays quiet: the user has no access to its messages anyway.
    if (frame.type === 'confirm_subscription' || frame.type === 'reject_subscription') subscription?.confirmed();
    if (frame.type === undefined) subscription?.received(frame.message);
  };

  return {
    channel: (name, params = {}) =>
      new Observable((subscriber) => {
        const identifier = identifierOf(name, params);
        const subscription = join(identifier);
        subscription.listeners += 1;
        tellFreshness();
        return subscription.bodies$.pipe(finalize(() => leave(identifier, subscription))).subscribe(subscriber);
      }),
    reject: onReject,
    freshness$: freshness$.pipe(distinctUntilChanged(isSame)),
    opened: (sendOverSocket) => {
      socket = sendOverSocket;
      isGreeted = false;
    },
    received: (frame) => {
      hear(frame);
      tellFreshness();
    },
    lineIs: (state) => {
      if (state === 'lost') {
        lostAt ??= scheduler.now();
        lose();
      }
      line = state;
      tellFreshness();
    },
    inUse: () => (subscriptions.has(IN_USE.identifier) ? send(IN_USE) : undefined),
    reset: () => {
      lose();
      subscriptions.clear();
      line = 'connecting';
      lostAt = null;
      tellFreshness();
    },
  };
}

function freshnessOf(line: LineState, behind: boolean, lostAt: number | null): Freshness {
  if (line === 'connected') return { state: behind ? 'catchingUp' : 'live' };
  return lostAt === null ? { state: 'connecting' } : { state: 'stale', since: lostAt };
}

/** Same parameters, same text: the server and the reference count compare it as it is. */
function identifierOf(name: ChannelName, params: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ channel: name, ...Object.fromEntries(sorted) });
}

const isSame = (a: Freshness, b: Freshness): boolean =>
  a.state === b.state && (a.state !== 'stale' || b.state !== 'stale' || a.since === b.since);
