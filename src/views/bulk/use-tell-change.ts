import { useRouter } from '@tanstack/react-router';
import type { BulkJob } from '#contract/bulk.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useWorkUndo } from '../_running/use-work-undo.ts';
import { outcomeOf } from './bulk-words.ts';

/**
 * Shows a toast with Undo for a change that is already done, on any page. The undo says what it skipped, and where
 * the reasons are.
 */
export function useTellChange(): (job: BulkJob) => void {
  const { toasts } = useApp();
  const router = useRouter();
  const undoOf = useWorkUndo();
  const tellUndone = (job: BulkJob) => {
    const view = {
      label: 'View',
      run: () => void router.navigate({ to: '/contacts/bulk/$id', params: { id: String(job.id) } }),
    };
    toasts.show({ ...outcomeOf(job), ...((job.undo?.kept ?? 0) > 0 && { action: view }) });
  };
  return (job) => {
    const action = undoOf('bulk', job, tellUndone);
    toasts.show({ ...outcomeOf(job), ...(job.counts.changed > 0 && { action }) });
  };
}
