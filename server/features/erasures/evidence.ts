import type { ErasureEvidence, KeptRecords } from '#contract/erasures.contract.ts';
import { evidenceRetention } from '#rules/compliance/recording-rule.ts';
import { plusYears } from '#rules/time/days.ts';
import type { Tx } from '../../db/tx.ts';
import { findRules } from '../compliance/opt-outs.service.ts';
import { findCallRecords, findRecordings, findRecords } from './evidence.sql.ts';
import type { Counts } from './erasures.sql.ts';
import type { Person } from './identifiers.ts';

/** Years that records of telemarketing calls are kept. Source: 16 CFR 310.5(b), for calls since October 15, 2024. */
const CALL_YEARS = 5;
const CALL_SOURCE = '16 CFR 310.5';

export type KeptRecord = ErasureEvidence['records'][number];

export interface Kept {
  readonly records: readonly KeptRecord[];
  /** Recordings whose bytes stay. */
  readonly recordingIds: readonly number[];
}

/** Records of these contacts that a law keeps today, each until its last day. */
export async function findKept(tx: Tx, ids: readonly number[], today: string): Promise<Kept> {
  const rules = await findRules(tx);
  const records = (await findRecords(tx, ids)).flatMap(({ kind, day, values }) => {
    const kept = evidenceRetention(rules, day);
    return kept === null ? [] : [{ kind, until: kept.until, source: kept.rule.source, values }];
  });
  const recordings = (await findRecordings(tx, ids)).map(({ until, source, values }) => {
    return { kind: 'recordings' as const, until, source, values };
  });
  const calls = (await findCallRecords(tx, ids)).map(({ day, values }) => {
    return { kind: 'calls' as const, until: plusYears(day, CALL_YEARS), source: CALL_SOURCE, values };
  });
  const all = [...records, ...recordings, ...calls].filter(({ until }) => today <= until);
  const recordingIds = all.filter(({ kind }) => kind === 'recordings').map(({ values }) => Number(values['id']));
  return { records: all, recordingIds };
}

/** Kept records by kind, for a preview: the last day of any, and the rule of that one. */
export function summaryOf({ records }: Kept): KeptRecords[] {
  return [...Map.groupBy(records, ({ kind }) => kind)].map(([kind, of]) => {
    const last = of.reduce((a, b) => (b.until > a.until ? b : a));
    return { kind, count: of.length, until: last.until, source: last.source };
  });
}

export const keptCounts = ({ records }: Kept): Counts =>
  Object.fromEntries([...Map.groupBy(records, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]));

/** The last day of all; `null`: nothing is kept. */
export const keptUntil = ({ records }: Kept): string | null =>
  records.reduce<string | null>((last, { until }) => (last === null || until > last ? until : last), null);

/** Evidence about no one proves nothing, so that the identity stays with it. */
export const evidenceOf = ({ names, phones, emails }: Person, { records }: Kept): ErasureEvidence => ({
  identity: { names: [...names], phones: [...phones], emails: [...emails] },
  records: [...records],
});
