import { createHash } from 'node:crypto';
import type { DnsRecord } from '#contract/custom-domains.contract.ts';
import {
  type DnsAnswer,
  judgeDomain,
  type SeenDomain,
  type WantedDomain,
  withZone,
} from '#rules/custom-domains/judge-domain.ts';
import { type DomainDns, domainDns, sampleDns } from '../../adapters/domains/domain-dns.ts';
import type { Config } from '../../config.ts';
import { Refusal } from '../../errors.ts';
import { zoneOf } from './domain-name.ts';
import { isOfProxy } from './known-proxies.ts';
import { SAMPLE_ZONE } from './sample-zone.ts';

type Use = Pick<Config, 'customDomains' | 'brand' | 'dnsServers'>;

/** @throws {Refusal} `conflict` where custom domains aren't set up. */
export function requireEdge({ customDomains }: Pick<Config, 'customDomains'>) {
  if (customDomains !== null) return customDomains;
  throw new Refusal(
    'conflict',
    "Custom domains aren't set up here. The operator of this installation sets CUSTOM_DOMAINS_TARGET.",
  );
}

/**
 * What a domain of an account has to be. The value that proves ownership follows from the account and the name, so that a
 * removed domain which is added again needs no new record. It is no secret: only who controls the zone can publish it.
 */
export function wantedOf(config: Use, accountId: number, domain: string): WantedDomain {
  const { target, addresses } = requireEdge(config);
  const token = createHash('sha256').update(`${target}\n${accountId}\n${domain}`).digest('hex').slice(0, 32);
  return {
    domain,
    zone: zoneOf(domain),
    target,
    addresses,
    proof: { host: `_${config.brand}.${domain}`, value: `${config.brand}-verify=${token}` },
  };
}

/** The DNS, or its simulation where no host serves custom domains. */
export const dnsOf = (config: Use, accountId: number): DomainDns =>
  config.customDomains?.sample === true
    ? sampleDns(SAMPLE_ZONE(config.customDomains.target, (domain) => wantedOf(config, accountId, domain).proof))
    : domainDns(config.dnsServers);

/** The records of a domain, with what resolvers and the zone's own name servers say. */
export async function inspectDomain(dns: DomainDns, unresolved: WantedDomain): Promise<DnsRecord[]> {
  const addresses = unresolved.addresses.length > 0 ? unresolved.addresses : await addressesOf(dns, unresolved.target);
  const wanted = { ...unresolved, addresses };
  const everywhere = judgeDomain(wanted, await seenBy(dns, wanted));
  if (everywhere.every(({ state }) => state === 'right')) return everywhere;
  const zone = await dns.ofZone(wanted.zone);
  return zone === null ? everywhere : withZone(everywhere, judgeDomain(wanted, await seenBy(zone, wanted)));
}

async function addressesOf(dns: DomainDns, host: string): Promise<string[]> {
  const [{ found: a }, aaaa] = await Promise.all([dns.a(host), dns.aaaa(host)]);
  return [a, aaaa].flatMap((answer) => (typeof answer === 'string' ? [] : answer));
}

async function seenBy(dns: DomainDns, { domain, zone, proof }: WantedDomain): Promise<SeenDomain> {
  const [ns, cname, { found: a, ttl }, aaaa, txt, caa] = await Promise.all([
    dns.ns(zone),
    dns.cname(domain),
    dns.a(domain),
    dns.aaaa(domain),
    dns.txt(proof.host),
    authoritiesOf(dns, domain),
  ]);
  const proxies = [a, aaaa].flatMap((answer) => (typeof answer === 'string' ? [] : answer.filter(isOfProxy)));
  return { zone: ns, cname, a, aaaa, ttl, proof: txt, caa, proxies };
}

/** Records of the nearest name above that has some are those that count. Source: RFC 8659, 3. */
async function authoritiesOf(dns: DomainDns, domain: string): Promise<DnsAnswer> {
  const labels = domain.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    const answer = await dns.caa(labels.slice(at).join('.'));
    if (answer !== 'noDomain' && answer.length > 0) return answer;
  }
  return [];
}
