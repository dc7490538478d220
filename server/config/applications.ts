import type { Settings } from './settings.ts';

/** Settings of FireLight, which takes electronic applications. */
export interface FireLightConfig {
  readonly baseUrl: string;
  /** Id of the organization there. */
  readonly organization: string;
  readonly userName: string;
  readonly password: string;
  /** Code of the carrier there. */
  readonly carrier: string;
  /** Codes of the products there; those that are absent aren't offered. */
  readonly products: Readonly<Record<string, string>>;
}

const FIRELIGHT = ['URL', 'ORGANIZATION', 'USERNAME', 'PASSWORD', 'CARRIER', 'PRODUCTS'] as const;

export function fireLightFaults(settings: Settings): string[] {
  const missing = FIRELIGHT.map((name) => `FIRELIGHT_${name}` as const).filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === FIRELIGHT.length) return [];
  return [`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: FireLight needs all of its settings.`];
}

export const fireLightOf = (settings: Settings): FireLightConfig | null =>
  settings.FIRELIGHT_URL === undefined
    ? null
    : {
        baseUrl: settings.FIRELIGHT_URL,
        organization: settings.FIRELIGHT_ORGANIZATION ?? '',
        userName: settings.FIRELIGHT_USERNAME ?? '',
        password: settings.FIRELIGHT_PASSWORD ?? '',
        carrier: settings.FIRELIGHT_CARRIER ?? '',
        products: settings.FIRELIGHT_PRODUCTS ?? {},
      };
