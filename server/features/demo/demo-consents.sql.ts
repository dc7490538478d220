import type { Tx } from '../../db/tx.ts';

/** Statements of contacts, by their share: one in `every`, from the first after `from`. */
const SAID = [
  {
    channel: 'share',
    kind: 'given',
    purpose: 'any',
    evidence: 'Signed the form that names our partner agencies.',
    source: 'form',
    every: 2,
    from: 0,
    days: 200,
  },
  {
    channel: 'any',
    kind: 'given',
    purpose: 'automated',
    evidence: 'Ticked the box of the web form.',
    source: 'form',
    every: 9,
    from: 1,
    days: 120,
  },
  {
    channel: 'any',
    kind: 'given',
    purpose: 'automated',
    evidence: 'Business reply card, good for a year.',
    source: 'letter',
    every: 12,
    from: 5,
    days: 390,
    runs: 365,
  },
  {
    channel: 'call',
    kind: 'do_not_call',
    purpose: 'marketing',
    evidence: 'Found on the national do-not-call list.',
    source: 'scrub',
    every: 14,
    from: 3,
    days: 25,
  },
  {
    channel: 'mail',
    kind: 'withdrawn',
    purpose: 'marketing',
    evidence: 'Clicked the link at the end of a mail.',
    source: 'mail',
    every: 24,
    from: 7,
    days: 12,
  },
  {
    channel: 'any',
    kind: 'withdrawn',
    purpose: 'any',
    evidence: 'Wrote back: please leave me alone.',
    source: 'text',
    every: 60,
    from: 11,
    days: 4,
  },
] as const;

/** Consent that holds and consent that ran out, hits of do-not-call lists, withdrawals; half agreed to sharing. */
export const insertDemoConsents = (tx: Tx, accountId: number, now: Date) =>
  tx.raw(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, expires_on, created_at)
     select c.account_id, c.id, s.channel, s.kind, s.purpose, s.evidence, s.source, $2::timestamptz - s.days * interval '1 day',
       ($2::timestamptz - (s.days - s.runs) * interval '1 day')::date, $2::timestamptz - s.days * interval '1 day'
     from contacts c join json_to_recordset($3) as s(channel text, kind text, purpose text, evidence text, source text,
       every int, "from" int, days int, runs int) on c.number % s.every = s."from"
     where c.account_id = $1`,
    [accountId, now, JSON.stringify(SAID)],
  );
