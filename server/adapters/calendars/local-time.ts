import { fromAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/** `2027-03-01T09:00` as clocks of a zone show an instant. */
export const localOf = (at: Date, zone: string): string =>
  toCalendarDateTime(fromAbsolute(at.getTime(), zone)).toString().slice(0, 16);

export const instantOf = (local: string, zone: string): Date => toZoned(parseDateTime(local), zone).toDate();

/** The zone as the app names it; `fallback` for one that it doesn't know. */
export function knownZone(zone: string | null | undefined, fallback: string): string {
  if (zone === null || zone === undefined || zone === '') return fallback;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: WINDOWS[zone] ?? zone }).resolvedOptions().timeZone;
  } catch {
    return fallback;
  }
}

/** Zones as Windows names them, which Outlook does. Source: Unicode CLDR, windowsZones, those of the US. */
const WINDOWS: Readonly<Record<string, string>> = {
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Alaskan Standard Time': 'America/Anchorage',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'SA Western Standard Time': 'America/Puerto_Rico',
  'West Pacific Standard Time': 'Pacific/Guam',
  'Atlantic Standard Time': 'America/Halifax',
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'tzone://Microsoft/Utc': 'UTC',
};

/** The name that Outlook knows. */
export const outlookZone = (zone: string): string =>
  Object.entries(WINDOWS).find(([, iana]) => iana === zone)?.[0] ?? zone;

/** `20270301T090000` of `2027-03-01T09:00`. */
export const basicOf = (local: string): string => `${local.replaceAll(/[-:]/g, '')}00`;

/** `2027-03-01T09:00` of `20270301T090000` or `20270301`. */
export const localOfBasic = (basic: string): string =>
  `${basic.slice(0, 4)}-${basic.slice(4, 6)}-${basic.slice(6, 8)}T${basic.slice(9, 11) || '00'}:${basic.slice(11, 13) || '00'}`;
