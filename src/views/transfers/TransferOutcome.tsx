import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { stageOf, stillMoved } from '../../machines/transfers/transfer-stage.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { Note } from '../_kit/display/Note.tsx';
import { outcomeOf, REASON_WORDS } from './transfer-words.ts';

/** Outcome of a transfer, reasons for skipped contacts, and those that a revert kept. */
export function TransferOutcome({ attempt, mayChange }: { attempt: TransferAttempt; mayChange: boolean }) {
  const { tone, text } = outcomeOf(attempt);
  const stage = stageOf(attempt);
  const isBroken = stage === 'failed' || stage === 'cancelled';
  return (
    <Note tone={tone} title={text}>
      {attempt.by_reason.map(({ reason, contacts }) => (
        <p key={reason}>
          {formatCount(contacts)} skipped: {REASON_WORDS[reason]}.
        </p>
      ))}
      {(attempt.put_back?.kept ?? 0) > 0 ? <p>See the reasons under Not reverted.</p> : null}
      {isBroken && mayChange ? (
        <p>Transferred contacts stay with the new owner. Resume continues where it stopped.</p>
      ) : null}
      {stage === 'complete' && mayChange && stillMoved(attempt) > 0 ? (
        <p>You can revert this transfer. Contacts changed before then are skipped.</p>
      ) : null}
    </Note>
  );
}
