import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';

/**
 * Mail capability of a domain: it accepts mail, declares that it does not (`none`), has no possible server (`nowhere`),
 * does not exist, or nothing answered.
 */
export type MailTaking = 'takes' | 'none' | 'nowhere' | 'noDomain' | 'unanswered';

export interface MailServers {
  ask(domain: string): Promise<MailTaking>;
}

/** Milliseconds for one DNS query, and for all queries about a domain. Our choice: a user is waiting. */
const QUESTION_MS = 2_000;
const ALL_MS = 4_000;

/** Asks name servers, `address` or `address:port`; those of this machine where none are named. */
export const dnsMailServers = (servers: readonly string[]): MailServers => ({
  ask: async (domain) => {
    const name = domainToASCII(domain);
    if (name === '') return 'noDomain';
    const resolver = new Resolver({ timeout: QUESTION_MS, tries: 1 });
    if (servers.length > 0) resolver.setServers([...servers]);
    const over = setTimeout(() => resolver.cancel(), ALL_MS);
    try {
      return await askFor(resolver, name);
    } finally {
      clearTimeout(over);
    }
  },
});

async function askFor(resolver: Resolver, name: string): Promise<MailTaking> {
  const servers = await answerOf(resolver.resolveMx(name));
  if (servers === 'noDomain' || servers === 'unanswered') return servers;
  // A domain that takes no mail names the root as its server. Source: RFC 7505.
  if (servers.length > 0) return servers.some(({ exchange }) => exchange !== '') ? 'takes' : 'none';
  // Without an MX record the domain's own address takes the mail. Source: RFC 5321, 5.1.
  for (const question of ['A', 'AAAA'] as const) {
    const found = await answerOf(question === 'A' ? resolver.resolve4(name) : resolver.resolve6(name));
    if (found === 'unanswered' || found === 'noDomain') return found;
    if (found.length > 0) return 'takes';
  }
  return 'nowhere';
}

/** The records found; a failure that says nothing about the domain is not an answer. */
async function answerOf<Found>(question: Promise<Found[]>): Promise<Found[] | 'noDomain' | 'unanswered'> {
  try {
    return await question;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NODATA) return [];
    return code === NOTFOUND ? 'noDomain' : 'unanswered';
  }
}
