import type { TwilioConfig } from '../../config/services.ts';
import type { Text } from './texts.ts';
import { askTwilio } from '../twilio-rest.ts';

/** Passes a text message to its carrier. @throws when refused; a retry may succeed. */
export interface TextCarrier {
  carry(text: Text): Promise<void>;
}

/** Twilio's Messages resource. */
export const twilioCarrier = ({ from, ...access }: Omit<TwilioConfig, 'voice'>): TextCarrier => ({
  carry: async ({ to, body }) => {
    const form = { To: to, From: from, Body: body };
    const response = await askTwilio(access, { what: 'a text', path: 'Messages.json', form });
    await response.body?.cancel();
  },
});
