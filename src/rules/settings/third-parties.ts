import type { SettingKey } from '#contract/settings.contract.ts';
import { trackingProvider } from '../corporations/tracking.ts';

/** Directives of a page's security policy that a provider adds hosts to. */
type Sources = Readonly<
  Partial<
    Record<
      'script-src' | 'connect-src' | 'img-src' | 'font-src' | 'media-src' | 'style-src' | 'frame-src',
      readonly string[]
    >
  >
>;

export interface ThirdParty {
  readonly name: string;
  readonly fits: (id: string) => boolean;
  readonly example: string;
  readonly sources: Sources;
}

const matches = (pattern: RegExp) => (id: string) => pattern.test(id);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Providers of a help widget or of analytics, by the setting that holds the id. Hosts as their own guides list them. */
export const THIRD_PARTIES = {
  intercom_app_id: {
    name: 'Intercom',
    fits: matches(/^[a-z0-9]{8}$/),
    example: 'ab12cd34',
    sources: {
      'script-src': ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
      'connect-src': [
        'https://api.intercom.io',
        'https://api-iam.intercom.io',
        'https://nexus-websocket-a.intercom.io',
        'wss://nexus-websocket-a.intercom.io',
        'https://nexus-websocket-b.intercom.io',
        'wss://nexus-websocket-b.intercom.io',
        'https://uploads.intercomcdn.com',
      ],
      'img-src': [
        'https://js.intercomcdn.com',
        'https://static.intercomassets.com',
        'https://downloads.intercomcdn.com',
        'https://uploads.intercomusercontent.com',
      ],
      'font-src': ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
      'media-src': ['https://js.intercomcdn.com'],
      'frame-src': ['https://intercom-sheets.com'],
    },
  },
  zendesk_key: {
    name: 'Zendesk',
    fits: matches(UUID),
    example: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
    sources: {
      'script-src': ['https://static.zdassets.com', 'https://ekr.zdassets.com'],
      'connect-src': ['https://ekr.zdassets.com', 'https://*.zendesk.com', 'wss://*.zendesk.com'],
      'img-src': ['https://static.zdassets.com', 'https://*.zendesk.com'],
      'media-src': ['https://static.zdassets.com'],
    },
  },
  crisp_website_id: {
    name: 'Crisp',
    fits: matches(UUID),
    example: '9a8b7c6d-5e4f-4321-8765-0a1b2c3d4e5f',
    sources: {
      'script-src': ['https://client.crisp.chat', 'https://settings.crisp.chat'],
      'connect-src': ['https://client.crisp.chat', 'https://storage.crisp.chat', 'wss://client.relay.crisp.chat'],
      'style-src': ['https://client.crisp.chat'],
      'img-src': ['https://client.crisp.chat', 'https://image.crisp.chat', 'https://storage.crisp.chat'],
      'font-src': ['https://client.crisp.chat'],
    },
  },
  google_analytics_id: {
    name: 'Google Analytics',
    fits: (id) => trackingProvider(id) === 'Google Analytics',
    example: 'G-ABC1234567',
    sources: {
      'script-src': ['https://www.googletagmanager.com'],
      'connect-src': [
        'https://*.google-analytics.com',
        'https://*.analytics.google.com',
        'https://www.googletagmanager.com',
      ],
      'img-src': ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
    },
  },
} as const satisfies Readonly<Partial<Record<SettingKey, ThirdParty>>>;

export type ThirdPartyKey = keyof typeof THIRD_PARTIES;

export const THIRD_PARTY_KEYS = Object.keys(THIRD_PARTIES) as readonly ThirdPartyKey[];

export const isThirdParty = (key: string): key is ThirdPartyKey => key in THIRD_PARTIES;

/** Adds the hosts of these providers to a security policy. Without any, it stays as it is. */
export function widenPolicy(policy: string, keys: readonly ThirdPartyKey[]): string {
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/u);
      return [name, sources];
    }),
  );
  // A directive of its own no longer follows `default-src`.
  for (const key of keys)
    for (const [name, hosts] of Object.entries<readonly string[]>(THIRD_PARTIES[key].sources))
      directives.set(name, [...new Set([...(directives.get(name) ?? ["'self'"]), ...hosts])]);
  return keys.length === 0 ? policy : [...directives].map((parts) => parts.flat().join(' ')).join(';');
}
