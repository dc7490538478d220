import type { TwilioAccess } from '../config/services.ts';

/** Milliseconds until a silent carrier counts as away. Ours. */
const SILENCE_MS = 15_000;

/** A refusal from Twilio. Only its number is kept; names and message texts stay out of the log. */
export class TwilioRefusal extends Error {
  readonly status: number;
  /** From Twilio's list of errors; `null` when it gave none. */
  readonly code: number | null;

  constructor(what: string, status: number, code: number | null) {
    super(`Twilio refused ${what}: status ${status}, code ${code ?? 'unknown'}.`);
    this.status = status;
    this.code = code;
  }
}

export interface TwilioAsked {
  /** For the log: `a text`. */
  readonly what: string;
  /** Below the account, such as `Calls/CA1.json`. */
  readonly path: string;
  /** Absent: it is read, or deleted. */
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  readonly method?: 'DELETE';
  /** Milliseconds; absent: those of every request. */
  readonly withinMs?: number;
}

/**
 * Asks Twilio for something of the account. Nothing but the configured host is ever asked, and no redirect is followed.
 * @throws {TwilioRefusal} when it says no; another error when it does not answer.
 */
export const askTwilio = (access: TwilioAccess, { path, ...asked }: TwilioAsked): Promise<Response> =>
  askAt(access, `${access.baseUrl}/2010-04-01/Accounts/${encodeURIComponent(access.accountSid)}/${path}`, asked);

/** Another host of Twilio; a stand-in serves all of them. */
const hostOf = ({ baseUrl }: TwilioAccess, name: string): string =>
  baseUrl.replace(/^https:\/\/api\.(?=([\w.-]+\.)?twilio\.com$)/, `https://${name}.`);

/** Asks Twilio for look-ups. @throws as `askTwilio`. */
export const askLookups = (access: TwilioAccess, { path, ...asked }: TwilioAsked): Promise<Response> =>
  askAt(access, `${hostOf(access, 'lookups')}/${path}`, asked);

/** Asks Twilio about services and registrations of texts. @throws as `askTwilio`. */
export const askMessaging = (access: TwilioAccess, { path, ...asked }: TwilioAsked): Promise<Response> =>
  askAt(access, `${hostOf(access, 'messaging')}/${path}`, asked);

async function askAt(
  { accountSid, authToken }: TwilioAccess,
  url: string,
  { what, form, method, withinMs }: Omit<TwilioAsked, 'path'>,
): Promise<Response> {
  const response = await fetch(url, {
    method: method ?? (form === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs ?? SILENCE_MS),
  });
  if (response.ok) return response;
  const { code } = (await response.json().catch(() => ({}))) as { code?: number };
  throw new TwilioRefusal(what, response.status, code ?? null);
}
