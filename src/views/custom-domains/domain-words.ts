import type {
  CustomDomain,
  DnsRecord,
  DomainFault,
  DomainStatus,
  RecordState,
} from '#contract/custom-domains.contract.ts';

type Tone = 'good' | 'warn' | 'bad';

export const STATUS_WORDS: Readonly<Record<DomainStatus, { readonly tone?: Tone; readonly text: string }>> = {
  pending: { text: 'Waiting for DNS' },
  verified: { tone: 'good', text: 'Live' },
  failing: { tone: 'warn', text: 'Needs repair' },
  suspended: { tone: 'bad', text: 'Suspended' },
};

export const STEP_WORDS = { name: 'Name', records: 'DNS records', live: 'Live' } as const;

export const STATE_WORDS: Readonly<Record<RecordState, { readonly tone?: Tone; readonly text: string }>> = {
  unchecked: { text: 'Not checked yet' },
  right: { tone: 'good', text: 'Correct' },
  missing: { tone: 'bad', text: 'Missing' },
  wrong_target: { tone: 'bad', text: 'Wrong value' },
  cname_at_apex: { tone: 'bad', text: 'CNAME not allowed' },
  proxied: { tone: 'bad', text: 'Behind a proxy' },
  ipv6_elsewhere: { tone: 'bad', text: 'IPv6 elsewhere' },
  wrong_token: { tone: 'bad', text: 'Wrong value' },
  caa_forbids: { tone: 'bad', text: 'Forbids certificates' },
  propagating: { tone: 'warn', text: 'Spreading' },
  no_domain: { tone: 'bad', text: 'No such domain' },
  server_failed: { tone: 'warn', text: 'Server error' },
  no_answer: { tone: 'warn', text: 'No answer' },
};

interface FaultWords {
  readonly title: string;
  readonly text: string;
}

const minutes = (seconds: number): string =>
  seconds < 90
    ? 'a minute'
    : seconds < 5_400
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / 3_600)} hours`;

/** What is wrong with a domain, and what to do. */
export function faultWords(
  { custom_domain: name, dns_instructions: { records, zone } }: CustomDomain,
  fault: DomainFault,
): FaultWords {
  const record: DnsRecord | undefined = records.find(({ state }) => state === fault);
  const found = record?.found.join(', ') ?? '';
  const expected = record?.expected.join(', ') ?? '';
  const words: Readonly<Record<DomainFault, FaultWords>> = {
    missing: {
      title: `The ${record?.type ?? 'DNS'} record is missing`,
      text: `Add it where the DNS records of ${zone} are kept. Its value is below.`,
    },
    wrong_target: {
      title: `${name} points somewhere else`,
      text: `Found ${found}, expected ${expected}. Replace the record where the DNS records of ${zone} are kept.`,
    },
    cname_at_apex: {
      title: `${name} can't have a CNAME record`,
      text: `A domain without a subdomain takes addresses only. Replace the CNAME with an A record to ${expected}, or use a name like www.${name}.`,
    },
    proxied: {
      title: 'A proxy hides the records',
      text: `${name} answers with Cloudflare's addresses (${found}). Switch its record to “DNS only”.`,
    },
    ipv6_elsewhere: {
      title: 'An IPv6 address points somewhere else',
      text: `Some visitors would reach ${found}. Remove the AAAA record of ${name}.`,
    },
    wrong_token: {
      title: 'The TXT record has another value',
      text: `Found ${found}, which isn't your agency's. Replace it with ${expected}.`,
    },
    caa_forbids: {
      title: 'A CAA record forbids the certificate',
      text: `Only ${found} may issue certificates for ${zone}. Add a CAA record for letsencrypt.org.`,
    },
    propagating: {
      title: 'Your change is spreading',
      text: `Your name servers have the right value. Others still answer the old one${
        record?.ttl == null ? '' : ` for up to ${minutes(record.ttl)}`
      }. There's nothing to do.`,
    },
    no_domain: {
      title: `${zone} doesn't exist`,
      text: 'Check its spelling, and whether it is still registered.',
    },
    server_failed: {
      title: `The name servers of ${zone} answer with an error`,
      text: 'They said SERVFAIL. Ask your DNS provider; broken DNSSEC is a common cause.',
    },
    no_answer: {
      title: "The name servers don't answer",
      text: 'We check again automatically. If it lasts, ask your DNS provider.',
    },
    taken: {
      title: `Another agency uses ${name}`,
      text: 'It has proven that the name is theirs, or released it less than 30 days ago. Contact support if the name is yours.',
    },
  };
  return words[fault];
}

/** A domain's checks, in short. */
export const checkWords = (status: DomainStatus, fault: DomainFault | null): string => {
  if (fault === 'taken') return 'Used by another agency';
  if (fault !== null) return status === 'suspended' ? `Suspended: ${STATE_WORDS[fault].text}` : STATE_WORDS[fault].text;
  return 'All records are correct';
};

/** Where a record is entered, as most DNS providers name it: without the zone. */
export const hostIn = (host: string, zone: string): string =>
  host === zone ? '@' : host.endsWith(`.${zone}`) ? host.slice(0, -zone.length - 1) : host;

export const expectedWords = ({ type, expected }: DnsRecord): string =>
  expected.length > 0
    ? expected.join(', ')
    : type === 'CAA'
      ? 'None, or letsencrypt.org'
      : 'Known after the first check';

/** All records, to paste into a message. */
export const recordsText = ({ dns_instructions: { records, zone } }: CustomDomain): string =>
  [
    `DNS records for ${zone}`,
    ...records
      .filter(({ expected }) => expected.length > 0)
      .flatMap(({ type, host, expected }) => expected.map((value) => `${type}\t${host}\t${value}`)),
  ].join('\n');
