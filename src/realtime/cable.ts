import type { Observable } from 'rxjs';
import type { ChannelName } from '#contract/_cable.contract.ts';

/** Freshness of the displayed data. */
export type Freshness =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'catchingUp' }
  /** `since`: milliseconds of the epoch at which the line was lost. */
  | { readonly state: 'stale'; readonly since: number };

/** The app's view of the socket. The gateway is its only subscriber and the one source of these streams. */
export interface Cable {
  /**
   * Message bodies of one subscription: in stream order, each once, without gaps. After a gap that the server can no
   * longer fill comes `{type: 'stream.lost'}`: reload. Hot and shared per identifier, without replay, never errors;
   * when the last listener unsubscribes, the channel is left.
   */
  channel(name: ChannelName, params?: Readonly<Record<string, unknown>>): Observable<unknown>;
  /** Reports a body that doesn't match the contract; the stream continues. */
  reject(name: ChannelName, body: unknown, error: unknown): void;
  /** Replays the current one. */
  readonly freshness$: Observable<Freshness>;
}
