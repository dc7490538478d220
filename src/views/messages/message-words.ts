import type {
  Conversation,
  ConversationFilter,
  ConversationLine,
  Text,
  TextAttachment,
  TextStatus,
} from '#contract/messages/text.contract.ts';
import { type CallOutcome, MISSED_OUTCOMES } from '#contract/phone/call.contract.ts';
import { durationText } from '#rules/time/duration-text.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import { ACTIVITY_WORDS } from '../timeline/entry-words.ts';
import { formatDate, formatTime, formatWhen, type Instant } from '../_kit/format/format-when.ts';

export const FILTER_WORDS: Readonly<Record<ConversationFilter, string>> = {
  open: 'Open',
  unread: 'Unread',
  waiting: 'Waiting for them',
  scheduled: 'Scheduled',
  failed: 'Failed',
  review: 'Needs review',
  opted_out: 'Opted out',
  closed: 'Closed',
};

/** Title and next step of a list without conversations. */
export const EMPTY_WORDS: Readonly<Record<ConversationFilter, readonly [title: string, text: string]>> = {
  open: [
    'No open conversations',
    'Text, call or e-mail a contact, or wait to hear from one. Conversations appear here.',
  ],
  unread: ['Nothing unread', 'New texts, e-mail replies and missed calls appear here.'],
  waiting: ['No one to wait for', 'Conversations appear here until the person answers your last text or e-mail.'],
  scheduled: ['Nothing scheduled', 'Texts that you schedule, or that wait for the allowed hours, appear here.'],
  failed: ['No failed messages', 'Texts and e-mails that weren’t delivered appear here with the reason.'],
  review: ['Nothing to review', 'Texts that may be an opt-out in free words appear here until you decide.'],
  opted_out: ['No opt-outs', 'People who opted out of texts appear here.'],
  closed: [
    'No closed conversations',
    'Conversations that you close appear here. A new text, call or e-mail opens them again.',
  ],
};

/** The other side of a conversation: the name, else the number. */
export const nameOf = ({ contact, phone }: Pick<Conversation, 'contact' | 'phone'>): string =>
  contact?.name || (phone === '' ? 'No name' : formatPhone(phone));

/** "today 2:30 PM", "tomorrow 9:15 AM", else "11/30/2026 8:00 AM". */
export function momentText(at: Instant, zone: string, now: Instant): string {
  const [when, time] = [formatWhen(at, zone, now), formatTime(at, zone)];
  return when.endsWith(time) ? `${when.charAt(0).toLowerCase()}${when.slice(1)}` : `${formatDate(at, zone)} ${time}`;
}

/** How they are addressed in a sentence: the first name, else the number. */
export const firstNameOf = (name: string): string => (/^[\d+(]/u.test(name) ? name : (name.split(' ')[0] ?? name));

const ENDED: Readonly<Partial<Record<CallOutcome, string>>> = {
  no_answer: 'no answer',
  busy: 'busy',
  rejected: 'declined',
  cancelled: 'canceled',
  unavailable: 'unavailable',
  failed: 'failed',
};

/** A call or an e-mail in the list: "Missed call", "Outbound call · 0:22", "E-mail: Two plans". */
export function lineText(line: ConversationLine): string {
  if (line.of === 'mail') return `E-mail: ${line.subject}`;
  if (line.of === 'activity') return ACTIVITY_WORDS[line.type].logged;
  const { direction, outcome, seconds } = line;
  if (direction === 'inbound' && outcome !== null && MISSED_OUTCOMES.includes(outcome)) return 'Missed call';
  const way = direction === 'inbound' ? 'Inbound call' : 'Outbound call';
  if (outcome === null) return `${way} in progress`;
  const end = seconds > 0 ? durationText(seconds) : ENDED[outcome];
  return end === undefined ? way : `${way} · ${end}`;
}

export const segmentsText = (segments: number): string => formatCounted(segments, 'segment', 'segments');

/** "Picture", "3 files". Empty: none. */
export function attachmentsText(attachments: readonly Pick<TextAttachment, 'type'>[] | number): string {
  const count = typeof attachments === 'number' ? attachments : attachments.length;
  return count === 0 ? '' : formatCounted(count, 'attachment', 'attachments');
}

const AT: Readonly<Partial<Record<TextStatus, string>>> = { sent: 'Sent', delivered: 'Delivered' };

/** Delivery of a text in plain words. */
export function deliveryText(text: Text, zone: string, now: Instant): string {
  const { status, reason, held_until: until } = text;
  const because = reason === '' ? '' : `: ${reason}`;
  switch (status) {
    case 'received':
      return formatTime(text.created_at, zone);
    case 'sent':
    case 'delivered': {
      const at = (status === 'delivered' ? text.delivered_at : text.sent_at) ?? text.created_at;
      const isSameDay = formatDate(at, zone) === formatDate(text.created_at, zone);
      return `${AT[status]} ${isSameDay ? formatTime(at, zone) : momentText(at, zone, now)}`;
    }
    case 'held':
      return `${until === null ? 'Scheduled' : `Scheduled for ${momentText(until, zone, now)}`}${because}`;
    case 'queued':
      return 'Queued';
    case 'sending':
      return 'Sending…';
    case 'unconfirmed':
      return `Not confirmed${because}`;
    case 'failed':
      return `Not delivered${because}`;
    case 'canceled':
      return reason || 'Canceled';
  }
}

export const AUTOMATIC_WORDS: Readonly<Record<NonNullable<Text['automatic']>, string>> = {
  opt_out: 'Automatic reply to the opt-out',
  opt_in: 'Automatic reply to the opt-in',
  help: 'Automatic reply to HELP',
};

export const ASKS_WORDS: Readonly<Record<NonNullable<Text['asks']>, string>> = {
  opt_out: 'Opted out of texts',
  opt_in: 'Opted in to texts again',
  help: 'Asked for help',
  revocation: 'May be an opt-out',
};
