import type {
  Broadcast,
  BroadcastChannel,
  BroadcastStatus,
  Recipient,
  RecipientOutcome,
  RecipientReason,
  Schedule,
} from '#contract/broadcasts/broadcast.contract.ts';
import { doneOf, secondsLeft, toGoOf } from '#rules/broadcasts/audience.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { clockWords } from '#rules/time/zoned-time.ts';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatDuration } from '../_kit/format/format-duration.ts';
import { formatPlainDate, formatWhen } from '../_kit/format/format-when.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

interface Words {
  readonly text: string;
  readonly tone?: Tone;
}

export const STATUS_WORDS: Readonly<Record<BroadcastStatus, Words>> = {
  draft: { text: 'Draft' },
  scheduled: { text: 'Scheduled', tone: 'info' },
  sending: { text: 'Sending' },
  paused: { text: 'Paused', tone: 'warn' },
  done: { text: 'Sent', tone: 'good' },
  stopped: { text: 'Stopped', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
};

export const CHANNEL_WORDS: Readonly<Record<BroadcastChannel, string>> = { text: 'Text', mail: 'E-mail' };

/** "2,040 texts", "1 e-mail" */
export const formatMessages = (count: number, channel: BroadcastChannel): string =>
  channel === 'text' ? formatCounted(count, 'text', 'texts') : formatCounted(count, 'e-mail', 'e-mails');

/** "2,040 people" */
export const formatPeople = (count: number): string => formatCounted(count, 'person', 'people');

type ByChannel = Readonly<Record<BroadcastChannel, string>>;
const both = (text: string): ByChannel => ({ text, mail: text });

/** Why a contact gets nothing, and what it means. */
export const REASON_WORDS: Readonly<Record<RecipientReason, { readonly label: ByChannel; readonly why: ByChannel }>> = {
  not_seen: { label: both('No access'), why: both('Unknown, or no longer yours to see') },
  deleted: { label: both('Deleted'), why: both('In your deleted contacts') },
  no_address: {
    label: { text: 'No phone number', mail: 'No e-mail address' },
    why: { text: 'No number on file that takes texts', mail: 'No address on file' },
  },
  address_invalid: {
    label: { text: 'Number can’t be texted', mail: 'E-mail bounces' },
    why: { text: 'Earlier texts failed', mail: 'Earlier e-mail to this address came back' },
  },
  deceased: { label: both('Deceased'), why: both('Their family is in aftercare') },
  landline: { label: both('Landline'), why: both('The number takes no texts, as looked up') },
  number_invalid: { label: both('Not in service'), why: both('The number doesn’t exist, as looked up') },
  withdrawn: {
    label: { text: 'Opted out of texts', mail: 'Opted out of e-mail' },
    why: { text: 'Replied STOP or asked you to stop', mail: 'Unsubscribed or asked you to stop' },
  },
  do_not_call: { label: both('On a Do Not Call list'), why: both('National, state or your agency’s') },
  no_consent: {
    label: { text: 'No consent for marketing texts', mail: 'No consent for marketing e-mail' },
    why: both('Record consent on the contact to include them'),
  },
  expired: { label: both('Consent expired'), why: both('Ask them again to include them') },
  duplicate: {
    label: { text: 'Same number as another', mail: 'Same address as another' },
    why: { text: 'One text per number', mail: 'One e-mail per address' },
  },
  empty_field: { label: both('A merge field is empty'), why: both('Nothing to fill in for them') },
  too_long: { label: both('Too long'), why: both('Too many characters once filled in') },
  address_changed: {
    label: { text: 'Number changed', mail: 'Address changed' },
    why: both('Changed since the audience was counted'),
  },
  too_late: { label: both('Not in time'), why: both('The hours of that day were over where they live') },
  daily_limit: {
    label: both('Daily limit'),
    why: both('They got as many campaign messages that day as your rules allow'),
  },
  canceled: { label: both('Canceled'), why: both('Canceled one by one') },
};

export const OUTCOME_WORDS: Readonly<Record<RecipientOutcome, Words>> = {
  left_out: { text: 'Held back', tone: 'warn' },
  waiting: { text: 'Waiting' },
  sending: { text: 'Sending' },
  sent: { text: 'Sent' },
  delivered: { text: 'Delivered', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  held_back: { text: 'Held back', tone: 'warn' },
  stopped: { text: 'Canceled', tone: 'warn' },
};

/** Outcome of one person, with what they did about it. */
export function outcomeOf({ outcome, reply, opted_out_at }: Recipient): Words {
  if (opted_out_at !== null) return { text: 'Opted out', tone: 'warn' };
  return reply === null ? OUTCOME_WORDS[outcome] : { text: 'Replied', tone: 'info' };
}

/** Why, or what came of it. Empty: the outcome says it. */
export function whyOf(
  { reason, field, detail, reply, segments, outcome }: Recipient,
  channel: BroadcastChannel,
): string {
  if (reply !== null) return `“${reply.body}”`;
  if (detail !== '') return detail;
  if (reason === 'empty_field' && field !== '') return `${field} is empty`;
  if (reason !== null) return REASON_WORDS[reason].label[channel];
  if (channel === 'text' && (outcome === 'sent' || outcome === 'delivered'))
    return formatCounted(segments, 'segment', 'segments');
  return '';
}

export const sentenceOf = ({ sentence }: Pick<Broadcast, 'sentence'>): string => sentence || 'Selected individually';

/** "1,188 of 2,040 texts" */
export const doneWords = ({ progress, audience, channel }: Broadcast): string =>
  audience === null
    ? formatMessages(doneOf(progress), channel)
    : `${formatCount(doneOf(progress))} of ${formatMessages(audience.recipients, channel)}`;

export const barState = ({ status }: Broadcast): 'running' | 'paused' | 'done' =>
  status === 'sending' || status === 'scheduled' || status === 'draft'
    ? 'running'
    : status === 'done'
      ? 'done'
      : 'paused';

/** Milliseconds until the last one at this rate; `null`: nothing goes at the moment. */
export function timeLeftOf({ progress, rate, next_at }: Broadcast): number | null {
  if (next_at !== null) return null;
  const seconds = secondsLeft(toGoOf(progress), rate);
  return seconds === null ? null : seconds * 1_000;
}

/** Times that the lists of people are read again while a broadcast is sent. Ours. */
const READS = 50;

/** Changes when the lists of people are worth reading again: each fact would read them every second. */
export function peopleVersion({ status, progress, audience, version }: Broadcast): string {
  if (status !== 'sending') return `${status} ${version}`;
  return `${status} ${Math.floor((READS * doneOf(progress)) / Math.max(1, audience?.recipients ?? 0))} ${progress.replied}`;
}

/** "6 a second, 36 s left", or the state. */
export function paceWords(broadcast: Broadcast): string {
  if (broadcast.status !== 'sending') return STATUS_WORDS[broadcast.status].text;
  if (broadcast.next_at !== null) return 'Waiting for the allowed hours';
  const left = timeLeftOf(broadcast);
  return left === null ? 'Starting' : `${rateWords(broadcast.rate)}, ${formatDuration(left)} left`;
}

export const rateWords = (rate: number): string => paceOf(rate).join(' ');

/** A rate as a number and its unit, per minute below one a second. */
export const paceOf = (rate: number): readonly [string, string] =>
  rate >= 1
    ? [formatCount(Math.round(rate)), 'a second']
    : [formatCount(Math.max(1, Math.round(rate * 60))), 'a minute'];

/** "1,171 sent, 8 failed, 9 held back"; what did not happen is left out. */
export function countWords({ progress: { sent, delivered, failed, held_back, stopped } }: Broadcast): string {
  const parts = [
    [sent + delivered, 'sent'],
    [failed, 'failed'],
    [held_back, 'held back'],
    [stopped, 'canceled'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ');
}

/** The end in one sentence. */
export function noticeOf(broadcast: Broadcast): { readonly tone: Tone; readonly text: string } {
  const { status, name, failure } = broadcast;
  const counts = countWords(broadcast) || 'nothing sent';
  if (status === 'failed') return { tone: 'bad', text: `${name} failed: ${failure ?? counts}` };
  if (status === 'stopped') return { tone: 'warn', text: `${name} stopped: ${counts}` };
  return { tone: 'good', text: `${name} is complete: ${counts}` };
}

/** "Now", "Tomorrow 10:00 AM", "11/20/2026, 10:00 AM to 6:00 PM their time" */
export function scheduleWords(schedule: Schedule, zone: string, now: Date): string {
  if (schedule.kind === 'now') return 'Now';
  if (schedule.kind === 'at') return formatWhen(schedule.send_at, zone, now);
  return `${formatPlainDate(schedule.day)}, ${clockWords(schedule.from)} to ${clockWords(schedule.until)} their time`;
}

/** "$24.85" */
export const formatDollars = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const ZONE_WORDS: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
  'America/Puerto_Rico': 'Atlantic',
};

/** "Eastern"; other zones by their city. */
export const zoneWords = (zone: string): string =>
  ZONE_WORDS[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** "1-915-555-0133", or the e-mail address as it is. */
export const addressWords = (address: string): string => (address.startsWith('+') ? formatPhone(address) : address);
