import type { TIME_ZONES } from '#contract/session.contract.ts';

/** The IANA zone behind each of the spec's six choices (platform §3). */
export const IANA_ZONES: Readonly<Record<(typeof TIME_ZONES)[number], string>> = {
  est: 'America/New_York',
  cst: 'America/Chicago',
  mst: 'America/Denver',
  pst: 'America/Los_Angeles',
  akst: 'America/Anchorage',
  hst: 'Pacific/Honolulu',
};

export const ZONE_NAMES: Readonly<Record<(typeof TIME_ZONES)[number], string>> = {
  est: 'Eastern',
  cst: 'Central',
  mst: 'Mountain',
  pst: 'Pacific',
  akst: 'Alaska',
  hst: 'Hawaii',
};
