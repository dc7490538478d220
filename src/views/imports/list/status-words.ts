import type { ImportAttempt, ImportCounts, ImportStatus } from '#contract/imports.contract.ts';
import { rowsToGo, timeLeftMs } from '../../../machines/imports/time-left.ts';
import { formatCount, formatCounted, formatRate } from '../../_kit/format/format-count.ts';
import { formatDuration } from '../../_kit/format/format-duration.ts';
import type { Tone } from '../../_kit/display/Icon.tsx';

interface StatusWords {
  readonly text: string;
  readonly tone?: Tone;
}

export const STATUS_WORDS: Readonly<Record<ImportStatus, StatusWords>> = {
  draft: { text: 'Columns to match' },
  checking: { text: 'Checking' },
  checked: { text: 'Ready to start', tone: 'info' },
  queued: { text: 'Queued' },
  processing: { text: 'Importing' },
  pausing: { text: 'Pausing' },
  paused: { text: 'Paused' },
  cancelling: { text: 'Canceling' },
  cancelled: { text: 'Canceled', tone: 'warn' },
  done: { text: 'Done', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  undoing: { text: 'Undoing' },
  undone: { text: 'Undone', tone: 'info' },
};

/** "84 rows/s, 48 s left", or why it does not move. */
export function paceWords(attempt: ImportAttempt): string {
  if (attempt.status !== 'processing') return STATUS_WORDS[attempt.status].text;
  const left = timeLeftMs(attempt);
  if (attempt.done_rows === 0 || left === null) return 'Starting';
  return left > 0 ? `${formatRate(attempt.rate)}, ${formatDuration(left)} left` : formatRate(attempt.rate);
}

/** "8,412 of 12,431 rows" */
export const doneWords = ({ done_rows, total_rows }: ImportAttempt): string =>
  total_rows === null
    ? formatCounted(done_rows, 'row', 'rows')
    : `${formatCount(done_rows)} of ${formatCounted(total_rows, 'row', 'rows')}`;

/** "6,918 created, 1,102 updated, 331 skipped, 61 problems"; what did not happen is left out. */
export function countWords({ counts }: Pick<ImportAttempt, 'counts'>): string {
  const parts = [
    [counts.created, 'created'],
    [counts.updated, 'updated'],
    [counts.skipped, 'skipped'],
    [counts.problems, counts.problems === 1 ? 'problem' : 'problems'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ');
}

/** "40 to create, 2 to skip", as the review counts; what is not to happen is left out. */
export const plannedWords = ({ created, updated, skipped, problems }: ImportCounts): string =>
  (
    [
      [created, 'to create'],
      [updated, 'to update'],
      [skipped, 'to skip'],
      [problems, problems === 1 ? 'problem' : 'problems'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatCount(count)} ${words}`)
    .join(', ');

/** Progress of an undo in contacts. `null`: none running. */
export function undoProgress({ status, undo, counts }: ImportAttempt): { done: number; total: number } | null {
  if (status !== 'undoing') return null;
  const done = undo ? undo.removed + undo.put_back + undo.kept : 0;
  // Tags from a scrub are undone as well.
  return { done, total: Math.max(done, counts.created + counts.updated) };
}

export const undoWords = ({ done, total }: { done: number; total: number }): string =>
  `${formatCount(done)} of ${formatCounted(total, 'contact', 'contacts')} undone`;

/** Progress announcement while it runs. */
export function spokenProgress(attempt: ImportAttempt): string {
  const left = timeLeftMs(attempt);
  const time = attempt.status === 'processing' && left ? `, ${formatDuration(left)} left` : '';
  return rowsToGo(attempt) > 0 ? `${doneWords(attempt)}${time}.` : `${doneWords(attempt)}.`;
}

export const barState = (status: ImportStatus): 'running' | 'paused' | 'done' =>
  status === 'paused' || status === 'cancelled' || status === 'failed'
    ? 'paused'
    : status === 'done' || status === 'undone'
      ? 'done'
      : 'running';

/** Outcome, in one sentence. */
export function noticeOf(attempt: ImportAttempt): { tone: 'good' | 'warn' | 'bad' | 'info'; text: string } {
  const { file_name, status, failure, check, undo } = attempt;
  switch (status) {
    case 'failed':
      return { tone: 'bad', text: `${file_name} failed: ${failure ?? 'unknown reason.'}` };
    case 'cancelled':
      return { tone: 'warn', text: `${file_name} canceled: ${countWords(attempt) || 'nothing imported'}.` };
    case 'undone':
      return {
        tone: 'info',
        text: `${file_name} undone: ${formatCount(undo?.removed ?? 0)} removed, ${formatCount(undo?.put_back ?? 0)} reverted.`,
      };
    case 'checked':
      return {
        tone: 'info',
        text: `${file_name} checked: ${formatCount(check?.good ?? 0)} of ${formatCounted(check?.rows ?? 0, 'row', 'rows')} will be imported.`,
      };
    default:
      return {
        tone: attempt.counts.problems > 0 ? 'warn' : 'good',
        text: `${file_name} imported: ${countWords(attempt) || 'no rows'}.`,
      };
  }
}
