import { setTimeout as sleep } from 'node:timers/promises';
import { CatchUp, InUse, type Position } from '#contract/_cable.contract.ts';
import type { Deps } from '../deps.ts';
import { noteActivity } from '../http/authentication.ts';
import type { Identity } from '../identity.ts';
import { cable as metrics } from '../telemetry/instruments.ts';
import type { Broadcast, Listener } from './broadcast.ts';
import type { CableSocket, Subscription } from './cable-socket.ts';
import type { Channel } from './channel.ts';
import { channelOf } from './channels.ts';
import { createGate } from '../gate.ts';
import { type Missed, Positions, readMissed } from './positions.ts';
import {
  CLOSE,
  confirmFrame,
  eventJson,
  MAX_IDENTIFIER,
  MAX_OUTBOUND_BYTES,
  MAX_SUBSCRIPTIONS,
  messageFrame,
  positionFrame,
  rejectFrame,
} from './protocol.ts';
import { endStaleSockets } from './sessions.ts';

/** Questions to the database at a time, which leaves connections for requests. Ours: half of the pool. */
const PLACES = 5;

/** Catch-ups of one subscription that may wait for their turn. Ours. */
const MAX_WAITING = 4;

/** Milliseconds between two notes that a session is in use. Ours: a sixtieth of its idle timeout. */
const NOTED_EVERY_MS = 60_000;

/** Milliseconds between two looks at whether a reader has taken what was replayed. Ours. */
const DRAIN_MS = 20;

export interface Commands {
  /** Handles a client's command; ignores anything unknown. */
  receive(socket: CableSocket, identity: Identity, text: string): void;
  /** Cleans up after a closed socket. */
  leave(socket: CableSocket): void;
}

function begin(socket: CableSocket, identifier: string): Subscription {
  const subscription: Subscription = { identifier, listeners: [], turn: Promise.resolve(), waiting: 0 };
  socket.subscriptions.set(identifier, subscription);
  metrics.subscriptions.inc();
  return subscription;
}

/** `null` when the missed events are no longer stored. */
function countCatchUp(events: readonly unknown[] | null): void {
  metrics.catchUps.inc({ outcome: events === null ? 'lost' : 'replayed' });
  metrics.replayed.inc(events?.length ?? 0);
}

