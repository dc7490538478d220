import { MARKED_CHANNELS, type RowConsent } from '#contract/contacts/contact-list.contract.ts';
import { type LedgerEntry, lastWord } from '#rules/compliance/consent-ledger.ts';
import { dayIn } from '#rules/time/days.ts';
import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';
import { findStopsOfEach } from '../erasures/suppression.ts';
import { type FoundConsent, findAlikeOfEach, findConsentsOfEach } from './consents.sql.ts';
import { LAST_ZONE, OPT_OUT_PURPOSE } from './opt-outs.sql.ts';

interface Marked {
  readonly id: number;
  readonly phone: string | null;
  readonly email: string | null;
}

/** Entries of one ledger. `by`: the value shared with the contact; `null`: its own. */
interface Ledger {
  readonly by: 'phone' | 'email' | null;
  readonly entries: readonly LedgerEntry[];
}

/**
 * Latest statements of several contacts on marketing, in their order, without rules and hours. Opt-outs of others with
 * the same number or address count, their consents don't: as `contact_said` of the database finds contacts, which alone
 * knows nothing of erased persons.
 */
export async function consentsOfEach(tx: Tx, seal: Seal, contacts: readonly Marked[], at: Date): Promise<RowConsent[]> {
  const ids = contacts.map(({ id }) => id);
  const own = Map.groupBy(await findConsentsOfEach(tx, ids), (entry) => entry.contact_id);
  const found = Map.groupBy(await findAlikeOfEach(tx, contacts), ({ place }) => place);
  const erased = await findStopsOfEach(tx, seal, contacts);
  return contacts.map(({ id }, place) => {
    const alike = found.get(place) ?? [];
    const ofNumber = alike.filter((entry) => entry.contact_id === 0);
    const others = Map.groupBy(
      alike.filter((entry) => entry.contact_id !== 0),
      (entry) => `${entry.by} ${entry.contact_id}`,
    );
    return markOf(
      [
        { by: null, entries: [...(own.get(id) ?? []), ...ofNumber].map(toLedger) },
        ...[...others.values()].map((of) => ({ by: of[0]?.by ?? 'phone', entries: of.map(toLedger) })),
        ...(erased[place] ?? []).map(({ by, entry }) => ({ by, entries: [entry] })),
      ],
      at,
    );
  });
}

function markOf(ledgers: readonly Ledger[], at: Date): RowConsent {
  const day = dayIn(LAST_ZONE, at);
  const words = MARKED_CHANNELS.map((channel) => {
    const asked = { channel, purpose: OPT_OUT_PURPOSE, at: at.getTime(), day };
    const by = channel === 'mail' ? 'email' : 'phone';
    const heard = ledgers.flatMap((ledger) => {
      if (ledger.by === null) return ledger.entries;
      return ledger.by === by ? (lastWord(ledger.entries, asked).stop ?? []) : [];
    });
    return { channel, ...lastWord(heard, asked) };
  });
  return {
    given: words.flatMap(({ channel, given }) => (given === null ? [] : channel)),
    stopped: words.flatMap(({ channel, stop }) => (stop === null ? [] : channel)),
  };
}

const toLedger = (entry: Pick<FoundConsent, keyof LedgerEntry>): LedgerEntry => ({
  ...entry,
  given_at: entry.given_at.toISOString(),
});
