import type { PublishedEvent } from '../adapters/pub-sub/pub-sub.ts';
import { CLOSE, type DisconnectReason, eventJson, MAX_CATCH_UP, messageFrame } from './protocol.ts';

/** Takes frames; a connection. */
export interface Reader {
  /** Answers whether it still takes frames. */
  deliver(frame: Buffer): boolean;
  disconnect(reason: DisconnectReason, reconnect: boolean, code: number): void;
}

/** One stream of one subscription. */
export interface Listener {
  readonly reader: Reader;
  readonly identifier: string;
  readonly stream: string;
  epoch: string;
  /** Offset of the last event sent to the socket. */
  offset: number;
  /** Events that wait while the position is read or missed events are sent; `null`: they go straight on. */
  held: PublishedEvent[] | null;
}

/** Bytes up to which the frames of one batch go out in one write. Ours. */
const JOIN_BYTES = 64 * 1024;

type Audience = Map<string, Set<Listener>>;

/** Frames of a batch for one identifier, built when the first listener needs them. */
interface Batch {
  readonly events: readonly PublishedEvent[];
  readonly frames: readonly Buffer[];
  /** All frames as one; `null` when that would be large. */
  readonly joined: Buffer | null;
}

/** Sends events to the sockets: each frame is built once per stream and identifier, for any number of listeners. */
export class Broadcast {
  readonly #audiences = new Map<string, Audience>();

  /** The listener holds its events until `release`. */
  listen(reader: Reader, identifier: string, stream: string): Listener {
    const listener: Listener = { reader, identifier, stream, epoch: '', offset: 0, held: [] };
    const audience = this.#audiences.get(stream) ?? new Map<string, Set<Listener>>();
    this.#audiences.set(stream, audience);
    const listeners = audience.get(identifier) ?? new Set<Listener>();
    audience.set(identifier, listeners);
    listeners.add(listener);
    return listener;
  }

  leave(listener: Listener): void {
    const { stream, identifier } = listener;
    const audience = this.#audiences.get(stream);
    const listeners = audience?.get(identifier);
    listeners?.delete(listener);
    if (listeners?.size === 0) audience?.delete(identifier);
    if (audience?.size === 0) this.#audiences.delete(stream);
  }

  publish(events: readonly PublishedEvent[]): void {
    for (const [stream, batch] of Map.groupBy(events, (event) => event.stream)) {
      const audience = this.#audiences.get(stream);
      if (audience === undefined) continue;
      const bodies = batch.map(eventJson);
      for (const [identifier, listeners] of audience) {
        const frames = batchOf(identifier, batch, bodies);
        for (const listener of listeners) pass(listener, frames);
      }
    }
  }

  /** Lets events go straight on from here, beginning with the held ones that the position does not cover. */
  release(listener: Listener, position: { readonly epoch: string; readonly offset: number }): void {
    const { held, identifier } = listener;
    listener.held = null;
    listener.epoch = position.epoch;
    listener.offset = position.offset;
    if (held !== null && held.length > 0) pass(listener, batchOf(identifier, held, held.map(eventJson)));
  }
}

function batchOf(identifier: string, events: readonly PublishedEvent[], bodies: readonly string[]): Batch {
  const frames = bodies.map((body) => messageFrame(identifier, body));
  const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
  const joined = bytes > JOIN_BYTES ? null : frames.length === 1 ? (frames[0] ?? null) : Buffer.concat(frames);
  return { events, frames, joined };
}

function pass(listener: Listener, { events, frames, joined }: Batch): void {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return;
  if (listener.held !== null) return hold(listener, events);
  if (joined !== null && first.epoch === listener.epoch && first.offset === listener.offset + 1) {
    listener.offset = last.offset;
    listener.reader.deliver(joined);
    return;
  }
  for (const [place, event] of events.entries()) {
    if (event.epoch === listener.epoch && event.offset <= listener.offset) continue;
    listener.epoch = event.epoch;
    listener.offset = event.offset;
    const frame = frames[place];
    if (frame !== undefined) listener.reader.deliver(frame);
  }
}

function hold(listener: Listener, events: readonly PublishedEvent[]): void {
  listener.held?.push(...events);
  // A client this far behind reconnects and requests the missed events.
  if ((listener.held?.length ?? 0) > MAX_CATCH_UP) listener.reader.disconnect('too_slow', true, CLOSE.tryAgain);
}
