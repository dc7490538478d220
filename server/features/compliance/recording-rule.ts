import {
  type KeptUntil,
  type RecordedCall,
  type RecordingRule,
  recordingRule,
  retentionOf,
} from '#rules/compliance/recording-rule.ts';
import type { Tx } from '../../db/tx.ts';
import { findRules } from './compliance-rules.sql.ts';

/** How a call is recorded, by the rules of this account. */
export const recordingRuleOf = async (tx: Tx, call: RecordedCall): Promise<RecordingRule> =>
  recordingRule(await findRules(tx), call);

/** How long its recording is kept at least. `null`: no rule says. */
export const retentionOfCall = async (tx: Tx, call: RecordedCall): Promise<KeptUntil | null> =>
  retentionOf(await findRules(tx), call);
