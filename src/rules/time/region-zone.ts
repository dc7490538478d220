import type { CurrentUser } from '#contract/session.contract.ts';

type Zone = CurrentUser['timezone'];

/** Region names that begin so belong to a zone; the longest that fits wins. Source: platform, "Option lists", and the IANA database. */
const REGIONS: Readonly<Record<Zone, readonly string[]>> = {
  est: [
    'US/Eastern',
    'US/East-Indiana',
    'US/Michigan',
    'America/New_York',
    'America/Detroit',
    'America/Indiana/',
    'America/Indianapolis',
    'America/Fort_Wayne',
    'America/Kentucky/',
    'America/Louisville',
  ],
  cst: [
    'US/Central',
    'US/Indiana-Starke',
    'America/Chicago',
    'America/Menominee',
    'America/North_Dakota/',
    'America/Indiana/Knox',
    'America/Indiana/Tell_City',
    'America/Knox_IN',
  ],
  mst: [
    'US/Mountain',
    'US/Arizona',
    'America/Denver',
    'America/Boise',
    'America/Phoenix',
    'America/Shiprock',
    'Navajo',
  ],
  pst: ['US/Pacific', 'America/Los_Angeles'],
  akst: [
    'US/Alaska',
    'America/Anchorage',
    'America/Juneau',
    'America/Metlakatla',
    'America/Nome',
    'America/Sitka',
    'America/Yakutat',
  ],
  hst: ['US/Hawaii', 'US/Aleutian', 'Pacific/Honolulu', 'Pacific/Johnston', 'America/Adak', 'America/Atka'],
};

const ENTRIES = (Object.entries(REGIONS) as [Zone, readonly string[]][])
  .flatMap(([zone, names]) => names.map((name) => ({ zone, name })))
  .toSorted((one, other) => other.name.length - one.name.length);

/** The zone of a region name: est of US/East-Indiana. `null`: outside of the six zones. */
export const zoneOfRegion = (region: string): Zone | null =>
  ENTRIES.find(({ name }) => (name.endsWith('/') ? region.startsWith(name) : region === name))?.zone ?? null;
