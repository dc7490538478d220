import { useApp } from '../_base/use-app.ts';
import { useWorkNotices } from '../_base/use-work-notices.ts';
import { CHANGED_BY_TRANSFER } from './changed-by-transfer.ts';
import { useTransferUndo } from './use-transfer-undo.ts';

/** Tells that a transfer or its revert has ended. */
export function TransferNotices() {
  const { transfers, user } = useApp();
  const undoOf = useTransferUndo();
  useWorkNotices(transfers, {
    changed: CHANGED_BY_TRANSFER,
    hrefOf: ({ id }) => `/transfers/${id}`,
    noticeOf: async (attempt) => {
      const { noticeOf } = await import('./transfer-words.ts');
      const undo = undoOf(attempt);
      return { ...noticeOf(attempt, user.id), ...(undo && { action: undo }) };
    },
  });
  return null;
}
