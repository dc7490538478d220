import type { WantedDomain } from '#rules/custom-domains/judge-domain.ts';
import type { SampleZone } from '../../adapters/domains/domain-dns.ts';

/** A domain that points to an old website, and one that is right, in demo and development. */
export const SAMPLE_DOMAINS = { wrong: 'plans.gulfcoastsenior.example', right: 'www.meridianplans.example' } as const;

/** Records of the sample domains; other names have none. */
export const SAMPLE_ZONE = (target: string, proofOf: (domain: string) => WantedDomain['proof']): SampleZone => ({
  [`CNAME ${SAMPLE_DOMAINS.wrong}`]: ['parked.hostfast.example'],
  [`CNAME ${SAMPLE_DOMAINS.right}`]: [target],
  ...Object.fromEntries(
    Object.values(SAMPLE_DOMAINS).map((domain) => {
      const { host, value } = proofOf(domain);
      return [`TXT ${host}`, [value]];
    }),
  ),
});
