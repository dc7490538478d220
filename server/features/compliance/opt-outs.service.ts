import type { OptOutChannel } from '#contract/bulk.contract.ts';
import type { ConsentEntry } from '#contract/compliance.contract.ts';
import type { ConsentCounts } from '#contract/imports/consent-columns.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { countOfImport, findEntries, findOfImport, insertConsent, insertConsents } from './consents.sql.ts';
import { OPT_OUT_PURPOSE } from './opt-outs.sql.ts';

export { findRules } from './compliance-rules.sql.ts';
export { findConsents } from './consents.sql.ts';
export { insertNumberConsent, isWithdrawn, withdrawnSince } from './number-consents.sql.ts';
export { missingOptOuts } from './opt-outs.sql.ts';

/** User who records for many contacts, and when. The caller writes the audit row and the events. */
interface Recorder {
  readonly who: Pick<Identity, 'userId' | 'actorId'>;
  readonly at: Date;
}

/** Evidence of an opt-out of many contacts. */
export interface OptOutSaid {
  readonly source: ConsentEntry['source'];
  readonly evidence: string;
}

/** Channels as entries: Do Not Call for calls stops texts, too; e-mail has no such list. */
export const optOutsOf = (channels: readonly OptOutChannel[]): OptOutChannel[] =>
  [...new Set(channels)].filter((channel) => channel !== 'text' || !channels.includes('call')).toSorted();

const stopOf = (channel: OptOutChannel) => (channel === 'mail' ? ('withdrawn' as const) : ('do_not_call' as const));

/** Records opt-outs of marketing, each contact its own. Returns the ids of the entries by contact. */
export async function recordOptOuts(
  tx: Tx,
  { who: { userId, actorId }, at }: Recorder,
  { source, evidence }: OptOutSaid,
  wanted: readonly { readonly id: number; readonly channels: readonly OptOutChannel[] }[],
): Promise<Map<number, number[]>> {
  const said = { source, evidence, purpose: OPT_OUT_PURPOSE, expires_on: null, retractsId: null };
  const entries = wanted.flatMap(({ id: contactId, channels }) =>
    channels.map((channel) => {
      return { ...said, kind: stopOf(channel), channel, contactId, userId, actorId, at, givenAt: at };
    }),
  );
  const made = await insertConsents(tx, entries);
  return new Map(
    [...Map.groupBy(made, ({ contact_id: id }) => id)].map(([id, of]) => [id, of.map((entry) => entry.id)]),
  );
}

/** Retracts entries that count; `evidence` says why. Returns their ids, without those retracted before. */
export async function retractOptOuts(
  tx: Tx,
  { who: { userId, actorId }, at }: Recorder,
  ids: readonly number[],
  evidence: string,
): Promise<Set<number>> {
  const said = { kind: 'retracted' as const, evidence, expires_on: null };
  const back = { ...said, userId, actorId, at, givenAt: at };
  const found = await findEntries(tx, ids);
  const made = await insertConsents(
    tx,
    found.map(({ id, contact_id: contactId, channel, purpose, source }) => ({
      ...back,
      contactId,
      channel,
      purpose,
      source,
      retractsId: id,
    })),
  );
  return new Set(made.flatMap(({ retracts_id: id }) => id ?? []));
}

export interface ImportedEntry {
  readonly contactId: number;
  readonly channel: OptOutChannel;
  readonly says: 'in' | 'out';
  readonly evidence: string;
  readonly givenAt: Date;
}

/** Records what a file says of marketing to its contacts. */
export async function recordImported(
  tx: Tx,
  { who: { userId, actorId }, at }: Recorder,
  importId: number,
  entries: readonly ImportedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const said = { source: 'import', purpose: OPT_OUT_PURPOSE, expires_on: null, retractsId: null } as const;
  const by = { importId, userId, actorId, at };
  const rows = entries.map(({ says, ...entry }) => ({
    ...said,
    ...by,
    ...entry,
    kind: says === 'in' ? ('given' as const) : stopOf(entry.channel),
  }));
  await insertConsents(tx, rows);
}

/** Entries of an import that its undo would retract. */
export async function countImported(tx: Tx, importId: number): Promise<ConsentCounts> {
  const [counts] = await countOfImport(tx, importId);
  return counts ?? { opt_outs: 0, opt_ins: 0 };
}

/** Retracts entries that an import brought, up to a limit. Zeros: none are left. */
export async function retractImported(tx: Tx, by: Recorder, importId: number, limit: number): Promise<ConsentCounts> {
  const found = await findOfImport(tx, importId, limit);
  const ids = found.map(({ id }) => id);
  await retractOptOuts(tx, by, ids, 'Import undone.');
  const opt_ins = found.filter(({ kind }) => kind === 'given').length;
  return { opt_outs: found.length - opt_ins, opt_ins };
}

/** A statement about texts of all contacts with a number. */
export interface TextSaid {
  readonly kind: 'given' | 'withdrawn';
  readonly evidence: string;
  readonly source: ConsentEntry['source'];
  /** `null`: said by text, without a user. */
  readonly who: Pick<Identity, 'userId' | 'actorId'> | null;
  readonly at: Date;
}

/** Records it for each of them. Returns the ids of the entries by contact. */
export async function recordTextSaid(
  tx: Tx,
  contactIds: readonly number[],
  { who, at, ...said }: TextSaid,
): Promise<ReadonlyMap<number, number>> {
  const [userId, actorId] = [who?.userId ?? null, who?.actorId ?? null];
  // Texts that are welcome again include marketing; automated ones need it in writing.
  const purpose = said.kind === 'withdrawn' ? ('any' as const) : OPT_OUT_PURPOSE;
  const entry = { ...said, purpose, channel: 'text', expires_on: null, retractsId: null } as const;
  const made = await insertConsents(
    tx,
    contactIds.map((contactId) => ({ ...entry, contactId, userId, actorId, at, givenAt: at })),
  );
  return new Map(made.map(({ id, contact_id: contactId }) => [contactId, id]));
}

/** Records that a recipient wants no more marketing by e-mail, said by themselves: without a user. */
export const recordMailOptOut = (
  tx: Tx,
  contactId: number,
  { evidence, at }: { readonly evidence: string; readonly at: Date },
): Promise<number> =>
  insertConsent(tx, {
    contactId,
    channel: 'mail',
    kind: 'withdrawn',
    purpose: OPT_OUT_PURPOSE,
    evidence,
    source: 'mail',
    expires_on: null,
    retractsId: null,
    userId: null,
    actorId: null,
    at,
    givenAt: at,
  });
