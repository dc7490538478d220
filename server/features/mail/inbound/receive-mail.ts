import type { Deps } from '../../../deps.ts';
import { findAccountOf } from './mail-events.sql.ts';
import { namedIn, type NamedEmail } from './mail-addresses.ts';
import { type IncomingMail, readMail, UnreadableMail } from './read-mail.ts';
import { takeAnswer } from './take-answer.ts';
import { takeReport } from './take-report.ts';

/** What became of a mail. `unknown`: it names none of ours; `repeated`: it was here before. */
export type Received = 'report' | 'answer' | 'repeated' | 'ignored' | 'unknown' | 'unreadable';

export interface RawMail {
  /** As it went over the wire (RFC 5322). */
  readonly raw: Buffer;
  /** The address that the mail server took it for; empty: the headers say it. */
  readonly recipient: string;
}

/** Takes a mail from outside: a report of a mail server, or an answer. Taken again, it changes nothing. */
export async function receiveMail(deps: Deps, { raw, recipient }: RawMail): Promise<Received> {
  const { inboundMail } = deps.config;
  if (inboundMail === null) return 'unknown';
  const mail = await readMail(raw).catch((error: unknown) => {
    if (error instanceof UnreadableMail) return null;
    throw error;
  });
  if (mail === null) return 'unreadable';
  const named = namedBy(deps, inboundMail.domain, mail, recipient);
  if (named === null) return 'unknown';
  const accountId = await findAccountOf(deps.pool, named.emailId);
  if (accountId === null) return 'unknown';
  if (mail.deliveries.length > 0) return takeReports(deps, accountId, named, mail);
  // A return path gets reports only: what else comes there is noise of mail servers.
  if (named.kind === 'b') return 'ignored';
  return takeAnswer(deps, accountId, named.emailId, mail);
}

/** By its own address first, then by what it answers or is about. */
function namedBy(
  { seal }: Pick<Deps, 'seal'>,
  domain: string,
  { addressed, answers, about }: IncomingMail,
  recipient: string,
): NamedEmail | null {
  const texts = [recipient, addressed, answers, about];
  return texts.flatMap((text) => namedIn(seal, domain, text))[0] ?? null;
}

async function takeReports(
  deps: Deps,
  accountId: number,
  { emailId }: NamedEmail,
  { id: providerId, deliveries }: IncomingMail,
): Promise<Received> {
  let isNew = false;
  for (const delivery of deliveries) {
    const taken = await takeReport(deps, accountId, { ...delivery, emailId, providerId, at: deps.now() });
    isNew ||= taken;
  }
  return isNew ? 'report' : 'repeated';
}
