import { listContacts, readContact } from '#contract/contacts.contract.ts';
import { listTransferAttempts, revertTransfer, type TransferAttempt } from '#contract/transfers.contract.ts';
import { stageOf, stillMoved } from '../../machines/transfers/transfer-context.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';

/** The Undo of a message about a transfer: gives everything back. Absent where there is nothing of theirs to undo. */
export function useTransferUndo(): (attempt: TransferAttempt) => { label: string; run: () => void } | undefined {
  const { user, toasts } = useApp();
  const undo = useLastingSubmit(revertTransfer, {
    invalidates: [listTransferAttempts, listContacts, readContact],
    // What it comes to is told when it has ended.
    onDone: () => undefined,
    onFailed: (error, retry) =>
      toasts.show({
        tone: 'bad',
        text: error.message,
        ...(error.kind === 'rejected' ? {} : { action: { label: 'Try again', run: retry } }),
      }),
  });
  return (attempt) =>
    attempt.user.id === user.id && stageOf(attempt) === 'complete' && stillMoved(attempt) > 0
      ? { label: 'Undo', run: () => undo({ params: { id: attempt.id }, body: {} }) }
      : undefined;
}
