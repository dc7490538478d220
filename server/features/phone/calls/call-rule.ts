import { type RecordedCall, type RecordingRule, stricterOf } from '#rules/compliance/recording-rule.ts';
import { utcDay } from '#rules/time/days.ts';
import type { Tx } from '../../../db/tx.ts';
import { recordingRuleOf } from '../../compliance/recording-rule.ts';
import type { CallPatch, CallRow } from './calls.sql.ts';
import { findPlaceOfContact } from '../recordings/recordings.sql.ts';
import { otherNumber } from './to-call.ts';

type RuleColumns = Pick<CallRow, 'recording_mode' | 'recording_asks' | 'recording_rule'>;

const columnsOf = ({ mode, asks, rule }: RecordingRule): RuleColumns => ({
  recording_mode: mode,
  recording_asks: asks,
  recording_rule: rule,
});

/** Recording rule of a new call, as stored. */
export const ruleOfNew = async (tx: Tx, call: Omit<RecordedCall, 'day'>, at: Date): Promise<RuleColumns> =>
  columnsOf(await recordingRuleOf(tx, { ...call, day: utcDay(at) }));

/**
 * Changes to it when the contact becomes known: the contact's address then counts besides the number, never weakening the
 * rule. Empty: none, or already recorded.
 */
export async function ruleOfKnown(tx: Tx, call: CallRow, contactId: number): Promise<CallPatch> {
  const isEarly = call.status !== 'ended' && ['off', 'announcing', 'failed'].includes(call.recording);
  if (!isEarly) return {};
  const before = { mode: call.recording_mode, asks: call.recording_asks, rule: call.recording_rule };
  const place = await findPlaceOfContact(tx, contactId);
  const day = utcDay(call.created_at);
  const found = await recordingRuleOf(tx, { ...place, phone: otherNumber(call), purpose: call.purpose, day });
  const now = stricterOf(before, found);
  return now.mode === before.mode && now.asks === before.asks ? {} : columnsOf(now);
}
