import type { AuthorizationType } from '#contract/integrations.contract.ts';
import { calendly } from '../../adapters/calendars/calendly.ts';
import type { CalendarAccount } from '../../adapters/calendars/calendar-port.ts';
import { GOOGLE_SCOPES, googleCalendar } from '../../adapters/calendars/google-calendar.ts';
import { OUTLOOK_SCOPES, outlookCalendar } from '../../adapters/calendars/outlook-calendar.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import type { AuthorizationRow } from './integrations.sql.ts';
import { sampleCalendar } from './sample-calendar.ts';

/** Integrations whose calendars are synced. */
export const isCalendar = (type: AuthorizationType): type is 'google' | 'outlook' | 'calendly' =>
  type === 'google' || type === 'outlook' || type === 'calendly';

export const SCOPES = { google: GOOGLE_SCOPES, outlook: OUTLOOK_SCOPES, phone_burner: '' } as const;

/** Scopes without which an integration can't work; what is asked beyond them names the person. */
export const NEEDED_SCOPES = {
  google: GOOGLE_SCOPES.split(' '),
  outlook: ['Calendars.ReadWrite'],
  phone_burner: [],
} as const;

/** The calendar account that a token opens. `null`: it isn't set up, or is no calendar. */
export function accountWith(config: Config, type: AuthorizationType, bearer: string): CalendarAccount | null {
  const { clients, calendlyUrl } = config.integrations;
  if (type === 'google' && clients.google !== null) return googleCalendar(clients.google.apiUrl, bearer);
  if (type === 'outlook' && clients.outlook !== null) return outlookCalendar(clients.outlook.apiUrl, bearer);
  return type === 'calendly' ? calendly(calendlyUrl, bearer) : null;
}

export const sampleAccount = (deps: Pick<Deps, 'pool' | 'now'>, row: AuthorizationRow): CalendarAccount =>
  sampleCalendar(deps, { accountId: row.account_id, authorizationId: row.id });
