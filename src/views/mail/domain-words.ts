import type { DomainProof, DomainReason } from '#contract/mail/sending-domain.contract.ts';

export const PROOFS: Readonly<Record<DomainProof, { readonly title: string; readonly about: string }>> = {
  spf: { title: 'SPF', about: 'Lists the servers that may send e-mail for your domain.' },
  dkim: { title: 'DKIM', about: 'Signs each e-mail, so that receivers see it is yours and unchanged.' },
  dmarc: { title: 'DMARC', about: 'Tells receivers what to do with e-mail that fails both.' },
};

interface ReasonWords {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly state: string;
  readonly text: string;
}

export const REASONS: Readonly<Record<DomainReason, ReasonWords>> = {
  right: { tone: 'good', state: 'Right', text: '' },
  missing: { tone: 'bad', state: 'Missing', text: 'Add the record below.' },
  no_domain: {
    tone: 'bad',
    state: 'No such domain',
    text: "The DNS doesn't know this domain. Check its spelling and whether it's still registered.",
  },
  several: {
    tone: 'bad',
    state: 'More than one record',
    text: 'Receivers ignore all of them. Keep one only.',
  },
  malformed: { tone: 'bad', state: 'Broken', text: "Receivers can't read this record. Replace it." },
  too_many_lookups: {
    tone: 'bad',
    state: 'Too many look-ups',
    text: 'Receivers stop after 10 look-ups and reject the record. Remove senders you no longer use.',
  },
  open_to_all: {
    tone: 'bad',
    state: 'Open to everyone',
    text: 'Every server may send as you. End the record with ~all.',
  },
  other_key: {
    tone: 'bad',
    state: 'Another key',
    text: "The record has another key than the one e-mail is signed with, so signatures don't match. Replace it.",
  },
  revoked: { tone: 'bad', state: 'Key revoked', text: 'The record has no key. Replace it.' },
  not_signed: {
    tone: 'warn',
    state: 'Not signed here',
    text: 'Your mail provider may sign e-mail itself. If it doesn’t, ask the operator of this installation to set a DKIM key.',
  },
  only_watches: {
    tone: 'warn',
    state: 'Only watching',
    text: 'p=none lets forged e-mail through. Once your own e-mail passes, change it to p=quarantine.',
  },
  no_answer: {
    tone: 'warn',
    state: 'No answer',
    text: "The name servers didn't answer in time. Check again in a few minutes.",
  },
  server_failed: {
    tone: 'bad',
    state: 'Name server error',
    text: 'Your name servers answer with an error (SERVFAIL). Ask your DNS provider; DNSSEC is a common cause.',
  },
};
