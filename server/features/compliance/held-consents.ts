import type { OptOutChannel } from '#contract/bulk.contract.ts';
import { lastWord } from '#rules/compliance/consent-ledger.ts';
import type { Tx } from '../../db/tx.ts';
import type { FoundAlike } from './consents.sql.ts';
import { findLedgers, findLedgersAlike } from './held-consents.sql.ts';
import { OPT_OUT_PURPOSE } from './opt-outs.sql.ts';

/** Channels of marketing that a contact has opted in to and out of. */
export interface SaidOfChannels {
  readonly out: ReadonlySet<OptOutChannel>;
  readonly in: ReadonlySet<OptOutChannel>;
}

const CHANNELS: readonly OptOutChannel[] = ['call', 'text', 'mail'];

/** `day`: on which consents must not have expired. */
function saidIn(entries: readonly Omit<FoundAlike, 'by'>[], day: string): SaidOfChannels {
  const ledger = entries.map((entry) => ({ ...entry, given_at: entry.given_at.toISOString() }));
  const words = CHANNELS.map((channel) => ({
    channel,
    ...lastWord(ledger, { channel, purpose: OPT_OUT_PURPOSE, at: Infinity, day }),
  }));
  return {
    out: new Set(words.flatMap(({ channel, stop }) => (stop === null ? [] : channel))),
    in: new Set(words.flatMap(({ channel, given }) => (given === null ? [] : channel))),
  };
}

/** What the ledgers of contacts say, by contact; absent: nothing. */
export async function saidOfContacts(
  tx: Tx,
  contactIds: readonly number[],
  day: string,
): Promise<Map<number, SaidOfChannels>> {
  const found = Map.groupBy(await findLedgers(tx, contactIds), ({ contact_id: id }) => id);
  return new Map([...found].map(([id, entries]) => [id, saidIn(entries, day)]));
}

/**
 * Channels that contacts with these numbers and lower-case addresses have opted out of, by number and address. What this
 * import has brought is left out, so that the order of its rows changes nothing.
 */
export async function optOutsOfReach(
  tx: Tx,
  values: readonly string[],
  { importId, day }: { readonly importId: number; readonly day: string },
): Promise<Map<string, Set<OptOutChannel>>> {
  const found = await findLedgersAlike(tx, values, importId);
  const outs = new Map<string, Set<OptOutChannel>>();
  for (const entries of Map.groupBy(found, ({ value, contact_id: id }) => `${id} ${value}`).values()) {
    const value = entries[0]?.value ?? '';
    const known = outs.get(value) ?? new Set();
    outs.set(value, known);
    for (const channel of saidIn(entries, day).out)
      if ((channel === 'mail') === value.includes('@')) known.add(channel);
  }
  return outs;
}
