import { NODATA, NOTFOUND, Resolver, SERVFAIL } from 'node:dns/promises';
import type { TxtAnswer } from '#rules/emails/sending-domain.ts';

/** TXT records of the DNS. */
export interface DnsRecords {
  txt(name: string): Promise<TxtAnswer>;
}

/** A name server's own answer: records as their parts. @throws with the code of the DNS. */
type Ask = (name: string) => Promise<readonly (readonly string[])[]>;

/** Milliseconds for one question. Our choice: a user is waiting. */
const QUESTION_MS = 2_000;

/** Asks name servers, `address` or `address:port`; those of this machine where none are named. */
export function dnsRecords(servers: readonly string[]): DnsRecords {
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  return { txt: (name) => answerOf(resolver.resolveTxt(name)) };
}

const errorOf = (code: string): Error => Object.assign(new Error(`queryTxt ${code}`), { code });

/** Records of names, or the code that a name server answers: `ENOTFOUND`, `ENODATA`, `ESERVFAIL`, `ETIMEOUT`. */
export type Zone = Readonly<Record<string, readonly string[] | string>>;

/** Answers from a zone as a name server would, with its errors. A name that isn't in it doesn't exist. */
export function embeddedDns(zone: Zone): DnsRecords {
  const ask: Ask = (name) => {
    const found = zone[name] ?? NOTFOUND;
    // A record longer than 255 characters comes in parts. Source: RFC 1035, 3.3.
    return typeof found === 'string'
      ? Promise.reject(errorOf(found))
      : Promise.resolve(found.map((record) => record.match(/.{1,255}/gs) ?? ['']));
  };
  return { txt: (name) => answerOf(ask(name)) };
}

async function answerOf(asked: ReturnType<Ask>): Promise<TxtAnswer> {
  try {
    return (await asked).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NODATA) return [];
    if (code === NOTFOUND) return 'noDomain';
    return code === SERVFAIL ? 'failed' : 'unanswered';
  }
}
