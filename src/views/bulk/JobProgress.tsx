import type { BulkJob } from '#contract/bulk.contract.ts';
import { progressOf } from '../../machines/bulk/bulk-work.ts';
import { WorkProgress } from '../_kit/states/WorkProgress.tsx';
import { barState, bulkTimeLeft, doneWords, STATUS_WORDS } from './bulk-words.ts';

/** Progress of a bulk job. */
export function JobProgress({ job }: { job: BulkJob }) {
  const { status, counts, total, done, undo, rate, active_ms } = job;
  const ahead = progressOf(job);
  const isUndo = status === 'undoing' || status === 'undone';
  return (
    <WorkProgress
      label="Contacts done"
      {...ahead}
      state={barState(job)}
      text={doneWords(job)}
      status={STATUS_WORDS[status]}
      pace={status === 'processing' && done > 0 ? { rate, leftMs: bulkTimeLeft(job) } : null}
      activeMs={active_ms}
      parts={
        isUndo
          ? [
              { label: 'Undone', count: undo?.put_back ?? 0 },
              { label: 'Skipped', count: undo?.kept ?? 0 },
              { label: 'Remaining', count: Math.max(0, ahead.total - ahead.done) },
            ]
          : [
              { label: 'Changed', count: counts.changed },
              { label: 'No change', count: counts.unchanged },
              { label: 'Skipped', count: counts.refused },
              { label: 'Remaining', count: Math.max(0, total - done) },
            ]
      }
    />
  );
}
