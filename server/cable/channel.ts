import type { ChannelName } from '#contract/_cable.contract.ts';
import type { Deps } from '../deps.ts';
import type { Identity } from '../identity.ts';

/**
 * Decides who may receive what, and nothing else: no socket, no timer, no memory, so any server can call it. Everything
 * a channel sends is an event of one of its streams.
 */
export interface Channel {
  readonly name: ChannelName;
  /** The streams that these parameters mean for this identity; `null` rejects the subscription. */
  subscribe(
    deps: Deps,
    identity: Identity,
    params: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[] | null>;
}
