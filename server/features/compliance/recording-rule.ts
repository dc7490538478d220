import {
  type KeptUntil,
  type RecordedCall,
  type RecordingRule,
  recordingRule,
  retentionOf,
} from '#rules/compliance/recording-rule.ts';
import type { Tx } from '../../db/tx.ts';
import { findRules } from './compliance-rules.sql.ts';

/** Recording rule for a call, by the rules of this account. */
export const recordingRuleOf = async (tx: Tx, call: RecordedCall): Promise<RecordingRule> =>
  recordingRule(await findRules(tx), call);

/** Minimum retention of its recording. `null`: no rule. */
export const retentionOfCall = async (tx: Tx, call: RecordedCall): Promise<KeptUntil | null> =>
  retentionOf(await findRules(tx), call);
