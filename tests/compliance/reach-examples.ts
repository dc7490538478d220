import type { Decision, RuleTopic } from '#contract/compliance.contract.ts';
import type { LedgerEntry } from '#rules/compliance/consent-ledger.ts';
import { type DatedRule, decide, type ReachFacts } from '#rules/compliance/contactability.ts';

let ids = 0;

export const rule = (topic: RuleTopic, more: Partial<DatedRule> = {}): DatedRule => ({
  id: (ids += 1),
  rule: topic,
  jurisdiction: 'US',
  channel: null,
  purpose: null,
  starts_on: '2000-01-01',
  ends_on: null,
  value: {},
  title: topic,
  source: 'a law',
  ...more,
});

export const entry = (kind: LedgerEntry['kind'], more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: (ids += 1),
  channel: 'any',
  kind,
  purpose: 'any',
  evidence: 'said so',
  given_at: '2026-01-01T00:00:00.000Z',
  expires_on: null,
  ...more,
});

export const contact = (more: Partial<ReachFacts> = {}): ReachFacts => ({
  state: 'NY',
  city: '',
  zip_code: '',
  phone: '+12125550142',
  email: 'jane@mail.test',
  email_status: 'valid',
  entries: [],
  alike: [],
  ...more,
});

/** A sales call, unless something else is asked. */
export const ask = (
  rules: readonly DatedRule[],
  facts: Partial<ReachFacts>,
  at: string,
  more: Partial<Pick<Decision, 'channel' | 'purpose'>> = {},
): Decision => decide(rules, contact(facts), { channel: 'call', purpose: 'marketing', ...more, at: new Date(at) });
