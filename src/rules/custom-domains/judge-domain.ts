import type { DnsRecord, DomainFault, RecordState } from '#contract/custom-domains.contract.ts';

/** Records of a name, or why there are none: the name doesn't exist, its servers fail, or none answered. */
export type DnsAnswer = readonly string[] | 'noDomain' | 'failed' | 'unanswered';

/** The authority that Caddy gets certificates from by default. */
export const CERTIFICATE_AUTHORITY = 'letsencrypt.org';

/** What a domain has to be. */
export interface WantedDomain {
  readonly domain: string;
  /** The domain as registered. */
  readonly zone: string;
  /** The host that serves it, and its addresses. */
  readonly target: string;
  readonly addresses: readonly string[];
  /** Name and value of the record that proves ownership. */
  readonly proof: { readonly host: string; readonly value: string };
}

/** What the DNS says about it. */
export interface SeenDomain {
  readonly zone: DnsAnswer;
  readonly cname: DnsAnswer;
  readonly a: DnsAnswer;
  readonly aaaa: DnsAnswer;
  /** Seconds that the addresses stay in resolvers; `null`: unknown. */
  readonly ttl: number | null;
  readonly proof: DnsAnswer;
  readonly caa: DnsAnswer;
  /** Addresses that belong to a proxy known by name. */
  readonly proxies: readonly string[];
}

const recordsIn = (answer: DnsAnswer): readonly string[] => (typeof answer === 'string' ? [] : answer);

const failureOf = (answers: readonly DnsAnswer[]): RecordState | null =>
  answers.includes('failed') ? 'server_failed' : answers.includes('unanswered') ? 'no_answer' : null;

const isV6 = (address: string) => address.includes(':');
const sameHost = (a: string, b: string) => a.toLowerCase().replace(/\.$/, '') === b.toLowerCase().replace(/\.$/, '');

/** A name at the top of its zone has other records, beside which a CNAME isn't allowed. Source: RFC 1912, 2.4. */
const isApex = ({ domain, zone }: WantedDomain) => domain === zone;

/** State of the record that leads visitors here, and what was found in its place. */
function judgeTarget(wanted: WantedDomain, seen: SeenDomain): Pick<DnsRecord, 'state' | 'found'> {
  const { cname, a, aaaa } = seen;
  const names = recordsIn(cname);
  const addresses = [...recordsIn(a), ...recordsIn(aaaa)];
  const found = names.length > 0 ? [...names] : addresses;
  const stated = (state: RecordState) => ({ state, found });
  if (isApex(wanted) && names.length > 0) return stated('cname_at_apex');
  if (names.length > 0) return stated(names.every((name) => sameHost(name, wanted.target)) ? 'right' : 'wrong_target');
  const failure = failureOf([cname, a, aaaa]);
  if (failure !== null) return stated(failure);
  if (addresses.length === 0) return stated(seen.zone === 'noDomain' ? 'no_domain' : 'missing');
  const elsewhere = addresses.filter((address) => !wanted.addresses.includes(address));
  if (elsewhere.length === 0) return stated('right');
  if (elsewhere.length < addresses.length && elsewhere.every(isV6))
    return { state: 'ipv6_elsewhere', found: elsewhere };
  return stated(elsewhere.some((address) => seen.proxies.includes(address)) ? 'proxied' : 'wrong_target');
}

function judgeProof(
  { proof: { value } }: WantedDomain,
  { proof, zone }: SeenDomain,
): Pick<DnsRecord, 'state' | 'found'> {
  const prefix = value.slice(0, value.indexOf('=') + 1);
  const found = recordsIn(proof).filter((record) => record.startsWith(prefix));
  if (found.includes(value)) return { state: 'right', found };
  if (found.length > 0) return { state: 'wrong_token', found };
  return { state: failureOf([proof]) ?? (zone === 'noDomain' ? 'no_domain' : 'missing'), found };
}

/** Without records every authority may issue. Source: RFC 8659. */
function judgeAuthority({ caa }: SeenDomain): Pick<DnsRecord, 'state' | 'found'> {
  const found = [...recordsIn(caa)];
  const isAllowed =
    found.length === 0 || found.some((issuer) => issuer.split(';')[0]?.trim() === CERTIFICATE_AUTHORITY);
  return { state: failureOf([caa]) ?? (isAllowed ? 'right' : 'caa_forbids'), found };
}

/** The records that a domain needs. `seen` is `null` before the first check. */
export function judgeDomain(wanted: WantedDomain, seen: SeenDomain | null): DnsRecord[] {
  const { domain, zone, target, addresses, proof } = wanted;
  const unseen = { state: 'unchecked' as const, found: [] };
  const v4 = addresses.filter((address) => !isV6(address));
  const leads = isApex(wanted) ? { type: 'A' as const, expected: v4 } : { type: 'CNAME' as const, expected: [target] };
  return [
    { ...leads, host: domain, ttl: seen?.ttl ?? null, ...(seen === null ? unseen : judgeTarget(wanted, seen)) },
    {
      type: 'TXT',
      host: proof.host,
      expected: [proof.value],
      ttl: null,
      ...(seen === null ? unseen : judgeProof(wanted, seen)),
    },
    {
      type: 'CAA',
      host: zone,
      expected: seen === null || recordsIn(seen.caa).length === 0 ? [] : [`0 issue "${CERTIFICATE_AUTHORITY}"`],
      ttl: null,
      ...(seen === null ? unseen : judgeAuthority(seen)),
    },
  ];
}

/** What resolvers still get wrong although the zone's own servers have it right. */
export const withZone = (everywhere: readonly DnsRecord[], atZone: readonly DnsRecord[]): DnsRecord[] =>
  everywhere.map((record, at) =>
    record.state !== 'right' && atZone[at]?.state === 'right' ? { ...record, state: 'propagating' } : record,
  );

/** The first thing to repair; `null`: every record is right, or none was looked at. */
export function faultIn(records: readonly Pick<DnsRecord, 'state'>[]): DomainFault | null {
  for (const { state } of records) if (state !== 'right' && state !== 'unchecked') return state;
  return null;
}
