import { NODATA, NOTFOUND, Resolver, SERVFAIL } from 'node:dns/promises';
import type { DnsAnswer } from '#rules/custom-domains/judge-domain.ts';

/** Addresses of a name, and the seconds for which they may be kept. */
export interface Addresses {
  readonly found: DnsAnswer;
  /** `null`: there are none. */
  readonly ttl: number | null;
}

/** Questions about the name of a website. */
export interface DomainDns {
  cname(name: string): Promise<DnsAnswer>;
  a(name: string): Promise<Addresses>;
  aaaa(name: string): Promise<DnsAnswer>;
  txt(name: string): Promise<DnsAnswer>;
  /** Authorities that may issue certificates for the name itself: values of `issue`. */
  caa(name: string): Promise<DnsAnswer>;
  ns(name: string): Promise<DnsAnswer>;
  /** The name servers of a zone, which keep nothing of what they once answered; `null`: none can be reached. */
  ofZone(zone: string): Promise<DomainDns | null>;
}

/** Milliseconds for one question, asked twice. Ours: a user may be waiting. */
const QUESTION_MS = 1_000;
/** Name servers of a zone that are asked at most. */
const MOST_SERVERS = 4;
const DNS_PORT = 53;

/** Asks name servers, `address` or `address:port`; those of this machine where none are named. `zonePort`: of the zones' own. */
export function domainDns(servers: readonly string[], zonePort = DNS_PORT): DomainDns {
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  const ns = (name: string) => answerOf(resolver.resolveNs(name));
  return {
    cname: (name) => answerOf(resolver.resolveCname(name)),
    a: async (name) => {
      let ttl: number | null = null;
      const asked = resolver.resolve4(name, { ttl: true }).then((records) => {
        ttl = records.length === 0 ? null : Math.min(...records.map((record) => record.ttl));
        return records.map(({ address }) => address);
      });
      return { found: await answerOf(asked), ttl };
    },
    aaaa: (name) => answerOf(resolver.resolve6(name)),
    txt: (name) => answerOf(resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join('')))),
    caa: (name) =>
      answerOf(
        resolver
          .resolveCaa(name)
          .then((records) => records.flatMap(({ issue }) => (issue === undefined ? [] : [issue]))),
      ),
    ns,
    ofZone: async (zone) => {
      const names = await ns(zone);
      if (typeof names === 'string') return null;
      const found = await Promise.all(
        names.slice(0, MOST_SERVERS).map((name) => answerOf(resolver.resolve4(name)).then(recordsOf)),
      );
      const addresses = found.flat().map((address) => `${address}:${zonePort}`);
      return addresses.length === 0 ? null : domainDns(addresses, zonePort);
    },
  };
}

const recordsOf = (answer: DnsAnswer): readonly string[] => (typeof answer === 'string' ? [] : answer);

async function answerOf(asked: Promise<readonly string[]>): Promise<DnsAnswer> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NODATA) return [];
    if (code === NOTFOUND) return 'noDomain';
    return code === SERVFAIL ? 'failed' : 'unanswered';
  }
}

/** Records by type and name, such as `{'CNAME plans.agency.test': ['edge.test']}`. */
export type SampleZone = Readonly<Record<string, readonly string[]>>;

/** Answers from a zone, where no name server is asked. */
export function sampleDns(zone: SampleZone): DomainDns {
  const ask = (type: string) => (name: string) => Promise.resolve<DnsAnswer>(zone[`${type} ${name}`] ?? []);
  return {
    cname: ask('CNAME'),
    a: async (name) => ({ found: await ask('A')(name), ttl: null }),
    aaaa: ask('AAAA'),
    txt: ask('TXT'),
    caa: ask('CAA'),
    ns: ask('NS'),
    ofZone: () => Promise.resolve(null),
  };
}
