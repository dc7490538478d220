import type { InsightPoint } from './insight-point.ts';

/**
 * Kinds of points, most important first: prohibitions, overdue items, open enrollment windows, the latest statements,
 * upcoming events, and useful facts.
 */
export const MATTERS = [
  'stop',
  'missed_call',
  'call_back',
  'follow_up_late',
  'follow_up_today',
  'mail_failed',
  'turning_65_soon',
  'enrolment_open',
  'policy_ends',
  'last_note',
  'last_call',
  'no_phone',
  'hot_lead',
  'follow_up_soon',
  'changed_now',
  'coverage',
  'linked',
  'yearly_open',
  'consent_ends',
  'not_now',
  'may_call',
  'email_bad',
  'turning_65_later',
  'enrolment_coming',
  'no_consent',
  'note',
  'changed',
  'household',
  'missing',
  'follow_up_later',
  'yearly_coming',
  'reach_other',
  'enrolment_far',
  'age',
] as const;
export type Matter = (typeof MATTERS)[number];

/** Points of an insight at most. Ours. */
export const MOST_POINTS = 8;
/** Maximum of one kind, so that it doesn't crowd out the others. Our choice. */
const MOST_OF_KIND = 3;

/** The most important first; of what matters alike, what is nearest to now. */
export function rankPoints(points: readonly InsightPoint[], now: Date): InsightPoint[] {
  const far = ({ at }: InsightPoint) =>
    at === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(at) - now.getTime());
  return points.toSorted(
    (a, b) =>
      MATTERS.indexOf(a.matter) - MATTERS.indexOf(b.matter) || Math.sign(far(a) - far(b)) || a.id.localeCompare(b.id),
  );
}

/** Ranked points displayed in an insight. */
export function pickPoints(ranked: readonly InsightPoint[]): InsightPoint[] {
  const shown = new Map<string, number>();
  return ranked
    .filter(({ kind }) => {
      const before = shown.get(kind) ?? 0;
      shown.set(kind, before + 1);
      return before < MOST_OF_KIND;
    })
    .slice(0, MOST_POINTS);
}
