import { type Purpose, RECORDING_MODES, type RecordingMode } from '#contract/compliance.contract.ts';
import type { RuleCited } from '#contract/compliance/rule-cited.contract.ts';
import { reaches } from './consent-ledger.ts';
import type { DatedRule } from './contactability.ts';
import { anniversary } from '../time/days.ts';
import { formatPlainDate } from '../time/plain-date.ts';
import { NO_ADDRESS, type PlaceFacts, whereabouts } from '../places/whereabouts.ts';

/** The call to find a rule for: `phone` is the number of the other side. */
export interface RecordedCall extends PlaceFacts {
  readonly purpose: Purpose;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

export interface RecordingRule {
  readonly mode: RecordingMode;
  /** True when the other party is asked for consent first; a locked recording may ask too. */
  readonly asks: boolean;
  /** `null`: no rule asks for anything, it is announced. */
  readonly rule: RuleCited | null;
}

export interface KeptUntil {
  readonly rule: RuleCited;
  /** The last day, `YYYY-MM-DD`. */
  readonly until: string;
}

/**
 * Recording mode of a call: the strictest of all applicable rules, whichever state they are from. If any of them
 * requires consent, the other party is asked.
 */
export function recordingRule(rules: readonly DatedRule[], call: RecordedCall): RecordingRule {
  const found = speakingOf(rules, 'recording', call).toSorted((a, b) => strictness(b) - strictness(a) || byPlace(a, b));
  const [first] = found;
  return {
    mode: first?.value.mode ?? 'announced',
    asks: found.some(({ value }) => value.mode === 'consented'),
    rule: first === undefined ? null : cite(first),
  };
}

/** Recording mode after more is known about a call: never weaker than before. */
export function stricterOf(before: RecordingRule, now: RecordingRule): RecordingRule {
  const [{ mode, rule }] = [before, now].toSorted(
    (a, b) => RECORDING_MODES.indexOf(b.mode) - RECORDING_MODES.indexOf(a.mode),
  ) as [RecordingRule];
  return { mode, rule, asks: before.asks || now.asks };
}

/**
 * Minimum retention of a recording: the longest of the most specific rules (calls before any channel, then purpose
 * before any purpose). `null`: no rule.
 */
export function retentionOf(rules: readonly DatedRule[], call: RecordedCall): KeptUntil | null {
  const [first] = speakingOf(rules, 'retention', call).toSorted(
    (a, b) => nearness(b) - nearness(a) || years(b) - years(a) || byPlace(a, b),
  );
  return first === undefined
    ? null
    : { rule: cite(first), until: anniversary(call.day, Number(call.day.slice(0, 4)) + years(first)) };
}

/** Retention of a record of a contact, such as a consent of `day`. `null`: no rule. */
export const evidenceRetention = (rules: readonly DatedRule[], day: string): KeptUntil | null =>
  retentionOf(
    rules.filter(({ channel }) => channel === null),
    { ...NO_ADDRESS, phone: null, purpose: 'marketing', day },
  );

/** Last day on which a record of a contact has to be kept, such as a consent of `day`. `null`: no rule. */
export const evidenceKeptUntil = (rules: readonly DatedRule[], day: string): string | null =>
  evidenceRetention(rules, day)?.until ?? null;

/** Reason why a recording can't be stopped or paused, one sentence. `null` when it can. */
export const lockedSentence = ({ mode, rule }: Pick<RecordingRule, 'mode' | 'rule'>): string | null =>
  mode === 'locked'
    ? `This recording can't be stopped or paused.${rule === null ? '' : ` ${rule.title} (${rule.source}).`}`
    : null;

/** Reason why a recording can't be deleted on a day, one sentence. `null` when it can. */
export const keptSentence = (kept: { rule: RuleCited | null; until: string | null }, day: string): string | null =>
  kept.until === null || day > kept.until
    ? null
    : `The recording is kept until ${formatPlainDate(kept.until)}.${kept.rule === null ? '' : ` ${kept.rule.title} (${kept.rule.source}).`}`;

const cite = ({ id, title, source }: DatedRule): RuleCited => ({ id, title, source });

function speakingOf(
  rules: readonly DatedRule[],
  topic: 'recording' | 'retention',
  { purpose, day, ...facts }: RecordedCall,
): DatedRule[] {
  const { states } = whereabouts(facts);
  return rules.filter(
    (rule) =>
      rule.rule === topic &&
      (rule.channel === null || rule.channel === 'call') &&
      (rule.purpose === null || reaches(rule.purpose, purpose)) &&
      (rule.jurisdiction === 'US' || states.includes(rule.jurisdiction.slice(3))) &&
      rule.starts_on <= day &&
      (rule.ends_on === null || rule.ends_on >= day),
  );
}

const strictness = ({ value }: DatedRule): number => RECORDING_MODES.indexOf(value.mode ?? 'announced');
const nearness = ({ channel, purpose }: DatedRule): number => (channel === null ? 0 : 2) + (purpose === null ? 0 : 1);
const years = ({ value }: DatedRule): number => value.years ?? 0;

/** Rule to cite when several require the same: a state's, then the newest. */
const byPlace = (a: DatedRule, b: DatedRule): number =>
  b.jurisdiction.length - a.jurisdiction.length || b.starts_on.localeCompare(a.starts_on) || b.id - a.id;
