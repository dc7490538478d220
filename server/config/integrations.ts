import { isTryout } from '#rules/access/tryout.ts';
import type { SignedInType } from '#contract/integrations.contract.ts';
import type { Settings } from './settings.ts';

/** An OAuth client at a provider, with the provider's addresses. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** `null`: the provider has no such call. */
  readonly revokeUrl: string | null;
  readonly apiUrl: string;
}

/** Settings of integrations that people connect for themselves. */
export interface IntegrationsConfig {
  /** `null`: not set up. */
  readonly clients: Readonly<Record<SignedInType, OAuthClient | null>>;
  readonly calendlyUrl: string;
  /** True: calendars that aren't set up are simulated. */
  readonly sample: boolean;
}

type Addresses = Omit<OAuthClient, 'clientId' | 'clientSecret'>;

const GOOGLE: Addresses = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  apiUrl: 'https://www.googleapis.com/calendar/v3',
};
const OUTLOOK: Addresses = {
  authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  revokeUrl: null,
  apiUrl: 'https://graph.microsoft.com/v1.0',
};
const PHONE_BURNER: Addresses = {
  authorizeUrl: 'https://www.phoneburner.com/oauth/index',
  tokenUrl: 'https://www.phoneburner.com/oauth/accesstoken',
  revokeUrl: null,
  apiUrl: 'https://www.phoneburner.com/rest/1',
};

const NAMES = ['GOOGLE', 'MICROSOFT', 'PHONEBURNER'] as const;

export function integrationsFaults(settings: Settings): string[] {
  return NAMES.flatMap((name) => {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const;
    if ((settings[id] === undefined) === (settings[secret] === undefined)) return [];
    return [`${settings[id] === undefined ? id : secret} is missing: ${id} and ${secret} belong together.`];
  });
}

export function integrationsOf(settings: Settings): IntegrationsConfig {
  const client = (name: (typeof NAMES)[number], addresses: Addresses): OAuthClient | null => {
    const [clientId, clientSecret] = [settings[`${name}_CLIENT_ID`], settings[`${name}_CLIENT_SECRET`]];
    return clientId === undefined || clientSecret === undefined ? null : { ...addresses, clientId, clientSecret };
  };
  return {
    clients: {
      google: client('GOOGLE', GOOGLE),
      outlook: client('MICROSOFT', OUTLOOK),
      phone_burner: client('PHONEBURNER', PHONE_BURNER),
    },
    calendlyUrl: 'https://api.calendly.com',
    sample: isTryout(settings.APP_ENV),
  };
}
