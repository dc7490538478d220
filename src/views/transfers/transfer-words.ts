import type {
  KeptReason,
  TransferAttempt,
  TransferPreview,
  TransferReason,
  TransferRow,
} from '#contract/transfers.contract.ts';
import { timeLeftMs } from '../../machines/imports/time-left.ts';
import { isRunning, progressOf, stageOf, type TransferStage } from '../../machines/transfers/transfer-stage.ts';
import { formatContacts, formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatDuration } from '../_kit/format/format-duration.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

interface Named {
  readonly name: string;
}

/** "Priya Raman", "Priya Raman and Bo Lund", "Priya Raman, Bo Lund and 3 others". */
export function namesOf(people: readonly Named[]): string {
  const [first, second, ...others] = people.map(({ name }) => name);
  if (others.length > 0) return `${first}, ${second} and ${formatCounted(others.length, 'other', 'others')}`;
  return [first, second].filter(Boolean).join(' and ');
}

/** "1,204 contacts to Priya Raman" */
export const transferTitle = ({ total, to }: Pick<TransferAttempt, 'total' | 'to'>): string =>
  `${total === 0 ? 'Contacts' : formatContacts(total)} to ${namesOf(to)}`;

export const sentenceOf = ({ sentence }: Pick<TransferAttempt, 'sentence'>): string =>
  sentence || 'Selected individually';

export const REASON_WORDS: Readonly<Record<TransferReason, string>> = {
  not_seen: "not found, or you don't have access",
  not_theirs: "you can't transfer them",
  deleted: 'deleted',
  no_consent: 'no consent to share their data',
  transferred_meanwhile: 'transferred to someone else',
  owner_gone: 'the new owner can no longer receive them',
};

export const KEPT_WORDS: Readonly<Record<KeptReason, string>> = {
  changed_since: 'changed since',
  deleted_since: 'deleted since',
  transferred_since: 'transferred again since',
  owner_gone: 'the previous owner can no longer receive it',
  not_seen: 'you no longer have access',
};

