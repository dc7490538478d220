import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Identity } from '../identity.ts';
import { cable as metrics } from '../telemetry/instruments.ts';
import type { Listener, Reader } from './broadcast.ts';
import {
  CLOSE,
  type DisconnectReason,
  disconnectFrame,
  MAX_INBOUND_PER_SECOND,
  MAX_OUTBOUND_BYTES,
} from './protocol.ts';

export interface Subscription {
  readonly identifier: string;
  /** One a stream; empty until the subscription is confirmed. */
  listeners: readonly Listener[];
  /** Settles when everything asked of this subscription so far is done: it is done one after the other. */
  turn: Promise<void>;
  /** Catch-ups that wait for their turn. */
  waiting: number;
}

/** Beats without a word from the other side after which a line counts as dead. Source: promise P25. */
const MISSED_BEATS = 2;

/** One connection: plain fields without a timer or closures, because there are thousands. */
export class CableSocket extends WebSocket implements Reader {
  /** Socket for whole frames; ws itself also writes whole frames to it, one at a time. */
  line: Socket | null = null;
  identity: Identity | null = null;
  /** Whence it came. */
  address = '';
  readonly subscriptions = new Map<string, Subscription>();
  /** Set once it was disconnected: it gets no more frames. */
  leaving = false;
  /** Milliseconds since the epoch when the page last reported activity; 0 means never. */
  notedAt = 0;
  private missed = 0;
  private second = 0;
  private heard = 0;

  /** Writes a whole frame; a reader that is too slow is cut. Answers whether the socket still takes frames. */
  deliver(frame: Buffer): boolean {
    if (this.leaving || this.line === null) return false;
    if (this.line.writableLength + frame.length > MAX_OUTBOUND_BYTES && this.line.writableLength > 0) {
      this.disconnect('too_slow', true, CLOSE.tryAgain);
      return false;
    }
    this.line.write(frame);
    return true;
  }

  /** Sends the reason and closes; the next heartbeats drop a connection that doesn't close. */
  disconnect(reason: DisconnectReason, reconnect: boolean, code: number): void {
    if (this.leaving) return;
    this.leaving = true;
    metrics.drops.inc({ reason });
    this.line?.write(disconnectFrame(reason, reconnect));
    this.close(code, reason);
  }

  /** Counts a message; false when there are too many of them in this second. */
  mayHear(epochSeconds: number): boolean {
    this.missed = 0;
    if (epochSeconds !== this.second) {
      this.second = epochSeconds;
      this.heard = 0;
    }
    this.heard += 1;
    return this.heard <= MAX_INBOUND_PER_SECOND;
  }

  answered(): void {
    this.missed = 0;
  }

  /** Sends the ping, or drops a connection that hasn't answered the last ones. */
  beat(ping: Buffer): void {
    this.missed += 1;
    if (this.missed <= MISSED_BEATS) return void this.deliver(ping);
    metrics.drops.inc({ reason: 'dead_line' });
    this.terminate();
  }
}
