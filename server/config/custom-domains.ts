import { isTryout } from '#rules/access/tryout.ts';
import type { Settings } from './settings.ts';

/** Settings of agencies' own domains. */
export interface CustomDomainsConfig {
  /** The host that they point to, and its addresses; empty: those that the DNS answers. */
  readonly target: string;
  readonly addresses: readonly string[];
  /** `null`: no proxy asks. */
  readonly askToken: string | null;
  /** True: no name server is asked. */
  readonly sample: boolean;
}

/** A proxy for unknown names needs someone to ask. */
export function customDomainsFaults({ CUSTOM_DOMAINS_TARGET: target, CUSTOM_DOMAINS_ASK_TOKEN: token }: Settings) {
  if ((target === undefined) === (token === undefined)) return [];
  const missing = target === undefined ? 'CUSTOM_DOMAINS_TARGET' : 'CUSTOM_DOMAINS_ASK_TOKEN';
  return [`${missing} is missing: custom domains need CUSTOM_DOMAINS_TARGET and CUSTOM_DOMAINS_ASK_TOKEN.`];
}

/** Addresses for documentation (RFC 5737). */
const SAMPLE_EDGE = { target: 'edge.agency.test', addresses: ['192.0.2.10'], askToken: null, sample: true };

export function customDomainsOf(settings: Settings): CustomDomainsConfig | null {
  const {
    CUSTOM_DOMAINS_TARGET: target,
    CUSTOM_DOMAINS_ADDRESSES: addresses,
    CUSTOM_DOMAINS_ASK_TOKEN: token,
  } = settings;
  if (target !== undefined) return { target, addresses, askToken: token ?? null, sample: false };
  return isTryout(settings.APP_ENV) ? SAMPLE_EDGE : null;
}
