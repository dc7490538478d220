import { type Channel, type ConsentEntry, type Purpose, PURPOSES } from '#contract/compliance.contract.ts';

/** An entry that counts: no slip. */
export type LedgerEntry = Omit<ConsentEntry, 'source' | 'user' | 'actor' | 'retracted' | 'retractable_until'>;

export interface LedgerAsked {
  readonly channel: Channel;
  readonly purpose: Purpose;
  /** Milliseconds of the epoch; later entries are not known yet. */
  readonly at: number;
  /** The day of that instant where it is asked. */
  readonly day: string;
}

/** The contact's latest statements. At most one of `stop` and `given` is present. */
export interface LastWord {
  readonly stop: LedgerEntry | null;
  readonly given: LedgerEntry | null;
  /** A consent that has run out. */
  readonly expired: LedgerEntry | null;
}

/** Returns whether a statement for one purpose also covers another, equal or broader one. */
export const reaches = (from: Purpose, to: Purpose): boolean => PURPOSES.indexOf(to) >= PURPOSES.indexOf(from);

/** `any` covers calls, texts and e-mail: sharing data always needs its own consent. */
const gives = ({ kind, channel, purpose }: LedgerEntry, asked: LedgerAsked): boolean =>
  kind === 'given' &&
  (channel === asked.channel || (channel === 'any' && asked.channel !== 'share')) &&
  (purpose === 'any' || reaches(asked.purpose, purpose));

function stops({ kind, channel, purpose }: LedgerEntry, asked: LedgerAsked): boolean {
  if (kind === 'given') return false;
  const isPhone = asked.channel === 'call' || asked.channel === 'text';
  // A number on a list is neither called nor texted.
  const isChannel =
    kind === 'do_not_call' && channel !== 'text' ? isPhone : channel === asked.channel || channel === 'any';
  return isChannel && (purpose === 'any' || reaches(purpose, asked.purpose));
}

const instantOf = (entry: LedgerEntry | null): number => (entry === null ? -Infinity : Date.parse(entry.given_at));
const later = (known: LedgerEntry | null, entry: LedgerEntry): LedgerEntry =>
  instantOf(entry) >= instantOf(known) ? entry : (known ?? entry);

/** The later entry counts; at the same instant the withdrawal does. A consent that has run out takes nothing back. */
export function lastWord(entries: readonly LedgerEntry[], asked: LedgerAsked): LastWord {
  let stop: LedgerEntry | null = null;
  let given: LedgerEntry | null = null;
  let expired: LedgerEntry | null = null;
  for (const entry of entries) {
    if (instantOf(entry) > asked.at) continue;
    if (stops(entry, asked)) stop = later(stop, entry);
    if (!gives(entry, asked)) continue;
    if (entry.expires_on !== null && entry.expires_on < asked.day) expired = later(expired, entry);
    else given = later(given, entry);
  }
  return instantOf(given) > instantOf(stop) ? { stop: null, given, expired } : { stop, given: null, expired };
}
