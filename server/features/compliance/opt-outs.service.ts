import type { OptOutChannel } from '#contract/bulk.contract.ts';
import type { ConsentEntry } from '#contract/compliance.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { findEntries, findOfImport, insertConsents } from './consents.sql.ts';
import { OPT_OUT_PURPOSE } from './opt-outs.sql.ts';

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
      const kind = channel === 'mail' ? ('withdrawn' as const) : ('do_not_call' as const);
      return { ...said, kind, channel, contactId, userId, actorId, at, givenAt: at };
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

/** Retracts what an import brought. Returns the ids of the entries, without those retracted before. */
export async function retractImported(tx: Tx, by: Recorder, importId: number): Promise<Set<number>> {
  const found = await findOfImport(tx, importId);
  return retractOptOuts(
    tx,
    by,
    found.map(({ id }) => id),
    'Import undone.',
  );
}
