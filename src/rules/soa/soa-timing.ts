import type { SoaException, SoaTiming } from '#contract/soa.contract.ts';
import type { DatedRule } from '../compliance/contactability.ts';

const HOUR_MS = 3_600_000;

type TimedRule = Pick<DatedRule, 'id' | 'rule' | 'starts_on' | 'ends_on' | 'value' | 'title' | 'source'>;

/** Returns the strictest rule on scopes of appointment in force on a day; `null`: none. */
export function soaRuleOn<R extends TimedRule>(rules: readonly R[], day: string): R | null {
  const inForce = rules.filter(
    ({ rule, starts_on: first, ends_on: last }) =>
      rule === 'scope_of_appointment' && first <= day && (last === null || last >= day),
  );
  return inForce.toSorted((a, b) => hoursOf(b) - hoursOf(a) || b.id - a.id)[0] ?? null;
}

export const hoursOf = (rule: Pick<TimedRule, 'value'> | null): number => rule?.value.hours_before ?? 0;

/** Compares the agreement with the meeting. A meeting without a time is not judged yet. */
export function timingOf(signedAt: Date, appointmentAt: Date | null, hours: number): SoaTiming | null {
  if (appointmentAt === null) return null;
  const ahead = appointmentAt.getTime() - signedAt.getTime();
  if (ahead < 0) return 'after';
  return ahead < hours * HOUR_MS ? 'short' : 'in_time';
}

/** Returns whether it may be completed: in time, or too late for the wait with a reason that the rule accepts. */
export const isTimely = (timing: SoaTiming, exception: SoaException | null): boolean =>
  timing === 'in_time' || (timing === 'short' && exception !== null);
