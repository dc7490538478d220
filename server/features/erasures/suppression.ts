import type { LedgerEntry } from '#rules/compliance/consent-ledger.ts';
import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';
import { findConsents, withdrawnSince } from '../compliance/opt-outs.service.ts';
import { blindIndexer, findBlindIndexer } from '../records/data-keys.ts';
import type { Person } from './identifiers.ts';
import { findSuppressed, insertSuppressed, type Suppressed } from './suppression.sql.ts';

type Stop = Pick<Suppressed, 'channel' | 'kind' | 'purpose' | 'since'>;

/** An erased person isn't contacted for marketing again. */
const ALWAYS: Readonly<Record<Suppressed['by'], Omit<Stop, 'since'>>> = {
  phone: { channel: 'call', kind: 'do_not_call', purpose: 'marketing' },
  email: { channel: 'mail', kind: 'withdrawn', purpose: 'marketing' },
};

const PHONE_CHANNELS = ['call', 'text', 'any'];
const EMAIL_CHANNELS = ['mail', 'any'];

/**
 * Keeps the numbers and addresses of an erased person as hashes under the key of the account's blind index, with what
 * the person had stopped: 47 CFR 64.1200(d) asks to honor a do-not-call request, which takes knowing the number.
 */
export async function suppress(
  tx: Tx,
  seal: Seal,
  { erasureId, ids, at }: { readonly erasureId: number; readonly ids: readonly number[]; readonly at: Date },
  { phones, emails }: Pick<Person, 'phones' | 'emails'>,
): Promise<void> {
  const stops: Stop[] = [];
  for (const id of ids) {
    const entries = await findConsents(tx, id);
    stops.push(
      ...entries
        .filter(
          ({ kind, retracted_at: retracted }) => retracted === null && ['withdrawn', 'do_not_call'].includes(kind),
        )
        .map(({ channel, kind, purpose, given_at: since }) => ({ channel, kind, purpose, since })),
    );
  }
  const hashOf = await blindIndexer(tx, seal);
  const keepStop = (by: Suppressed['by'], value: string, stop: Stop) =>
    insertSuppressed(tx, erasureId, { ...stop, hash: hashOf('suppressed', keyOf(by, value)), by });
  const keep = async (by: Suppressed['by'], value: string, channels: readonly string[]) => {
    const own = [{ ...ALWAYS[by], since: at }, ...stops.filter(({ channel }) => channels.includes(channel))];
    for (const stop of own) await keepStop(by, value, stop);
  };
  for (const phone of phones) {
    await keep('phone', phone, PHONE_CHANNELS);
    const since = await withdrawnSince(tx, phone);
    const stop = { channel: 'text', kind: 'withdrawn', purpose: 'any' } as const;
    if (since !== null) await keepStop('phone', phone, { ...stop, since });
  }
  for (const email of emails) await keep('email', email, EMAIL_CHANNELS);
}

export interface SuppressedEntry {
  readonly by: Suppressed['by'];
  readonly entry: LedgerEntry;
}

/** What erased people with this number or address have stopped. */
export async function findStops(
  tx: Tx,
  seal: Seal,
  { phone, email }: { readonly phone: string | null; readonly email: string | null },
): Promise<SuppressedEntry[]> {
  if (!phone && !email) return [];
  const hashOf = await findBlindIndexer(tx, seal);
  if (hashOf === null) return [];
  const hashes = [
    ...(phone ? [hashOf('suppressed', keyOf('phone', phone))] : []),
    ...(email ? [hashOf('suppressed', keyOf('email', email))] : []),
  ];
  return (await findSuppressed(tx, hashes)).map(toEntry);
}

/** The same of several, in their order. */
export async function findStopsOfEach(
  tx: Tx,
  seal: Seal,
  people: readonly { readonly phone: string | null; readonly email: string | null }[],
): Promise<SuppressedEntry[][]> {
  const hashOf = await findBlindIndexer(tx, seal);
  if (hashOf === null) return people.map(() => []);
  const hashes = people.map(({ phone, email }) => [
    ...(phone ? [hashOf('suppressed', keyOf('phone', phone))] : []),
    ...(email ? [hashOf('suppressed', keyOf('email', email))] : []),
  ]);
  const found = await findSuppressed(tx, hashes.flat());
  return hashes.map((own) => found.filter(({ hash }) => own.some((one) => one.equals(hash))).map(toEntry));
}

const toEntry = ({ by, channel, kind, purpose, since }: Suppressed): SuppressedEntry => ({
  by,
  entry: { id: null, channel, kind, purpose, given_at: since.toISOString(), expires_on: null, evidence: '' },
});

const keyOf = (by: Suppressed['by'], value: string) => `${by}:${value.toLowerCase()}`;
