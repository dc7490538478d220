import type {
  addComplianceRule,
  ComplianceRule,
  RecordingMode,
  RuleTopic,
  Weekday,
} from '#contract/compliance.contract.ts';
import type { CallArgs } from '#contract/endpoint.ts';
import { plusDays } from '#rules/time/days.ts';

/** A rule as edited in the form: empty text means not set. */
export interface RuleDraft {
  readonly rule: RuleTopic;
  readonly jurisdiction: string;
  readonly channel: string;
  readonly purpose: string;
  readonly from: string;
  readonly to: string;
  /** None: every day. */
  readonly days: readonly Weekday[];
  readonly mode: RecordingMode;
  readonly hours_before: string;
  readonly years: string;
  readonly messages: string;
  readonly title: string;
  readonly source: string;
  readonly source_url: string;
  readonly starts_on: string;
  readonly ends_on: string;
}

export const emptyDraft = (today: string): RuleDraft => ({
  rule: 'hours',
  jurisdiction: 'US',
  channel: 'call',
  purpose: 'marketing',
  from: '08:00',
  to: '21:00',
  days: [],
  mode: 'announced',
  hours_before: '0',
  years: '10',
  messages: '3',
  title: '',
  source: '',
  source_url: '',
  starts_on: today,
  ends_on: '',
});

/** A rule that follows another starts as its copy, on the day after its last. */
export function draftAfter(rule: ComplianceRule, today: string): RuleDraft {
  const { value } = rule;
  const next = rule.ends_on === null ? today : plusDays(rule.ends_on, 1);
  return {
    ...emptyDraft(next < today ? today : next),
    rule: rule.rule,
    jurisdiction: rule.jurisdiction,
    channel: (hasReach(rule) && rule.channel) || '',
    purpose: rule.purpose ?? '',
    from: value.from ?? '08:00',
    to: value.to ?? '21:00',
    days: value.days ?? [],
    mode: value.mode ?? 'announced',
    hours_before: String(value.hours_before ?? 0),
    years: String(value.years ?? 10),
    messages: String(value.messages ?? 3),
    title: rule.title,
    source: rule.source,
    source_url: rule.source_url,
  };
}

type Body = CallArgs<typeof addComplianceRule>['body'];

/** Sharing has one channel and one purpose, and a daily limit counts all campaigns: neither is asked. */
export const hasReach = ({ rule }: Pick<RuleDraft, 'rule'>): boolean =>
  rule !== 'data_sharing' && rule !== 'daily_limit';

/** Calls alone are recorded: of that only the purpose is asked. */
export const hasWay = ({ rule }: Pick<RuleDraft, 'rule'>): boolean => hasReach({ rule }) && rule !== 'recording';

/** The draft with another topic; document retention covers every channel unless the user chooses one. */
export const ofTopic = (rule: RuleTopic): Partial<RuleDraft> =>
  rule === 'retention' || rule === 'scope_of_appointment' ? { rule, channel: '', purpose: '' } : { rule };

export const bodyOf = (draft: RuleDraft): Body => ({
  rule: draft.rule,
  jurisdiction: draft.jurisdiction,
  channel: ((hasWay(draft) && draft.channel) || null) as Body['channel'],
  purpose: (draft.rule === 'daily_limit' ? 'automated' : (hasReach(draft) && draft.purpose) || null) as Body['purpose'],
  value: valueOf(draft),
  title: draft.title,
  source: draft.source,
  source_url: draft.source_url,
  starts_on: draft.starts_on,
  ends_on: draft.ends_on || null,
});

function valueOf({ rule, from, to, days, mode, hours_before, years, messages }: RuleDraft): NonNullable<Body['value']> {
  if (rule === 'hours') return { from, to, ...(days.length > 0 && days.length < 7 && { days: [...days] }) };
  if (rule === 'consent' || rule === 'data_sharing') return { written: true };
  if (rule === 'recording') return { mode };
  if (rule === 'scope_of_appointment') return { hours_before: Number(hours_before) };
  if (rule === 'daily_limit') return { messages: Number(messages) };
  return rule === 'retention' ? { years: Number(years) } : {};
}
