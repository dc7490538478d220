import type { SoaTiming } from '#contract/soa.contract.ts';
import { dayIn } from '#rules/time/days.ts';
import { hoursOf, timingOf } from '#rules/soa/soa-timing.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { ruleNamed, soaRuleFor, type SoaRuleRow } from '../compliance/soa-rule.ts';
import { drawDocument } from './draw-document.ts';
import { evidenceOf } from './evidence.ts';
import { appendSeal, type SealKind } from './seals.ts';
import { findEvents, findParties, findSoa, type SoaRow } from './soa.sql.ts';

export interface Judged {
  readonly rule: SoaRuleRow | null;
  readonly timing: SoaTiming | null;
}

/** The rule on the day of the meeting, or of the signature until there is one, and whether it came early enough. */
export async function judge(
  tx: Tx,
  { appointment_at: meeting, signed_at: signed, zone }: Pick<SoaRow, 'appointment_at' | 'signed_at' | 'zone'>,
): Promise<Judged> {
  if (signed === null) return { rule: null, timing: null };
  const rule = await soaRuleFor(tx, dayIn(zone, meeting ?? signed));
  return { rule, timing: timingOf(signed, meeting, hoursOf(rule)) };
}

/** Seals what is known now, with its document; the lock of the seals is held. Returns the hash. */
export async function sealRequest(
  { seal }: Pick<Deps, 'seal'>,
  tx: Tx,
  id: number,
  kind: SealKind,
  at: Date,
): Promise<string> {
  const row = await findSoa(tx, id);
  if (row === null) throw new Error('the scope of appointment to seal is not there');
  const evidence = evidenceOf(row, {
    parties: await findParties(tx, row),
    rule: await ruleNamed(tx, row.rule_id),
    events: await findEvents(tx, id),
  });
  const pdf = await drawDocument(evidence, at);
  return appendSeal(tx, seal, { id, kind, evidence: JSON.stringify(evidence), pdf, at });
}