export function createCommands(deps: Deps, broadcast: Broadcast): Commands {
  const gate = createGate(PLACES);
  const positions = new Positions(deps.pool);

  const forget = (socket: CableSocket, subscription: Subscription) => {
    if (socket.subscriptions.delete(subscription.identifier)) metrics.subscriptions.dec();
    for (const listener of subscription.listeners) broadcast.leave(listener);
    subscription.listeners = [];
  };

  const reject = (socket: CableSocket, subscription: Subscription) => {
    forget(socket, subscription);
    socket.deliver(rejectFrame(subscription.identifier));
  };

  /** Listens first and reads the positions then, so that no event falls between the two. */
  const open = async (socket: CableSocket, identity: Identity, subscription: Subscription, asked: Asked) => {
    const { identifier } = subscription;
    const streams = await gate(() => asked.channel.subscribe(deps, identity, asked.params));
    if (!isOpen(socket, subscription)) return;
    if (streams === null) return reject(socket, subscription);
    subscription.listeners = streams.map((stream) => broadcast.listen(socket, identifier, stream));
    const found = await Promise.all(streams.map((stream) => positions.read(identity.accountId, stream)));
    if (!isOpen(socket, subscription)) return;
    const known = found.filter((position) => position !== null);
    if (known.length < streams.length) return reject(socket, subscription);
    const frames = known.map((position) => positionFrame(identifier, 'stream.positioned', position));
    socket.deliver(Buffer.concat([confirmFrame(identifier), ...frames]));
    for (const [place, position] of known.entries()) {
      const listener = subscription.listeners[place];
      if (listener !== undefined) broadcast.release(listener, position);
    }
  };

  const catchUp = async (socket: CableSocket, identity: Identity, subscription: Subscription, since: Position) => {
    const listener = subscription.listeners.find(({ stream }) => stream === since.stream);
    if (listener === undefined) return;
    listener.held = [];
    const missed = await gate(() => readMissed(deps.pool, identity, since));
    if (!isOpen(socket, subscription) || missed === null) return;
    countCatchUp(missed.events);
    await replay(socket, listener, missed);
    if (isOpen(socket, subscription)) broadcast.release(listener, missed.now);
  };

  /** An error of ours isn't a rejection: the client reconnects and tries again. */
  const takeTurn = (socket: CableSocket, subscription: Subscription, work: () => Promise<void>) => {
    subscription.turn = subscription.turn.then(work).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a subscription failed');
      socket.disconnect('server_restart', true, CLOSE.tryAgain);
    });
  };

  const subscribe = (socket: CableSocket, identity: Identity, identifier: string) => {
    if (socket.subscriptions.has(identifier)) return;
    const asked = askedBy(identifier);
    // Once nothing is owed, the heartbeat makes the client come back.
    if (asked === null || identity.owes.length > 0 || socket.subscriptions.size >= MAX_SUBSCRIPTIONS) {
      return void socket.deliver(rejectFrame(identifier.slice(0, MAX_IDENTIFIER)));
    }
    const subscription = begin(socket, identifier);
    takeTurn(socket, subscription, () => open(socket, identity, subscription, asked));
  };

  const perform = (socket: CableSocket, identity: Identity, identifier: string, data: unknown) => {
    const subscription = socket.subscriptions.get(identifier);
    if (subscription !== undefined && isInUse(data)) return noteUse(deps, socket, identity);
    const asked = CatchUp.safeParse(readJson(data));
    if (subscription === undefined || !asked.success || subscription.waiting >= MAX_WAITING) return;
    const newest = new Map(asked.data.since.map((position) => [position.stream, position]));
    subscription.waiting += 1;
    takeTurn(socket, subscription, async () => {
      for (const position of newest.values()) await catchUp(socket, identity, subscription, position);
      subscription.waiting -= 1;
    });
  };

  return {
    receive: (socket, identity, text) => {
      const { command, identifier, data } = (readJson(text) ?? {}) as Record<string, unknown>;
      if (typeof identifier !== 'string') return;
      const subscription = socket.subscriptions.get(identifier);
      if (command === 'subscribe') subscribe(socket, identity, identifier);
      else if (command === 'unsubscribe' && subscription !== undefined) forget(socket, subscription);
      else if (command === 'message') perform(socket, identity, identifier, data);
    },
    leave: (socket) => {
      for (const subscription of socket.subscriptions.values()) forget(socket, subscription);
    },
  };
}

const isInUse = (data: unknown): boolean => InUse.safeParse(readJson(data)).success;

/** Moves the idle timeout of the session, at most once a minute; one that is over by now stays over. */
function noteUse(deps: Deps, socket: CableSocket, identity: Identity): void {
  const now = deps.now().getTime();
  if (now - socket.notedAt < NOTED_EVERY_MS) return;
  socket.notedAt = now;
  endStaleSockets(deps, [socket])
    .then(() => (socket.leaving ? undefined : noteActivity(deps, identity)))
    .catch((error: unknown) => deps.log.warn({ err: error }, 'use of a session was not noted'));
}

interface Asked {
  readonly channel: Channel;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `null`: no identifier of a channel that is here. */
function askedBy(identifier: string): Asked | null {
  if (identifier.length > MAX_IDENTIFIER) return null;
  const params = readJson(identifier);
  if (typeof params !== 'object' || params === null) return null;
  const channel = channelOf((params as Record<string, unknown>)['channel']);
  return channel === undefined ? null : { channel, params: withNumbers(params) };
}

/** Params with their ids as numbers: clients in other languages send them as text. */
const withNumbers = (params: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, unknown]) => {
      const isId = name.endsWith('_id') && typeof value === 'string' && /^[1-9]\d{0,14}$/u.test(value);
      return [name, isId ? Number(value) : value];
    }),
  );

/** `undefined`: no JSON. */
function readJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if the client neither unsubscribed nor left during an await. */
const isOpen = (socket: CableSocket, subscription: Subscription): boolean =>
  !socket.leaving && socket.subscriptions.get(subscription.identifier) === subscription;

/** Sends missed events no faster than they are read, then the current position of the stream. */
async function replay(socket: CableSocket, { identifier }: Listener, { now, events }: Missed): Promise<void> {
  for (const event of events ?? []) {
    while ((socket.line?.writableLength ?? 0) > MAX_OUTBOUND_BYTES / 2 && !socket.leaving) await sleep(DRAIN_MS);
    socket.deliver(messageFrame(identifier, eventJson(event)));
  }
  socket.deliver(positionFrame(identifier, events === null ? 'stream.lost' : 'stream.positioned', now));
}
