import type { Capability, NumberOffer } from '#contract/numbers.contract.ts';
import type { TwilioConfig } from '../../config/services.ts';
import { CarrierAway, type NumberCarrier, NumberGone } from './number-carrier.ts';
import { twilioAddress } from '../twilio-address.ts';
import { askTwilio, type TwilioAsked, TwilioRefusal } from '../twilio-rest.ts';
import { TWILIO_TEXTS_PATH } from '../texts/twilio-text-line.ts';

/** Milliseconds until a silent Twilio counts as away: a purchase asks twice while a user waits. Our choice. */
const WITHIN_MS = 4_000;

/** Numbers asked for, more than are shown, since some may be ours. */
const ROWS = '30';

const FILTERS = { voice: 'VoiceEnabled', sms: 'SmsEnabled', mms: 'MmsEnabled' } as const satisfies Record<
  Capability,
  string
>;

interface Available {
  readonly phone_number: string;
  readonly locality: string | null;
  readonly region: string | null;
  readonly capabilities: Readonly<Partial<Record<'voice' | 'SMS' | 'MMS', boolean>>>;
}

interface Incoming {
  readonly sid: string;
  readonly friendly_name: string;
}

interface Use {
  readonly twilio: TwilioConfig;
  /** `null`: Twilio can't reach us, so calls and texts don't come in. */
  readonly appUrl: string | null;
}

/**
 * Twilio's AvailablePhoneNumbers and IncomingPhoneNumbers. It knows no idempotency key: a number carries the reference of
 * its purchase as its name, and is looked up before it is bought.
 */
export function twilioNumberCarrier({ twilio, appUrl }: Use): NumberCarrier {
  const ask = async (asked: Omit<TwilioAsked, 'withinMs'>): Promise<Response> => {
    try {
      return await askTwilio(twilio, { ...asked, withinMs: WITHIN_MS });
    } catch (error) {
      throw errorOf(error);
    }
  };
  const listOffers = async (query: Readonly<Record<string, string>>): Promise<readonly NumberOffer[]> => {
    const path = `AvailablePhoneNumbers/US/Local.json?${new URLSearchParams({ ...query, PageSize: ROWS }).toString()}`;
    // An area code without numbers is not found.
    const response = await ask({ what: 'numbers for sale', path }).catch((error: unknown) => {
      if (error instanceof NumberGone) return null;
      throw error;
    });
    if (response === null) return [];
    return ((await response.json()) as { available_phone_numbers: readonly Available[] }).available_phone_numbers.map(
      offerFrom,
    );
  };
  return {
    name: 'twilio',
    isOpen: true,
    search: (areaCode, capabilities) =>
      listOffers({ AreaCode: areaCode, ...Object.fromEntries(capabilities.map((one) => [FILTERS[one], 'true'])) }),
    offerOf: async (number) =>
      (await listOffers({ Contains: number.slice(2) })).find(({ phone_number: offered }) => offered === number) ?? null,
    buy: async (number, reference) => {
      const query = new URLSearchParams({ PhoneNumber: number });
      const found = await ask({ what: 'a number', path: `IncomingPhoneNumbers.json?${query.toString()}` });
      const [own] = ((await found.json()) as { incoming_phone_numbers: readonly Incoming[] }).incoming_phone_numbers;
      if (own?.friendly_name === reference) return { sid: own.sid };
      if (own !== undefined) throw new NumberGone('Twilio has sold the number.');
      const form = { PhoneNumber: number, FriendlyName: reference, ...webhooks(twilio, appUrl) };
      const bought = await ask({ what: 'the purchase of a number', path: 'IncomingPhoneNumbers.json', form });
      return { sid: ((await bought.json()) as Incoming).sid };
    },
    release: async (sid) => {
      const path = `IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`;
      await ask({ what: 'the release of a number', path, method: 'DELETE' }).catch((error: unknown) => {
        if (!(error instanceof NumberGone)) throw error;
      });
    },
  };
}

/** Where Twilio brings calls and texts of the number. */
function webhooks({ voice }: TwilioConfig, appUrl: string | null): Readonly<Record<string, string>> {
  return {
    ...(voice !== null && {
      VoiceUrl: twilioAddress(voice.publicUrl, 'incoming'),
      VoiceMethod: 'POST',
      StatusCallback: twilioAddress(voice.publicUrl, 'status'),
      StatusCallbackMethod: 'POST',
    }),
    ...(appUrl !== null && { SmsUrl: `${appUrl}${TWILIO_TEXTS_PATH}/incoming`, SmsMethod: 'POST' }),
  };
}

const offerFrom = ({ phone_number, locality, region, capabilities }: Available): NumberOffer => ({
  phone_number,
  locality: locality ?? '',
  region: region ?? '',
  capabilities: [
    ...(capabilities.voice === true ? (['voice'] as const) : []),
    ...(capabilities.SMS === true ? (['sms'] as const) : []),
    ...(capabilities.MMS === true ? (['mms'] as const) : []),
  ],
});

/** A refusal of this number, such as 21422, is final; one of our account or of too many requests isn't. */
function errorOf(error: unknown): Error {
  if (!(error instanceof TwilioRefusal)) return new CarrierAway("Twilio isn't responding.", { cause: error });
  const { status } = error;
  return status === 429 || status === 401 || status === 403 || status >= 500
    ? new CarrierAway(error.message, { cause: error })
    : new NumberGone(error.message, { cause: error });
}
