import type { DomainFinding, DomainReason } from '#contract/mail/sending-domain.contract.ts';

/** What the DNS answers about the TXT records of a name. */
export type TxtAnswer = readonly string[] | 'noDomain' | 'unanswered' | 'failed';

/** Look-ups that one SPF record may cause. Source: RFC 7208, 4.6.4. */
export const MOST_LOOKUPS = 10;

type Judged = Pick<DomainFinding, 'reason' | 'found' | 'wanted' | 'lookups'>;

const judged = (reason: DomainReason, more: Partial<Judged> = {}): Judged => ({
  found: [],
  wanted: null,
  lookups: null,
  ...more,
  reason,
});

/** The reason of a look-up without records; `null`: there are some, or none. */
const failureOf = (answer: TxtAnswer): DomainReason | null =>
  answer === 'unanswered' ? 'no_answer' : answer === 'failed' ? 'server_failed' : null;

const of = (answer: TxtAnswer, start: RegExp): string[] =>
  typeof answer === 'string' ? [] : answer.filter((record) => start.test(record.trim()));

const SPF = /^v=spf1(?:\s|$)/i;
export const spfIn = (answer: TxtAnswer): string[] => of(answer, SPF);

/** Names that an SPF record sends a receiver on to, and the look-ups that its own terms take. */
export function termsOfSpf(record: string): { readonly next: readonly string[]; readonly lookups: number } {
  const terms = record.trim().split(/\s+/).slice(1);
  const onward = terms.flatMap((term) => /^[+?~-]?(?:include:|redirect=)(.+)$/i.exec(term)?.[1] ?? []);
  const asking = terms.filter((term) => /^[+?~-]?(?:a|mx|ptr|exists)(?:[:/].*)?$/i.test(term));
  return { next: onward, lookups: onward.length + asking.length };
}

/** `server`: the mail server that has to be among the senders. `lookups`: counted through all includes. */
export function judgeSpf(answer: TxtAnswer, server: string, lookups: number): Judged {
  const failure = failureOf(answer);
  if (failure !== null) return judged(failure);
  const fresh = `v=spf1 ${server === '' ? 'mx' : `a:${server}`} ~all`;
  if (answer === 'noDomain') return judged('no_domain', { wanted: fresh });
  const found = spfIn(answer);
  const [record] = found;
  if (record === undefined) return judged('missing', { wanted: fresh });
  if (found.length > 1) return judged('several', { found, wanted: joinedSpf(found) });
  const terms = record.trim().split(/\s+/).slice(1);
  if (
    terms.some(
      (term) => !/^[+?~-]?(?:all|ip[46]:\S+|(?:a|mx|ptr)(?:[:/]\S+)?|(?:include|exists):\S+|\w+=\S+)$/i.test(term),
    )
  )
    return judged('malformed', { found, wanted: fresh, lookups });
  if (lookups > MOST_LOOKUPS) return judged('too_many_lookups', { found, lookups });
  if (terms.some((term) => /^\+?all$/i.test(term)))
    return judged('open_to_all', { found, wanted: record.trim().replace(/\s\+?all\b/i, ' ~all'), lookups });
  return judged('right', { found, lookups });
}

/** One record with the senders of several, and the mildest end of them. */
function joinedSpf(records: readonly string[]): string {
  const terms = records.flatMap((record) => record.trim().split(/\s+/).slice(1));
  const senders = [...new Set(terms.filter((term) => !/^[+?~-]?all$/i.test(term)))];
  return ['v=spf1', ...senders, '~all'].join(' ');
}

const tagOf = (record: string, tag: string): string | null =>
  new RegExp(`(?:^|;)\\s*${tag}\\s*=([^;]*)`, 'i').exec(record)?.[1]?.replaceAll(/\s/g, '') ?? null;

/** `wanted`: the record of the key that mail is signed with; `null`: mail isn't signed here. */
export function judgeDkim(answer: TxtAnswer, wanted: string | null): Judged {
  if (wanted === null) return judged('not_signed');
  const failure = failureOf(answer);
  if (failure !== null) return judged(failure, { wanted });
  if (typeof answer === 'string') return judged('missing', { wanted });
  const found = answer.filter((record) => tagOf(record, 'p') !== null);
  const [record] = found;
  if (record === undefined) return judged('missing', { wanted });
  if (found.length > 1) return judged('several', { found, wanted });
  const key = tagOf(record, 'p');
  if (key === '') return judged('revoked', { found, wanted });
  return key === tagOf(wanted, 'p') ? judged('right', { found }) : judged('other_key', { found, wanted });
}

const DMARC = /^v=DMARC1\s*(?:;|$)/i;
export const dmarcIn = (answer: TxtAnswer): string[] => of(answer, DMARC);

const WANTED_DMARC = 'v=DMARC1; p=quarantine';

export function judgeDmarc(answer: TxtAnswer): Judged {
  const failure = failureOf(answer);
  if (failure !== null) return judged(failure);
  const found = dmarcIn(answer);
  const [record] = found;
  if (record === undefined) return judged('missing', { wanted: WANTED_DMARC });
  if (found.length > 1) return judged('several', { found, wanted: found[0] ?? WANTED_DMARC });
  const policy = tagOf(record, 'p')?.toLowerCase() ?? '';
  if (policy === 'none')
    return judged('only_watches', { found, wanted: record.replace(/p\s*=\s*none/i, 'p=quarantine') });
  return ['quarantine', 'reject'].includes(policy)
    ? judged('right', { found })
    : judged('malformed', { found, wanted: WANTED_DMARC });
}
