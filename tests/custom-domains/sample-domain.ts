import type { CustomDomain } from '#contract/custom-domains.contract.ts';
import { stepsOf } from '#rules/custom-domains/domain-standing.ts';
import { judgeDomain, type SeenDomain, type WantedDomain } from '#rules/custom-domains/judge-domain.ts';

export const WANTED: WantedDomain = {
  domain: 'plans.agency.test',
  zone: 'agency.test',
  target: 'edge.host.test',
  addresses: ['192.0.2.10'],
  proof: { host: '_own.plans.agency.test', value: 'own-verify=1' },
};

export const RIGHT: SeenDomain = {
  zone: ['ns.agency.test'],
  cname: ['edge.host.test'],
  a: ['192.0.2.10'],
  aaaa: [],
  ttl: 60,
  proof: ['own-verify=1'],
  caa: [],
  proxies: [],
};

/** A domain that waits for its first check, unless told otherwise. */
export function sampleDomain(more: Partial<CustomDomain> = {}): CustomDomain {
  const status = more.status ?? 'pending';
  return {
    id: 1,
    business_unit_id: null,
    custom_domain: WANTED.domain,
    status,
    fault: null,
    verification_steps: stepsOf(status),
    dns_instructions: {
      custom_domain: WANTED.domain,
      zone: WANTED.zone,
      records: judgeDomain(WANTED, status === 'verified' ? RIGHT : null),
      sample: false,
    },
    checks: [],
    checked_at: null,
    next_check_at: null,
    verified_at: null,
    suspends_at: null,
    ...more,
  };
}