export const STAGE_WORDS: Readonly<Record<TransferStage, { readonly text: string; readonly tone?: Tone }>> = {
  queued: { text: 'Queued' },
  processing: { text: 'Transferring' },
  cancelling: { text: 'Canceling' },
  cancelled: { text: 'Canceled', tone: 'warn' },
  complete: { text: 'Complete', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  reverting: { text: 'Reverting' },
  reverted: { text: 'Reverted', tone: 'info' },
  partlyReverted: { text: 'Partly reverted', tone: 'info' },
};

/** Title of an event; an unlisted event has its sentence only. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  asked: 'Requested',
  began: 'Started',
  resumed: 'Resumed',
  chunk: 'Transferred',
  cancelling: 'Canceling',
  cancelled: 'Canceled',
  complete: 'Complete',
  failed: 'Failed',
  retried: 'Retried',
  revert_asked: 'Revert requested',
  put_back: 'Reverting',
  reverted: 'Reverted',
  revert_failed: 'Revert failed',
};

/** Sentence of an event without its title. */
export const eventSentence = (event: string, text: string): string => {
  const said = `${EVENT_WORDS[event]}: `;
  return text.startsWith(said) ? text.slice(said.length) : text;
};

/** Preview of a transfer, one sentence each. */
export function previewSentences(
  { counts, by_reason, owners, owner_count, open, consent }: TransferPreview,
  to: readonly Named[],
): readonly string[] {
  const { moved, unchanged } = counts;
  const inTurn = to.length > 1 ? ', split evenly' : '';
  const goAlong = [
    open.follow_ups > 0 ? formatCounted(open.follow_ups, 'open follow-up', 'open follow-ups') : '',
    open.active_policies > 0 ? formatCounted(open.active_policies, 'active policy', 'active policies') : '',
    open.waiting_emails > 0 ? formatCounted(open.waiting_emails, 'waiting e-mail', 'waiting e-mails') : '',
  ].filter(Boolean);
  return [
    moved === 0
      ? 'No contacts would be transferred.'
      : `${formatContacts(moved)} will be transferred to ${namesOf(to)}${inTurn}.`,
    ...(moved > 0 && owners.length > 0 ? [`From ${fromWords(owners, owner_count)}.`] : []),
    ...(unchanged > 0
      ? [`${formatCount(unchanged)} already ${unchanged === 1 ? 'belongs' : 'belong'} to the new owner.`]
      : []),
    // The rule itself explains consent.
    ...by_reason
      .filter(({ reason }) => reason !== 'no_consent' || consent.rule === null)
      .map(({ reason, contacts }) => `${formatCount(contacts)} skipped: ${REASON_WORDS[reason]}.`),
    ...(goAlong.length > 0 ? [`Included: ${goAlong.join(', ')}.`] : []),
    ...(open.in_other_work > 0
      ? [`${formatCount(open.in_other_work)} ${open.in_other_work === 1 ? 'is' : 'are'} part of another running job.`]
      : []),
  ];
}

const OWNERS_NAMED = 3;

/** "Ada Agent (1,000), Bo Lund (204) and 2 others" */
function fromWords(owners: TransferPreview['owners'], count: number): string {
  const named = owners.slice(0, OWNERS_NAMED).map(({ user, contacts }) => `${user.name} (${formatCount(contacts)})`);
  const others = count - named.length;
  return others > 0 ? `${named.join(', ')} and ${formatCounted(others, 'other', 'others')}` : named.join(', ');
}

/** Requirement of the consent rule. `null`: no rule applies. */
export function consentSentence({ consent }: TransferPreview): string | null {
  const { rule, needed, given, missing, withdrawn } = consent;
  if (rule === null) return null;
  const forbidden =
    withdrawn === 0 ? '' : ` ${formatCount(withdrawn)} opted out and will be skipped, even with paper consent.`;
  if (missing === 0 && withdrawn === 0)
    return needed === 0 ? 'No consent needed.' : `Consent on file for all ${formatCount(given)}.`;
  return `Consent to share data: ${formatCount(given)} of ${formatCount(needed)} on file, ${formatCount(missing)} missing.${forbidden}`;
}

/** Outcome in one sentence. */
export function outcomeOf(attempt: TransferAttempt): { tone: Tone; text: string } {
  const { counts, failure, put_back, to } = attempt;
  const moved = `${formatContacts(counts.moved)} transferred to ${namesOf(to)}`;
  const left = counts.left > 0 ? `, ${formatCount(counts.left)} skipped` : '';
  const kept = (put_back?.kept ?? 0) > 0 ? `, ${formatCount(put_back?.kept ?? 0)} not reverted` : '';
  const back = `${formatContacts(put_back?.put_back ?? 0)} returned${kept}.`;
  if (failure !== null) return { tone: 'bad', text: failure };
  switch (stageOf(attempt)) {
    case 'failed':
      return { tone: 'bad', text: 'Failed for an unknown reason.' };
    case 'cancelled':
      return { tone: 'warn', text: `Canceled: ${moved}${left}.` };
    case 'reverted':
      return { tone: 'info', text: `Reverted: ${back}` };
    case 'partlyReverted':
      return { tone: 'info', text: `Partly reverted: ${back}` };
    default:
      return { tone: counts.left > 0 ? 'warn' : 'good', text: `${moved}${left}.` };
  }
}

/** Outcome as a toast: recipients see the sender's name. */
export function noticeOf(attempt: TransferAttempt, readerId: number): { tone: Tone; text: string } {
  const { user, to, counts } = attempt;
  const isReceived = user.id !== readerId && to.some(({ id }) => id === readerId);
  if (!isReceived || stageOf(attempt) !== 'complete' || attempt.failure !== null) return outcomeOf(attempt);
  return {
    tone: 'info',
    text: `${user.name} transferred ${formatContacts(counts.moved)} to ${namesToReader(to, readerId)}.`,
  };
}

const namesToReader = (to: readonly (Named & { id: number })[], readerId: number): string =>
  to.length === 1
    ? 'you'
    : `you and ${formatCounted(to.filter(({ id }) => id !== readerId).length, 'other', 'others')}`;

/** "4,000 of 12,431 contacts" */
export function doneWords(attempt: TransferAttempt): string {
  const { done, total } = progressOf(attempt);
  return `${formatCount(done)} of ${formatContacts(total)}${attempt.revert ? ' checked' : ''}`;
}

/** Milliseconds until the last contact. `null` while unknown, or not moving. */
export function timeLeftOf(attempt: TransferAttempt): number | null {
  const { done, total } = progressOf(attempt);
  const stage = stageOf(attempt);
  if (done === 0 || (stage !== 'processing' && stage !== 'reverting')) return null;
  // The duration of the transfer doesn't predict its revert.
  const active_ms = stage === 'processing' ? attempt.active_ms : 0;
  return timeLeftMs({ total_rows: total, done_rows: done, rate: attempt.rate, active_ms });
}

/** Minimum milliseconds for showing the remaining time. Our choice: less is over before it is read. */
const TOLD_FROM_MS = 1_000;

/** "5 s left", or why it does not move. */
export function paceWords(attempt: TransferAttempt): string {
  const left = timeLeftOf(attempt);
  return left === null || left < TOLD_FROM_MS ? STAGE_WORDS[stageOf(attempt)].text : `${formatDuration(left)} left`;
}

export function barState(attempt: TransferAttempt): 'running' | 'paused' | 'done' {
  if (isRunning(attempt)) return 'running';
  const stage = stageOf(attempt);
  return stage === 'cancelled' || stage === 'failed' ? 'paused' : 'done';
}

/** Outcome for one contact, with the reason. */
export function rowWords(row: TransferRow): { text: string; tone?: Tone; why: string } {
  const { outcome, put_back, kept } = row;
  if (outcome === 'unchanged') return { text: 'Already theirs', why: '' };
  if (outcome === 'left') return { text: 'Skipped', tone: 'warn', why: leftWords(row) };
  if (put_back === true) return { text: 'Reverted', tone: 'info', why: '' };
  if (kept !== null) return { text: 'Not reverted', tone: 'warn', why: KEPT_WORDS[kept] };
  return { text: 'Transferred', tone: 'good', why: '' };
}

function leftWords({ reason, first_transfer_id }: TransferRow): string {
  if (first_transfer_id !== null) return 'another transfer ran first';
  return reason === null ? '' : ROW_REASON_WORDS[reason];
}

/** Labels for a single contact. */
const ROW_REASON_WORDS: typeof REASON_WORDS = {
  ...REASON_WORDS,
  no_consent: 'no consent to share their data',
  owner_gone: 'the new owner can no longer receive it',
};
