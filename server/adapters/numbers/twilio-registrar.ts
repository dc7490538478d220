import {
  BRAND_STATUSES,
  type BrandStatus,
  CAMPAIGN_STATUSES,
  type CampaignStatus,
} from '#contract/registration.contract.ts';
import type { TwilioAccess } from '../../config/services.ts';
import { type BrandState, type CampaignState, type Registrar, RegistrarAway, RegistrarRefused } from './registrar.ts';
import { askMessaging, askTwilio, type TwilioAsked, TwilioRefusal } from '../twilio-rest.ts';

interface Brand {
  readonly sid: string;
  readonly a2p_profile_bundle_sid: string;
  readonly status: string;
  readonly failure_reason?: string | null;
  readonly errors?: readonly { readonly description?: string }[] | null;
}

interface Usa2p {
  readonly sid: string;
  readonly campaign_status: string;
  readonly errors?: readonly { readonly error_code?: number; readonly description?: string }[] | null;
}

/** The number is in a service already. Source: Twilio's list of errors. */
const IN_A_SERVICE = 21_710;
const NOT_FOUND = 20_404;
const ROWS = 'PageSize=100';

/** Twilio's registration of brands and campaigns. It knows no idempotency key, so what exists is looked up first. */
export const twilioRegistrar = (access: TwilioAccess): Registrar => {
  const ask = async <Body>(asked: TwilioAsked): Promise<Body> => {
    try {
      return (await (await askMessaging(access, asked)).json()) as Body;
    } catch (error) {
      throw errorOf(error);
    }
  };
  const compliance = (serviceSid: string) => `v1/Services/${serviceSid}/Compliance/Usa2p`;
  const readCampaigns = async (serviceSid: string) =>
    (await ask<{ compliance: readonly Usa2p[] }>({ what: 'the campaigns', path: `${compliance(serviceSid)}?${ROWS}` }))
      .compliance;
  return {
    name: 'twilio',
    registerBrand: async ({ customerProfileSid, a2pProfileSid }) => {
      const path = 'v1/a2p/BrandRegistrations';
      const { data } = await ask<{ data: readonly Brand[] }>({ what: 'the brands', path: `${path}?${ROWS}` });
      const known = data.find((one) => one.a2p_profile_bundle_sid === a2pProfileSid && one.status !== 'FAILED');
      if (known !== undefined) return brandOf(known);
      const form = { CustomerProfileBundleSid: customerProfileSid, A2PProfileBundleSid: a2pProfileSid };
      return brandOf(await ask<Brand>({ what: 'a brand', path, form }));
    },
    readBrand: async ({ sid }) =>
      brandOf(await ask<Brand>({ what: 'a brand', path: `v1/a2p/BrandRegistrations/${sid}` })),
    registerCampaign: async ({ serviceSid, brandSid, ...said }) => {
      const [known] = await readCampaigns(serviceSid);
      if (known !== undefined && known.campaign_status !== 'FAILED') return campaignOf(known);
      if (known !== undefined) await remove(access, `${compliance(serviceSid)}/${known.sid}`);
      const form = new URLSearchParams({
        BrandRegistrationSid: brandSid,
        Description: said.description,
        MessageFlow: said.message_flow,
        UsAppToPersonUsecase: said.use_case,
        HasEmbeddedLinks: String(said.has_links),
        HasEmbeddedPhone: String(said.has_phones),
      });
      for (const sample of said.samples) form.append('MessageSamples', sample);
      return campaignOf(await ask<Usa2p>({ what: 'a campaign', path: compliance(serviceSid), form }));
    },
    readCampaign: async ({ serviceSid, sid }) =>
      campaignOf(await ask<Usa2p>({ what: 'a campaign', path: `${compliance(serviceSid)}/${sid}` })),
    listNumbers: async (serviceSid) => {
      const path = `v1/Services/${serviceSid}/PhoneNumbers?PageSize=1000`;
      const { phone_numbers: numbers } = await ask<{ phone_numbers: readonly { phone_number: string }[] }>({
        what: 'the numbers of a service',
        path,
      });
      return numbers.map(({ phone_number: number }) => number);
    },
    registerNumber: async (serviceSid, number) => {
      const PhoneNumberSid = await numberSid(access, number);
      const path = `v1/Services/${serviceSid}/PhoneNumbers`;
      try {
        await askMessaging(access, { what: 'a number of a service', path, form: { PhoneNumberSid } });
      } catch (error) {
        if (error instanceof TwilioRefusal && error.code === IN_A_SERVICE) {
          throw new RegistrarRefused('The number is in another messaging service at Twilio.', { cause: error });
        }
        throw errorOf(error);
      }
    },
  };
};

async function remove(access: TwilioAccess, path: string): Promise<void> {
  await askMessaging(access, { what: 'a failed campaign', path, method: 'DELETE' }).catch((error: unknown) => {
    throw errorOf(error);
  });
}

async function numberSid(access: TwilioAccess, number: string): Promise<string> {
  const query = new URLSearchParams({ PhoneNumber: number });
  const response = await askTwilio(access, {
    what: 'a number',
    path: `IncomingPhoneNumbers.json?${query.toString()}`,
  }).catch((error: unknown) => {
    throw errorOf(error);
  });
  const { incoming_phone_numbers: found } = (await response.json()) as {
    incoming_phone_numbers: readonly { sid: string }[];
  };
  if (found[0] === undefined) throw new RegistrarRefused('The number isn’t in the Twilio account.');
  return found[0].sid;
}

const brandOf = ({ sid, status, failure_reason: reason, errors }: Brand): BrandState => ({
  sid,
  status: BRAND_STATUSES.find((known) => known === status) ?? ('IN_REVIEW' satisfies BrandStatus),
  failure: status === 'FAILED' ? (errors?.[0]?.description ?? reason ?? 'Carriers gave no reason.') : '',
});

const campaignOf = ({ sid, campaign_status: status, errors }: Usa2p): CampaignState => ({
  sid,
  status: CAMPAIGN_STATUSES.find((known) => known === status) ?? ('IN_PROGRESS' satisfies CampaignStatus),
  errors: (errors ?? []).map(
    ({ error_code: code, description }) =>
      `${description ?? 'Carriers gave no reason.'}${code === undefined ? '' : ` (Twilio error ${code})`}`,
  ),
});

function errorOf(error: unknown): Error {
  if (!(error instanceof TwilioRefusal)) return new RegistrarAway("Twilio didn't answer.", { cause: error });
  const { status, code } = error;
  if (status === 429 || status === 401 || status === 403 || status >= 500) {
    return new RegistrarAway('Twilio registers nothing at the moment.', { cause: error });
  }
  const what = code === NOT_FOUND ? 'Twilio doesn’t have this ID in its account' : 'Twilio refused the registration';
  return new RegistrarRefused(`${what}${code === null ? '' : ` (error ${code})`}.`, { cause: error });
}
