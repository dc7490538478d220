import { createPublicKey } from 'node:crypto';
import type { DomainFinding } from '#contract/mail/sending-domain.contract.ts';
import {
  dmarcIn,
  judgeDkim,
  judgeDmarc,
  judgeSpf,
  MOST_LOOKUPS,
  spfIn,
  termsOfSpf,
  type TxtAnswer,
} from '#rules/emails/sending-domain.ts';
import type { DnsRecords } from '../../../adapters/domains/dns-records.ts';
import type { SmtpConfig } from '../../../config/services.ts';

export interface InspectedDomain {
  readonly domain: string;
  /** The host that mail leaves by; empty: unknown. */
  readonly server: string;
  /** `null`: mail isn't signed here. */
  readonly dkim: SmtpConfig['dkim'] | null;
}

/** Asks the DNS about a domain and judges the answers, one finding each for SPF, DKIM and DMARC. */
export async function inspectDomain(dns: DnsRecords, inspected: InspectedDomain): Promise<DomainFinding[]> {
  const { domain, server, dkim } = inspected;
  const spf = await dns.txt(domain);
  const [record] = spfIn(spf);
  const lookups = record === undefined ? 0 : await countLookups(dns, record);
  const dkimHost = dkim == null ? '' : `${dkim.selector}._domainkey.${domain}`;
  const signed = dkimHost === '' ? 'noDomain' : await dns.txt(dkimHost);
  return [
    { proof: 'spf', host: domain, ...judgeSpf(spf, server, lookups) },
    { proof: 'dkim', host: dkimHost, ...judgeDkim(signed, dkim == null ? null : recordOfKey(dkim.privateKey)) },
    { proof: 'dmarc', host: `_dmarc.${domain}`, ...judgeDmarc(await dmarcOf(dns, domain)) },
  ];
}

/** A domain without a policy of its own has that of the domain above it. Source: RFC 9989, the tree walk. */
async function dmarcOf(dns: DnsRecords, domain: string): Promise<TxtAnswer> {
  const labels = domain.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    const answer = await dns.txt(`_dmarc.${labels.slice(at).join('.')}`);
    if (answer === 'unanswered' || answer === 'failed' || dmarcIn(answer).length > 0) return answer;
  }
  return [];
}

/** Look-ups of an SPF record through all its includes; counting ends once there are too many, as a receiver's does. */
async function countLookups(dns: DnsRecords, first: string): Promise<number> {
  let [count, waiting] = [0, [first]];
  while (waiting.length > 0 && count <= MOST_LOOKUPS) {
    const [record = '', ...rest] = waiting;
    const { next, lookups } = termsOfSpf(record);
    count += lookups;
    waiting = rest;
    if (count > MOST_LOOKUPS) return count;
    for (const name of next) waiting.push(...spfIn(await dns.txt(name)).slice(0, 1));
  }
  return count;
}

/** The TXT record of a key. Source: RFC 6376, 3.6.1; RFC 8463. */
function recordOfKey(privateKey: string): string {
  const key = createPublicKey(privateKey);
  const der = key.export({ type: 'spki', format: 'der' });
  return key.asymmetricKeyType === 'ed25519'
    ? `v=DKIM1; k=ed25519; p=${der.subarray(-32).toString('base64')}`
    : `v=DKIM1; k=rsa; p=${der.toString('base64')}`;
}
