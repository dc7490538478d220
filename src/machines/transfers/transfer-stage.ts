import type { TransferAttempt, TransferRow, TransferStatus } from '#contract/transfers.contract.ts';

/** State of an attempt, including its revert. */
export type TransferStage = TransferStatus | 'reverting' | 'reverted' | 'partlyReverted';

export function stageOf({ status, revert, reverted, put_back }: TransferAttempt): TransferStage {
  if (revert) return 'reverting';
  if (reverted) return 'reverted';
  const isEnded = status === 'complete' || status === 'cancelled' || status === 'failed';
  return isEnded && put_back !== null && put_back.put_back > 0 ? 'partlyReverted' : status;
}

const RUNNING: readonly TransferStage[] = ['queued', 'processing', 'cancelling', 'reverting'];

/** True when the server is working on it, so that updates are expected. */
export const isRunning = (attempt: TransferAttempt): boolean => RUNNING.includes(stageOf(attempt));

/** Contacts that moved and haven't been reverted. */
export const stillMoved = ({ counts, put_back }: TransferAttempt): number =>
  Math.max(0, counts.moved - (put_back?.put_back ?? 0));

/** Progress of the transfer, or of its revert. */
export function progressOf(attempt: TransferAttempt): { done: number; total: number } {
  const { put_back, counts, done, total, revert_part } = attempt;
  if (stageOf(attempt) !== 'reverting') return { done, total };
  if (revert_part !== null) return { done: revert_part.done, total: revert_part.asked };
  return { done: (put_back?.put_back ?? 0) + (put_back?.kept ?? 0), total: counts.moved };
}

/** A contact that has moved and is still with its new owner, and is theirs to see. */
export const isRevertible = (row: TransferRow): row is TransferRow & { contact: NonNullable<TransferRow['contact']> } =>
  row.outcome === 'moved' && row.put_back !== true && row.contact !== null;
