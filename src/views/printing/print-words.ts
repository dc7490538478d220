import type {
  PrintJob,
  PrintKind,
  PrintPreview,
  PrintStatus,
  SkippedContact,
  SkipReason,
  WorkersStatus,
} from '#contract/printing.contract.ts';
import { formatContacts, formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatDuration } from '../_kit/format/format-duration.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

/** "288 labels", "1 letter" */
export const piecesOf = (kind: PrintKind, count: number): string =>
  kind === 'labels' ? formatCounted(count, 'label', 'labels') : formatCounted(count, 'letter', 'letters');

/** "Labels for 300 contacts" */
export const printTitle = ({ kind, total }: Pick<PrintJob, 'kind' | 'total'>): string =>
  `${kind === 'labels' ? 'Labels' : 'Letters'} for ${formatContacts(total)}`;

const REASON_WORDS: Readonly<Record<SkipReason, string>> = {
  not_seen: "not found, or you don't have access",
  deleted: 'deleted',
  no_address: 'has no address',
  other_script: "has a character that can't be printed",
};

/** Why a contact was left out: "can't print “𓀀” (U+13000) in the name". */
export function skipWords({ reason, unprintable }: Pick<SkippedContact, 'reason' | 'unprintable'>): string {
  if (unprintable === null) return REASON_WORDS[reason];
  const codes = Array.from(unprintable.character, (sign) => `U+${hexOf(sign)}`).join(' ');
  return `can't print “${unprintable.character}” (${codes}) in the ${unprintable.place}`;
}

const hexOf = (sign: string): string => (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

const LEFT_OUT: Readonly<Record<SkipReason, (one: boolean) => string>> = {
  not_seen: (one) => `${one ? 'is' : 'are'} not found, or you don't have access`,
  deleted: (one) => `${one ? 'is' : 'are'} deleted`,
  no_address: (one) => `${one ? 'has' : 'have'} no address`,
  other_script: (one) => `${one ? 'has' : 'have'} a character that can't be printed`,
};

/** Contacts left out, one sentence per reason: "12 of 300 have no address and are left out." */
export const leftOutSentences = ({ by_reason, total }: Pick<PrintPreview, 'by_reason' | 'total'>): string[] =>
  by_reason.map(({ reason, contacts }) => {
    const one = contacts === 1;
    return `${formatCount(contacts)} of ${formatCount(total)} ${LEFT_OUT[reason](one)} and will be skipped.`;
  });

interface StatusWords {
  readonly text: string;
  readonly tone?: Tone;
}

export const STATUS_WORDS: Readonly<Record<PrintStatus, StatusWords>> = {
  queued: { text: 'Queued' },
  working: { text: 'Printing' },
  cancelling: { text: 'Canceling' },
  cancelled: { text: 'Canceled', tone: 'warn' },
  complete: { text: 'Ready', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

/** "50 of 300 contacts" */
export const doneWords = ({ done, total }: PrintJob): string => `${formatCount(done)} of ${formatContacts(total)}`;

export const barState = ({ status }: PrintJob): 'running' | 'paused' | 'done' => {
  if (status === 'cancelled' || status === 'failed') return 'paused';
  return status === 'complete' ? 'done' : 'running';
};

interface Told {
  readonly tone: 'good' | 'info' | 'warn' | 'bad';
  readonly text: string;
}

/** Outcome of a print job in one sentence. */
export function outcomeOf({ kind, status, failure, printed, skipped, pages }: PrintJob): Told {
  if (status === 'failed') return { tone: 'bad', text: failure ?? 'Failed for an unknown reason.' };
  if (status === 'cancelled') return { tone: 'warn', text: 'Canceled. No file was created.' };
  const sheets = formatCounted(pages ?? 0, 'page', 'pages');
  const left = skipped > 0 ? `, ${formatCount(skipped)} skipped` : '';
  const what = kind === 'labels' ? 'Labels' : 'Letters';
  return {
    tone: skipped > 0 ? 'warn' : 'good',
    text: `${what} for ${formatContacts(printed)} are ready: ${sheets}${left}.`,
  };
}

/** Why a print that waits does so, from the numbers of the queue. */
export function queueWords({ workers, waiting, running, oldest_waiting_s }: WorkersStatus): string {
  if (workers === 0) return 'Printing is paused. Your job is queued.';
  const who = formatCounted(workers, 'worker', 'workers');
  const queue = `${formatCounted(running, 'running', 'running')}, ${formatCount(waiting)} waiting`;
  const oldest = oldest_waiting_s === null ? '' : `, the oldest for ${formatDuration(oldest_waiting_s * 1000)}`;
  return `${who}: ${queue}${oldest}.`;
}
