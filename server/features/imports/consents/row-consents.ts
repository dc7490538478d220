import type { OptOutChannel } from '#contract/bulk.contract.ts';
import type { RowValues } from '../cells/row-values.ts';

/** What a cell says of a channel. */
export interface RowConsent {
  readonly channel: OptOutChannel;
  readonly says: 'in' | 'out';
  /** Day that the cell names; `null`: none. */
  readonly on: string | null;
  /** Header and text of the cell. */
  readonly label: string;
  readonly text: string;
}

/** What the consent cells of a row say. */
export const consentsIn = ({ consents }: Pick<RowValues, 'consents'>): RowConsent[] =>
  consents === null ? [] : (JSON.parse(consents) as RowConsent[]);

/** What the ledgers say of a contact, by channel. */
export interface HeldConsents {
  /** It has opted out itself. */
  readonly out: ReadonlySet<OptOutChannel>;
  /** It has opted in itself. */
  readonly in: ReadonlySet<OptOutChannel>;
  /** A contact with the same number or address has opted out. */
  readonly outAlike: ReadonlySet<OptOutChannel>;
}

export const NO_CONSENTS: HeldConsents = { out: new Set(), in: new Set(), outAlike: new Set() };

/** What a contact gains from the consent cells of a row. */
export interface ConsentGain {
  readonly added: readonly RowConsent[];
  /** Opt-ins kept out, since the person has opted out. */
  readonly keptOut: readonly RowConsent[];
  readonly after: HeldConsents;
}

/** An opt-out of calls is a do-not-call entry, which stops texts, too. */
export const STOPS: Readonly<Record<OptOutChannel, readonly OptOutChannel[]>> = {
  call: ['call', 'text'],
  text: ['text'],
  mail: ['mail'],
};

/** Opt-outs come first: a row that says both of a channel is an opt-out. What is on record isn't added again. */
export function consentGain(said: readonly RowConsent[], held: HeldConsents = NO_CONSENTS): ConsentGain {
  const [out, given] = [new Set(held.out), new Set(held.in)];
  const added: RowConsent[] = [];
  for (const one of said.filter(({ says }) => says === 'out')) {
    if (STOPS[one.channel].every((channel) => out.has(channel))) continue;
    added.push(one);
    for (const channel of STOPS[one.channel]) {
      out.add(channel);
      given.delete(channel);
    }
  }
  const keptOut: RowConsent[] = [];
  for (const one of said.filter(({ says }) => says === 'in')) {
    if (out.has(one.channel) || held.outAlike.has(one.channel)) keptOut.push(one);
    else if (!given.has(one.channel)) {
      added.push(one);
      given.add(one.channel);
    }
  }
  return { added, keptOut, after: { out, in: given, outAlike: held.outAlike } };
}
