import type { Observable } from 'rxjs';
import type { ChannelName } from '#contract/_cable.contract.ts';

/** How far what is shown can be trusted. */
export type Freshness =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'catchingUp' }
  /** `since`: milliseconds of the epoch at which the line was lost. */
  | { readonly state: 'stale'; readonly since: number };

/** What the app may know of the socket. The gateway is its only subscriber and the one source of these streams. */
export interface Cable {
  /**
   * Message bodies of one subscription: in the order of their stream, each once, without holes. After a gap that
   * the server can no longer fill comes `{type: 'stream.lost'}`: load anew. Hot and shared per identifier,
   * nothing is replayed, never errors; unsubscribing the last listener leaves the channel.
   */
  channel(name: ChannelName, params?: Readonly<Record<string, unknown>>): Observable<unknown>;
  /** Tells of a body that does not match the contract; the stream carries on. */
  reject(name: ChannelName, body: unknown, error: unknown): void;
  /** Replays the current one. */
  readonly freshness$: Observable<Freshness>;
}
