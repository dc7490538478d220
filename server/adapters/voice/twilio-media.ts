import { Readable } from 'node:stream';
import type { TwilioAccess } from '../../config/services.ts';
import { askTwilio, TwilioRefusal } from '../twilio-rest.ts';

/** Milliseconds that a picture may take. Ours: five megabytes over a slow line. */
const FETCH_MS = 60_000;

/** Hosts on which Twilio keeps pictures, to which its address leads. Source: its page of media. */
const KEEPERS = /(^|\.)(twilio\.com|twiliocdn\.com|amazonaws\.com)$/;

/** Bytes of a picture with their kind, as the sender's carrier gave it. */
export interface CarrierMedia {
  readonly mime: string;
  readonly stream: Readable;
}

/** Fetches a picture of a text, `Messages/…/Media/…` below the account. `null`: Twilio has it no more. */
export async function fetchTwilioMedia(access: TwilioAccess, path: string): Promise<CarrierMedia | null> {
  const { accountSid, authToken, baseUrl } = access;
  const first = await fetch(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(FETCH_MS),
  });
  const response = await follow(first);
  if (response.status === 404) return null;
  if (!response.ok || response.body === null) throw new TwilioRefusal('a picture', response.status, null);
  const mime = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return { mime, stream: Readable.fromWeb(response.body as never) };
}

/** One redirect, to Twilio's own keepers, without our credentials. */
async function follow(response: Response): Promise<Response> {
  if (response.status < 300 || response.status >= 400) return response;
  await response.body?.cancel();
  const to = new URL(response.headers.get('location') ?? '', response.url);
  if (to.protocol !== 'https:' || !KEEPERS.test(to.hostname))
    throw new Error('Twilio leads to a place that is not its own.');
  return fetch(to, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
}

/** Removes a picture at Twilio once it is kept here; one that is gone is fine. */
export async function removeTwilioMedia(access: TwilioAccess, path: string): Promise<void> {
  try {
    await askTwilio(access, { what: 'to delete a picture', path: `${path}.json`, method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof TwilioRefusal && error.status === 404)) throw error;
  }
}
