import { type AgentLicense, EXPIRES_SOON_DAYS, type LicenseLine } from '#contract/agent-licenses.contract.ts';
import { stateName } from '../places/us-states.ts';
import { plusDays } from '../time/days.ts';
import { formatPlainDate } from '../time/plain-date.ts';

/** Where a license stands on the reader's day. */
export type LicenseStanding = 'valid' | 'expiring' | 'expired';

export const LICENSE_LINE_WORDS: Readonly<Record<LicenseLine, string>> = {
  health: 'Health',
  life: 'Life',
  property_casualty: 'Property and casualty',
  pre_need: 'Pre-need',
};

export type HeldLicense = Pick<AgentLicense, 'state' | 'line' | 'expires_on'>;

/** Where a license stands on a day. */
export function standingOf({ expires_on: last }: Pick<HeldLicense, 'expires_on'>, day: string): LicenseStanding {
  if (last === null || last > plusDays(day, EXPIRES_SOON_DAYS)) return 'valid';
  return last < day ? 'expired' : 'expiring';
}

/** What an agent should know before they sell in a state. */
export interface LicenseWarning {
  readonly standing: 'missing' | 'expiring' | 'expired';
  /** In a sentence: "your health license for Ohio expired on 11/03/2026". */
  readonly clause: string;
}

interface Place {
  /** Two letters; empty: unknown. */
  readonly state: string;
  /** Absent: all lines count. */
  readonly line?: LicenseLine;
  readonly day: string;
}

/**
 * Warns an agent who has no valid license for a state, or one that ends soon. `null`: there is one, the state is
 * unknown, or the agent has recorded no license at all, which says nothing.
 */
export function licenseWarning(licenses: readonly HeldLicense[], { state, line, day }: Place): LicenseWarning | null {
  if (state === '' || licenses.length === 0) return null;
  const what = line === undefined ? 'license' : `${LICENSE_LINE_WORDS[line].toLowerCase()} license`;
  const place = stateName(state);
  const held = licenses.filter((one) => one.state === state && (line === undefined || one.line === line));
  const [best] = held.toSorted((a, b) => lastOf(b).localeCompare(lastOf(a)));
  if (best === undefined) return { standing: 'missing', clause: `you have no ${what} for ${place} on file` };
  const standing = standingOf(best, day);
  if (standing === 'valid' || best.expires_on === null) return null;
  const verb = standing === 'expired' ? 'expired' : 'expires';
  return { standing, clause: `your ${what} for ${place} ${verb} on ${formatPlainDate(best.expires_on)}` };
}

const lastOf = ({ expires_on: last }: HeldLicense): string => last ?? '9999-12-31';
