import type {
  Channel,
  ComplianceRule,
  ConsentEntry,
  Decision,
  Purpose,
  Reason,
  RecordingMode,
  RuleTopic,
  Weekday,
} from '#contract/compliance.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { clockWords } from '#rules/time/zoned-time.ts';

export const CHANNEL_WORDS: Readonly<Record<Channel | 'any', string>> = {
  call: 'Calls',
  text: 'Text messages',
  mail: 'E-mail',
  share: 'Data sharing',
  any: 'Calls, text messages and e-mail',
};

export const PURPOSE_WORDS: Readonly<Record<Purpose | 'any', string>> = {
  service: 'Service calls',
  marketing: 'Marketing (manual)',
  automated: 'Marketing (autodialed or prerecorded)',
  any: 'Anything',
};

export const KIND_WORDS: Readonly<Record<ConsentEntry['kind'], string>> = {
  given: 'Consent given',
  withdrawn: 'Opted out',
  do_not_call: 'On a Do Not Call list',
};

export const SOURCE_WORDS: Readonly<Record<ConsentEntry['source'], string>> = {
  asked: 'Verbal',
  form: 'Form',
  letter: 'Letter',
  mail: 'E-mail',
  text: 'Text message',
  import: 'Import',
  scrub: 'List check',
  other: 'Other',
};

export const TOPIC_WORDS: Readonly<Record<RuleTopic, string>> = {
  hours: 'Calling hours',
  consent: 'Consent',
  do_not_call: 'Do not call',
  opt_out: 'Opt-outs',
  data_sharing: 'Data sharing',
  scope_of_appointment: 'Scope of appointment',
  recording: 'Call recording',
  retention: 'Record retention',
  daily_limit: 'Daily limit',
};

export const MODE_WORDS: Readonly<Record<RecordingMode, string>> = {
  announced: 'Announced, then recorded',
  consented: 'Recorded with consent',
  locked: "Always recorded, can't be stopped",
};

/** Subject of a consent or refusal: "Texts, marketing by hand". */
export const aboutWords = ({ channel, purpose, kind }: Pick<ConsentEntry, 'channel' | 'purpose' | 'kind'>): string => {
  const ways = channel === 'any' && kind === 'withdrawn' ? 'All channels' : CHANNEL_WORDS[channel];
  return purpose === 'any' ? ways : `${ways}: ${PURPOSE_WORDS[purpose].toLowerCase()}`;
};

const DAYS: Readonly<Record<Weekday, string>> = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
};
export const dayWords = (day: Weekday): string => DAYS[day];

/** Requirement of a rule in a few words. Empty when its title is enough. */
export function valueWords({ rule, value }: Pick<ComplianceRule, 'rule' | 'value'>): string {
  if (rule === 'hours') {
    const days = value.days === undefined ? '' : `, ${value.days.map((day) => DAYS[day].slice(0, 3)).join(' ')}`;
    return `${clockWords(value.from ?? '00:00')} to ${clockWords(value.to ?? '24:00')}${days}`;
  }
  if (rule === 'recording') return MODE_WORDS[value.mode ?? 'announced'];
  if (rule === 'retention') return value.years === 1 ? '1 year' : `${value.years ?? ''} years`;
  if (rule === 'daily_limit')
    return value.messages === 1 ? '1 message a day' : `${value.messages ?? ''} messages a day`;
  if (rule === 'scope_of_appointment') {
    return value.hours_before ? `${value.hours_before} hours before` : 'Any time before';
  }
  return value.written === true ? 'In writing' : '';
}

/** People and purposes that a rule covers. */
export function reachWords({ channel, purpose }: Pick<ComplianceRule, 'channel' | 'purpose'>): string {
  if (channel === 'share') return CHANNEL_WORDS.share;
  const ways = channel === null ? 'All channels' : CHANNEL_WORDS[channel];
  if (purpose === null || purpose === 'service') return ways;
  return `${ways}, ${purpose === 'marketing' ? 'marketing' : 'automated marketing'}`;
}

export interface Glance {
  readonly tone: 'good' | 'warn' | 'bad' | 'info';
  readonly word: string;
  /** Why, one sentence. */
  readonly why: string;
  /** Next permitted time. `null`: now, or unknown. */
  readonly nextAt: string | null;
}

/** Service messages of a channel, and automated ones. */
const MESSAGES: Readonly<Record<Channel, readonly [service: string, automated: string]>> = {
  call: ['Service calls', 'autodialed and prerecorded calls'],
  text: ['Service texts', 'automated texts'],
  mail: ['Service e-mails', 'automated e-mails'],
  share: ['', ''],
};

function notAutomatic(reason: Reason, channel: Channel): string {
  const [, automated] = MESSAGES[channel];
  if (reason === 'no_consent') return `No consent to ${automated}.`;
  if (reason === 'expired') return `Their consent to ${automated} has expired.`;
  if (reason === 'withdrawn') return `They opted out of ${automated}.`;
  return reason === 'do_not_call' ? 'The number is on a Do Not Call list.' : '';
}

/** Reasons that no consent and no hour changes. */
const IMPOSSIBLE: readonly Reason[] = ['deceased', 'no_address', 'address_invalid', 'landline', 'number_invalid'];

/** Summary of a channel: marketing by hand decides it, the other purposes qualify it. */
export function glanceOf(decisions: readonly Decision[], channel: Channel): Glance | null {
  const of = (purpose: Purpose) => decisions.find((one) => one.channel === channel && one.purpose === purpose);
  const [service, selling, automatic] = [of('service'), of('marketing'), of('automated')];
  const main = channel === 'share' ? service : selling;
  if (main === undefined) return null;
  const why = decisionSentence(main);
  const nextAt = main.next_at;
  if (IMPOSSIBLE.includes(main.reason)) {
    return { tone: 'info', word: 'Not possible', why, nextAt };
  }
  if (!main.allowed && nextAt !== null) return { tone: 'warn', word: 'Not now', why, nextAt };
  if (!main.allowed && (main.reason === 'no_consent' || main.reason === 'expired')) {
    return { tone: 'warn', word: 'No consent', why, nextAt };
  }
  if (!main.allowed && service?.allowed === true) {
    const word = main.reason === 'do_not_call' ? 'Do Not Call' : 'No marketing';
    return { tone: 'bad', word, why: `${why} ${MESSAGES[channel][0]} are allowed.`, nextAt };
  }
  if (!main.allowed) return { tone: 'bad', word: 'Not allowed', why, nextAt };
  if (automatic?.allowed === false && automatic.reason !== 'outside_hours' && automatic.reason !== 'daily_limit') {
    return { tone: 'good', word: 'Manual only', why: notAutomatic(automatic.reason, channel), nextAt };
  }
  return { tone: 'good', word: 'Allowed', why, nextAt };
}
