import type { TwilioConfig } from '../config/services.ts';
import type { Text } from './texts.ts';

/** Hands a text over to whom it leaves through. @throws when it was not taken; another try may do. */
export interface TextCarrier {
  carry(text: Text): Promise<void>;
}

/** Milliseconds until a silent carrier counts as away. Ours. */
const SILENCE_MS = 15_000;

/** Twilio's Messages resource. What it says about a refusal is a number; the text and the phone stay out of the log. */
export const twilioCarrier = ({ accountSid, authToken, from, baseUrl }: TwilioConfig): TextCarrier => ({
  carry: async ({ to, body }) => {
    const address = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to, From: from, Body: body }).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(SILENCE_MS),
    });
    if (response.ok) {
      await response.body?.cancel();
      return;
    }
    const { code } = (await response.json().catch(() => ({}))) as { code?: number };
    throw new Error(`Twilio refused a text: status ${response.status}, code ${code ?? 'unknown'}.`);
  },
});
