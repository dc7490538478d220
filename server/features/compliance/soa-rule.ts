import { soaRuleOn } from '#rules/soa/soa-timing.ts';
import type { Tx } from '../../db/tx.ts';
import { findRule, findRules, type FoundRule } from './compliance-rules.sql.ts';

export type SoaRuleRow = FoundRule;

/** The rule on scopes of appointment in force on a day, by the rules of this account. `null`: none. */
export const soaRuleFor = async (tx: Tx, day: string): Promise<SoaRuleRow | null> =>
  soaRuleOn(await findRules(tx), day);

/** A rule by its id, whether it is in force or not. `null`: none was named. */
export const ruleNamed = async (tx: Tx, id: number | null): Promise<SoaRuleRow | null> =>
  id === null ? null : findRule(tx, id);
